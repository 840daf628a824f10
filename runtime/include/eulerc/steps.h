// Steps of a run: their number and length, and how errors control them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace eulerc {

/// The start of a run. A run that continues another one gives the bits of a single run if it
/// continues the count of steps, because random numbers and the rounding of times depend on that
/// count.
struct Start {
  double time = 0;
  std::int64_t before = 0; ///< Run::before.
  /// Run::origin. A plan with a dt by which `before` steps do not lead from here to `time` ignores
  /// it.
  std::optional<double> origin = {};
};

/// Steps that a run continues.
struct EarlierSteps {
  double begin = 0;        ///< time from which output times are counted.
  std::int64_t count = 0;  ///< steps from there to Run::from, of all runs before.
  double from = 0;         ///< time from which the steps of the latest run before were counted.
  std::int64_t latest = 0; ///< its steps since.
};

/// The steps of a run. From an end time, their number is (to - from) / dt, rounded to the nearest
/// integer if the quotient is that integer within rounding: 1e-9 relative and a thousandth of a
/// step, or the spacing of doubles at these times. Otherwise it is rounded up, and the last step is
/// shorter.
///
/// Step k begins at from + (first + k) * dt. Times follow from the count of steps and are not added
/// up, also where a run continues another one (`first` > 0). Pieces of a run therefore have the
/// times of the whole run.
struct Run {
  double from = 0;        ///< time from which steps are counted; the start if first = 0.
  double dt = 0;          ///< length of every step, > 0; the last step may be shorter.
  std::int64_t steps = 0; ///< number of steps, >= 0.
  double lastStep = 0;    ///< length of the last step, 0 < lastStep <= dt.
  double to = 0;          ///< time after the last step.
  std::int64_t first = 0; ///< steps by dt between `from` and the first step, >= 0.
  /// Steps taken before `from`, by any run. Random numbers continue there.
  std::int64_t before = 0;
  /// Where the first of these `before` steps began, if all of them had the length dt. Times are
  /// then counted from there.
  std::optional<double> origin = {};
  /// The start of the first run, of a resumed run whose steps are counted anew.
  std::optional<Start> begin = {};
  /// The steps before `from`, of a resumed run that continues by the same dt after a shorter step.
  std::optional<EarlierSteps> earlier = {};
  /// Whether the next step begins at `to` itself, and not where steps by dt are counted.
  bool isExact = false;
};

/// How a resumed run continues. If none is set: to its own end, by its own steps.
struct Extension {
  std::optional<double> tEnd;        ///< another end.
  std::optional<std::int64_t> steps; ///< or another number of steps, counted from its start.
  std::optional<double> dt;          ///< another length of the steps to come.
  bool isAsked() const { return tEnd || steps || dt; }
};

/// The error that a step may have: absolute + relative · |y| for each component, as a root mean
/// square over all components.
struct Tolerance {
  double relative = 1e-3, absolute = 1e-6;
};

/// Error control: steps are as long as the tolerance allows.
struct StepControl {
  Tolerance tolerance;
  std::vector<std::pair<std::string, Tolerance>> of; ///< tolerances of single states.
  double least = 0, most = 0; ///< bounds of a step; 0: only the run bounds it.
  double first = 0;           ///< length of the first step; 0: dt of the file, or an estimate.
  /// ProportionalIntegral, "pi": the next length follows from the errors of the last two steps, so
  /// fewer steps are rejected where stability bounds them. Integral, "i": it follows from the error
  /// of the last step alone; the steps equal the steps of SciPy's solve_ivp.
  enum class Controller { ProportionalIntegral, Integral };
  Controller controller = Controller::ProportionalIntegral;
};

/// Counts of error-controlled steps.
struct ControlledSteps {
  std::int64_t accepted = 0, rejected = 0;
  double shortest = 0, longest = 0; ///< lengths of accepted steps.
  std::int64_t kept = 0;            ///< steps that reused the last slope (FSAL).
  double latest = 0;                ///< length of the last accepted step.
};

/// The dominant eigenvalue of the Jacobian of the right-hand side at a state.
struct Spectrum {
  double radius = 0;   ///< its modulus ρ, 1 / time; 0: not estimated, or zero.
  double angle = 0;    ///< from the negative real axis, 0 to π: 0 decays, π/2 oscillates, π grows.
  bool isKnown = true; ///< false: the radius is an upper bound, perhaps a loose one.
};

} // namespace eulerc
