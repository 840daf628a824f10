// Setup: everything that users give a Solver before it runs: params, fields, data, the device and
// the tuning.
//
//   setup.params.set("N", 100) → setup.shape() → {100}
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <eulerc/model.h>
#include <eulerc/model/ranks.h>
#include <eulerc/output_times.h>
#include <eulerc/solver.h>

#include "backend/select_backend.h"
#include "base/stopwatch.h"
#include "input/fields.h"
#include "input/frames.h"
#include "input/values.h"
#include "model/params.h"
#include "results/coordinates.h"
#include "state/state.h"

namespace eulerc {

/// Choices of how to run, and where params and values are from.
struct Choices {
  std::string checkpoint; ///< file that the params are from; "": none
  /// The files that values were read from: "field 'k'" → {"k.npy"}.
  std::map<std::string, std::vector<std::string>> files;
  Backend backend = Backend::Auto;
  std::optional<std::size_t> device;
  Slabs slabs;
  Ranks *ranks = nullptr; ///< each rank steps a slab; null: one process
  std::vector<std::size_t> devicesOfSlabs;
  std::string deviceOfRanks;
  Tuning tuning;
  Measuring measuring = Measuring::WhenItPays;
  int threads = 0;
  std::string buildOptions;
  bool interpolates = false; ///< observers of runs with fixed steps also see states between steps
};

struct Setup : Choices {
  explicit Setup(const Model &theModel)
      : model(theModel), params(theModel), fields(theModel), frames(model, fields) {}

  Model model; ///< with the number of stages set, if that can be chosen
  Params params;
  Fields fields;
  FieldFrames frames;                                      ///< of fields that change in time
  static constexpr const char *resumedState = "the state"; ///< key in `files` of a checkpoint
  std::optional<double> start;                             ///< given by restart(t0).
  std::optional<StepControl> control;                      ///< step-size control; none: fixed steps
  /// Whether observers see the state at these times themselves, not at the ends of steps.
  bool meets(const OutputTimes &times) const {
    return control || (interpolates && (times.period || times.times));
  }

  LostFile lostFile = LostFile::EndsRun;
  std::function<void(std::int64_t, std::int64_t)> progress;
  std::function<void(const std::string &)> note;

  double initialiseSeconds = 0; ///< for computing and reading values since the last run

  /// Removes the files of states from `files`: the state is no longer from them.
  void forgetFilesOfState();
  /// Sets all params, in the model's order.
  void takeParams(const std::vector<ParamValue> &all);
  double startTime() const;
  std::vector<std::int64_t> shape() const;
  /// The shape without checks: while params are being set, they may be inconsistent.
  std::vector<std::int64_t> uncheckedShape() const;
  std::int64_t components() const;
  Grid grid() const;
  DeclaredState stateNamed(std::string_view name) const;
  /// Throws Usage if no run can begin: inconsistent params, or a field without values.
  void checkProblem() const;
  std::unique_ptr<Stepper> makeStepper() const;
  /// Throws Usage for an invalid run.
  void check(const Run &run) const;
  void prepareFields();
  void checkData() const; ///< see SolverInputs::checkData()
  /// Sets which option, file or array gives each of a target's sizes, for error texts.
  void tellWhoGives(Target &target) const;
  std::vector<std::uint64_t> fieldHashes();
  std::vector<AxisCoordinates> coordinates(); ///< of each axis

  /// Values for a state, written by `fill`.
  template <class Fill> HostArray filled(const std::vector<std::int64_t> &ofShape, Fill &&fill) {
    const Stopwatch watch;
    HostArray values;
    Target target{model.program.precision, ofShape, values};
    target.sizes = sizesOf(model, model.program.states[0].shape);
    tellWhoGives(target);
    fill(target);
    initialiseSeconds += watch.seconds();
    return values;
  }
  /// Sets the values of a field or data, written by `fill`.
  template <class Fill> void giveField(int which, std::string origin, Fill &&fill) {
    const Stopwatch watch;
    HostArray values;
    Target target = fields.target(which, params.values(), shape(), values);
    tellWhoGives(target);
    fill(target, fields.called(which));
    fields.give(which, target.shape, values, origin);
    initialiseSeconds += watch.seconds();
  }
};

} // namespace eulerc
