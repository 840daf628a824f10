// Setup: everything that users give a Solver before it runs. Params, fields, data; the device and
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

struct Setup {
  explicit Setup(const Model &theModel)
      : model(theModel), params(theModel), fields(theModel), frames(model, fields) {}

  Model model; ///< with its stages chosen, where they are chosen
  Params params;
  std::string checkpoint; ///< that params are of; "": of none
  Fields fields;
  FieldFrames frames; ///< of fields that change in time
  /// The files that values were read from: "field 'k'" → {"k.npy"}.
  std::map<std::string, std::vector<std::string>> files;
  static constexpr const char *resumedState = "the state"; ///< of a checkpoint, among them
  std::optional<double> start;                             ///< given by restart(t0).

  Backend backend = Backend::Auto;
  std::optional<std::size_t> device;
  Slabs slabs;
  Ranks *ranks = nullptr; ///< of which each steps a slab
  std::vector<std::size_t> devicesOfSlabs;
  std::string deviceOfRanks;
  Tuning tuning;
  Measuring measuring = Measuring::WhenItPays;
  int threads = 0;
  std::string buildOptions;
  std::optional<StepControl> control; ///< of steps by their error

  LostFile lostFile = LostFile::EndsRun;
  std::function<void(std::int64_t, std::int64_t)> progress;
  std::function<void(const std::string &)> note;

  double initialiseSeconds = 0; ///< of values computed or read since the last run

  /// From now on the state is none of theirs.
  void forgetFilesOfState();
  /// All of them, in the model's order.
  void takeParams(const std::vector<ParamValue> &all);
  double startTime() const;
  std::vector<std::int64_t> shape() const;
  /// The same of params that need not make a problem, as between the first and the last one set.
  std::vector<std::int64_t> uncheckedShape() const;
  std::int64_t components() const;
  Grid grid() const;
  DeclaredState stateNamed(std::string_view name) const;
  /// Throws Usage if no run can begin: for params that make no problem, and for a field without
  /// values.
  void checkProblem() const;
  std::unique_ptr<Stepper> makeStepper() const;
  /// Throws Usage for a run that makes no sense.
  void check(const Run &run) const;
  void prepareFields();
  /// Which of a target's sizes values of other arrays give.
  void tellWhoGives(Target &target) const;
  std::vector<std::uint64_t> fieldHashes();
  std::vector<AxisCoordinates> coordinates(); ///< of each axis

  /// Values for a state, which `fill` writes.
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
  /// Gives a field or data the values that `fill` writes.
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
