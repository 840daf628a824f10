// What a Solver holds and how it runs: running.cpp. The interface to it is solver.cpp.
//
// The state is on the host (y, in the file's order), held by the stepper (in its place and layout),
// or both; it moves when it is needed where it is not:
//
//   ensureState: to the host, computed if there is none     takePiece: to the stepper, and onwards
#pragma once

#include <optional>

#include <eulerc/solver.h>

#include "backend.h"
#include "fields.h"
#include "input/values.h"
#include "params.h"
#include "stopwatch.h"

namespace eulerc {

/// A run that was begun, and the steps of it that are done.
struct BegunRun {
  Run run;
  std::int64_t done = 0;
  bool fromInitial = false; ///< the first step was from the initial values

  std::int64_t left() const { return run.steps - done; }
  double time() const;
};

struct Solver::Impl {
  explicit Impl(const Model &theModel) : model(theModel), params(theModel), fields(theModel) {}

  const Model &model;
  Params params;
  std::optional<double> start; ///< given by restart(t0)

  // Where and how. The stepper is made anew when the backend or the device changes.
  Backend backend = Backend::Auto;
  std::optional<std::size_t> device;
  Tuning tuning;
  Measuring measuring = Measuring::WhenItPays;
  int threads = 0;
  std::string buildOptions;
  std::unique_ptr<Stepper> stepper;
  /// Steps for which the stepper knows how to run, should it hold the state; none once something
  /// changed that it depends on.
  std::int64_t settledFor = 0;

  Fields fields;

  // The state.
  HostArray y;
  bool current = false;          ///< there is one
  bool onHost = false;           ///< in `y`
  bool held = false;             ///< by the stepper
  bool isInitial = false;        ///< as the program computes it, untouched since
  double initialiseSeconds = 0;  ///< of values computed or read since the last run
  std::optional<BegunRun> begun; ///< the latest one, also when it is done; it tells the time

  RunStats stats;
  std::function<void(std::int64_t, std::int64_t)> progress;
  std::function<void(const std::string &)> note;

  double startTime() const;
  double time() const { return begun ? begun->time() : startTime(); }
  std::vector<std::int64_t> shape() const;
  std::int64_t components() const;
  Grid grid() const;
  int stateIndex(std::string_view name) const;

  /// Sees to it that `y` holds the state.
  void ensureState();
  /// From now on there is none.
  void forgetState();
  void paramsChanged();
  /// Another way to run: chosen at the next one.
  void unsettle() { settledFor = 0; }
  /// Lets the stepper go, but not the state.
  void dropStepper();
  /// Values for a field or a state: `fill` puts them where they then are taken from.
  template <class Fill> HostArray filled(Fill &&fill) {
    const Stopwatch watch;
    HostArray values;
    fill(Target{model.precision, shape(), values});
    initialiseSeconds += watch.seconds();
    return values;
  }
  void replaceState(int state, const HostArray &values);

  /// Throws Usage for a run that makes no sense.
  void check(const Run &run) const;
  /// The run whose steps a next one with that dt goes on counting, if there is one.
  const BegunRun *countedBy(double dt) const;
  /// Takes the next steps of a run, which is then the one begun.
  void takePiece(BegunRun next, std::int64_t steps);

private:
  void computeInitialState();
  void prepareFields();
  Footprint footprint() const;
  template <class Use> auto withJob(const Run &run, bool told, Use &&use);
  void startStats(std::int64_t n, bool isSettled);
  /// A run that is not `told` calls nobody back and measures nothing.
  void load(const Run &rest, bool isHeld, bool told = true);
  void advance(const Run &piece, bool told = true);
  void save();
  bool isFinite(const Run &run);
  void checkFinite(const Run &run, bool fromInitial);
  std::string likelyCause(const Run &run, bool fromInitial);
  std::string nonFinite() const;
};

} // namespace eulerc
