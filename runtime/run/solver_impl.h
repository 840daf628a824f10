// SolverImpl: the three parts of a Solver: its setup, its state, and the loop that runs it. Each
// part uses only the parts before it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "run/run_loop.h"
#include "run/setup.h"
#include "run/state_store.h"

namespace eulerc {

struct SolverImpl {
  explicit SolverImpl(const Model &model) : setup(model), store(setup), loop(setup, store) {}

  Setup setup;
  StateStore store;
  RunLoop loop;

  /// Sets the values of a field or data; the run continues with them.
  template <class Fill> void giveField(int which, std::string origin, Fill &&fill) {
    setup.giveField(which, std::move(origin), fill);
    valuesGiven(which);
  }
  void giveSeries(int field, FrameSource source) {
    const Stopwatch watch;
    setup.frames.give(*setup.frames.seriesOf(field), std::move(source), setup.shape(),
                      store.time());
    setup.initialiseSeconds += watch.seconds();
    valuesGiven(field);
  }
  void valuesGiven(int which) {
    setup.files.erase(setup.fields.called(which));
    if (store.changes)
      store.changes->areOfValues = true;
    else
      goOnWithOtherValues();
  }
  void goOnWithOtherValues() {
    store.startsAnew();
    store.unsettle();
  }
  /// Throws Usage for a call that runs or restarts, during a run and within together().
  void requireIdle() const {
    loop.refuseWhileRunning();
    refuseWhileChanging(store);
  }
  /// Solver::together().
  void together(const std::function<void()> &change);
  /// Sets a param by `set`. The current run can continue if the grid does not change; callbacks
  /// must not change it.
  template <class Set> void setParam(std::string_view name, Set &&set) {
    const std::vector<std::int64_t> before = setup.uncheckedShape();
    const Params old = setup.params;
    setup.checkpoint.clear();
    set();
    if (store.changes) {
      if (setup.uncheckedShape() != before)
        store.changes->resizedBy = name;
      return;
    }
    if (setup.params.areSame(old))
      return;
    if (loop.isRunning && setup.uncheckedShape() != before) {
      setup.params = old;
      loop.refuseWhileRunning();
    }
    store.paramsChanged(name, before);
  }
  /// Gives an array its values by `give`, which may first set sizes from it: both, or nothing.
  void giveSized(std::string_view array, const std::function<void()> &give) {
    if (setup.params.takesSizeOf(array))
      together(give);
    else
      give();
  }
  void takeSizes(std::string_view array, const std::vector<std::int64_t> &shape) {
    if (setup.params.takesSizeOf(array))
      setParam(array, [&] { setup.params.takeSizes(array, shape); });
  }
  /// The function that ends the run and keeps the reason.
  std::function<void(const std::string &)> stopping() {
    return [this](const std::string &why) {
      store.stats.stopped = why;
      loop.isStopping = true;
    };
  }
};

} // namespace eulerc
