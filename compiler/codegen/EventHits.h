// EventHits: where the time of an event may be a new one, and that condition over vectors: a bit
// for each lane on the host, a mask in kernels.
//
//   x_now >= 0 && x_before < 0 ? t + … : own   →   x_now >= 0 && x_before < 0
//   →   const eulerc_hits now_so = eulerc_hits_at_most(0, x_now);
//       if (EULERC_LIKELY(!eulerc_any_hit(now_so))) return now_so;
//       return now_so & eulerc_hits_less(x_before, 0);
#pragma once

#include "ir/Lanes.h"

#include <string>
#include <vector>

namespace eulerc::compiler {

/// Where a value may be another one than the component's own, which stands first in the window.
ExprPtr whereChanged(const ExprPtr &value);

/// What a condition compares, and conditions in it that are no comparison of reals over lanes.
std::vector<ExprPtr> comparedIn(const ExprPtr &condition, const Lanes &lanes);
/// A function's end that returns the condition, of what the text calls them. What holds for the new
/// value holds seldom, and alone is looked at first.
std::string returnedBits(const ExprPtr &condition, const Lanes &lanes,
                         const std::vector<std::string> &names);

} // namespace eulerc::compiler
