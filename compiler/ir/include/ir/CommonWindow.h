// CommonWindow: one window for several functions, so that what they have in common is the same
// value.
//
//   CommonWindow common;
//   values = {common.over(mass.body, mass.window), common.over(energy.body, energy.window)};
//   values = withSharedNodes(values)      // the speed of waves is one node in both
#pragma once

#include "ir/Step.h"

namespace eulerc::compiler {

class CommonWindow {
public:
  /// The place of what an entry reads: behind all others, if none before it reads the same.
  std::int64_t placeOf(const WindowEntry &entry);
  /// A value over these places.
  ExprPtr over(const ExprPtr &value, const std::vector<WindowEntry> &window);

private:
  std::vector<WindowEntry> entries_;
};

} // namespace eulerc::compiler
