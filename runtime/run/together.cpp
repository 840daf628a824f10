// SolverImpl::together(): changes of the setup that all succeed, or are all undone.
//
//   params, values and choices are set one by one → state and run follow once, at the end
//                                      ↳ an error → all are as before; state and run never knew
//
// In between, the setup may be of another grid than the state, which nobody may read or replace.

#include <exception>
#include <utility>

#include "run/solver_impl.h"

namespace eulerc {

void SolverImpl::together(const std::function<void()> &change) {
  if (store.changes) // the outer call undoes all
    return change();
  if (store.current)
    store.ensureState(); // while the setup is that of the state
  const Choices choices = setup;
  const Params params = setup.params;
  const std::optional<StepControl> control = setup.control;
  const StepSizes::StageChoice stages = loop.sizes.choice();
  const std::vector<std::int64_t> shape = setup.uncheckedShape();
  setup.fields.replaced.keep();
  setup.frames.replaced.keep();
  store.changes.emplace();
  try {
    change();
    if (setup.uncheckedShape() != shape)
      loop.refuseWhileRunning();
  } catch (...) {
    store.changes.reset();
    loop.errors.controlBy(control);
    loop.sizes.restore(stages);
    setup.params = params;
    static_cast<Choices &>(setup) = choices;
    setup.frames.replaced.putBack();
    setup.fields.replaced.putBack();
    throw;
  }
  const Changes made = *std::exchange(store.changes, std::nullopt);
  setup.frames.replaced.forget();
  setup.fields.replaced.forget();
  if (!setup.params.areSame(params))
    store.paramsChanged(made.resizedBy, shape);
  if (made.areOfValues)
    goOnWithOtherValues();
}

} // namespace eulerc
