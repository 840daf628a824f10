// SolverImpl: the three parts of a Solver: its setup, its state, and the loop that runs it. Each
// part uses only the parts before it.
#pragma once

#include <cstdint>
#include <cstring>
#include <functional>
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
    setup.files.erase(setup.fields.called(which));
    store.startsAnew();
    store.unsettle();
  }
  void giveSeries(int field, FrameSource source) {
    const Stopwatch watch;
    setup.frames.give(*setup.frames.seriesOf(field), std::move(source), setup.shape(),
                      store.time());
    setup.files.erase(setup.fields.called(field));
    setup.initialiseSeconds += watch.seconds();
    store.startsAnew();
    store.unsettle();
  }
  /// Sets a param by `set`. The current run can continue if the grid does not change; callbacks
  /// must not change it.
  template <class Set> void setParam(std::string_view name, Set &&set) {
    const std::vector<std::int64_t> before = setup.uncheckedShape();
    const Params old = setup.params;
    setup.checkpoint.clear();
    set();
    const std::vector<ParamValue> &now = setup.params.values();
    if (std::memcmp(now.data(), old.values().data(), now.size() * sizeof(ParamValue)) == 0)
      return;
    if (loop.isRunning && setup.uncheckedShape() != before) {
      setup.params = old;
      loop.refuseWhileRunning();
    }
    store.paramsChanged(name, before);
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
