// EventHits: where the time of an event may be a new one, and that condition over vectors as a bit
// for each lane.
//
//   x_now >= 0 && x_before < 0 ? t + … : own   →   x_now >= 0 && x_before < 0
//   →   eulerc_bits_at_most(0, x_now) & eulerc_bits_less(x_before, 0)
#pragma once

#include "ir/Lanes.h"

#include <string>
#include <vector>

namespace eulerc::compiler {

/// Where a value may be another one than the component's own, which stands first in the window.
ExprPtr whereChanged(const ExprPtr &value);

/// What a condition compares, and conditions in it that are no comparison of reals over lanes.
std::vector<ExprPtr> comparedIn(const ExprPtr &condition, const Lanes &lanes);
/// The condition, of what the text calls them.
std::string bitsText(const ExprPtr &condition, const Lanes &lanes,
                     const std::vector<std::string> &names);

} // namespace eulerc::compiler
