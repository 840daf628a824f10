#include "transform/EliminateDeadQuantities.h"

#include <algorithm>

namespace eulerc::compiler {

Problem eliminateDeadQuantities(const Problem &problem) {
  std::vector<ExprPtr> readers; ///< the values that steps and outputs compute
  for (const State &state : problem.states)
    if (state.gives != Gives::Let)
      readers.insert(readers.end(), {state.derivative, state.after});
  for (const Monitor &monitor : problem.monitors)
    readers.push_back(monitor.value);
  Problem needed = problem;
  // The last quantity first, because a quantity reads only those before it.
  for (std::size_t k = needed.states.size(); k-- > liveOutStates(problem);) {
    const auto state = needed.states.begin() + static_cast<std::ptrdiff_t>(k);
    if (std::ranges::any_of(
            readers, [&](const ExprPtr &value) { return value && readOf(value, state->name); }))
      readers.push_back(state->derivative);
    else
      needed.states.erase(state);
  }
  return needed;
}

} // namespace eulerc::compiler
