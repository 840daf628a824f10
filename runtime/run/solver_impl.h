// The parts of a Solver: its setup, its state, and the loop over a run with the control of steps.
// Each part knows the parts before it.
#pragma once

#include <string>
#include <utility>

#include "run/run_loop.h"
#include "run/setup.h"
#include "run/state_store.h"

namespace eulerc {

struct Solver::Impl {
  explicit Impl(const Model &model) : setup(model), store(setup), loop(setup, store) {}

  Setup setup;
  StateStore store;
  RunLoop loop;

  /// Gives a field or data values; the run continues with them.
  template <class Fill> void giveField(int which, std::string origin, Fill &&fill) {
    setup.giveField(which, std::move(origin), fill);
    store.startsAnew();
    store.unsettle();
  }
  void paramsChanged() {
    store.forgetState();
    setup.fields.paramsChanged();
  }
};

} // namespace eulerc
