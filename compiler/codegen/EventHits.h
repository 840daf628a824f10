// EventHits: the condition under which an event gets a new time, and its test over vectors: a bit
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

/// The condition under which a value may differ from the component's old one, entry 0 of the
/// window.
ExprPtr whereChanged(const ExprPtr &value);

/// The operands of the comparisons in a condition, and those parts of it that do not compare reals
/// over lanes.
std::vector<ExprPtr> comparedIn(const ExprPtr &condition, const Lanes &lanes);
/// The end of a function that returns the condition, with `names` for the values of comparedIn().
/// The part on the new value is tested first, because it is rarely true.
std::string returnedBits(const ExprPtr &condition, const Lanes &lanes,
                         const std::vector<std::string> &names);

} // namespace eulerc::compiler
