// CommonWindow: one window for several functions, so that values that they share are the same node.
//
//   CommonWindow common;
//   values = {common.over(mass.body, mass.window), common.over(energy.body, energy.window)};
//   values = withSharedNodes(values)      // the speed of waves is one node in both
#pragma once

#include "ir/Step.h"

namespace eulerc::compiler {

class CommonWindow {
public:
  /// The place of an entry's value in the window: the place of an equal entry, else a new one at
  /// the end.
  std::int64_t placeOf(const WindowEntry &entry);
  /// A value over the places of the common window.
  ExprPtr over(const ExprPtr &value, const std::vector<WindowEntry> &window);

private:
  std::vector<WindowEntry> entries_;
};

} // namespace eulerc::compiler
