// Times, lengths and numbers of single steps and levels of a run. Runs are planned by
// Solver::planTimes and planSteps.
#pragma once

#include <bit>
#include <cstddef>
#include <string>
#include <vector>

#include <eulerc/model.h>
#include <eulerc/solver.h>

namespace eulerc {

/// The number of a run's first step, counted with all steps before the run.
inline std::int64_t numberOf(const Run &run) { return run.before + run.first; }

/// The time at the beginning of step k, computed from k so that rounding errors do not add up; for
/// k after the last step, the time at its end.
inline double timeOfStep(const Run &run, std::int64_t k) {
  if (k > 0 && k == run.steps && (run.isExact || run.lastStep != run.dt))
    return run.to;
  return run.origin ? *run.origin + static_cast<double>(numberOf(run) + k) * run.dt
                    : run.from + static_cast<double>(run.first + k) * run.dt;
}

/// The start from which times of the run are counted, also if it continues another run.
inline Start startOf(const Run &run) { return {run.from, run.before, run.origin}; }

/// The time from which output times are counted.
inline double outputsFrom(const Run &run) { return run.earlier ? run.earlier->begin : run.from; }

/// The number of steps of dt in a length of time. Rounded to a whole number if it differs from it
/// by rounding only, or by a relative 1e-9 and at most a thousandth of a step.
double stepsOf(double length, double dt);
/// The same from one time to another. Allows for the spacing of doubles at large times as well.
double stepsBetween(double from, double to, double dt);
/// The step of a run that ends at a time, as a fraction between two steps; the last one for later
/// times.
double stepAt(const Run &run, double time);
/// The rounding error of two times as doubles, in steps of dt.
double slackBetween(double from, double to, double dt);

/// The length of step k.
inline double lengthOfStep(const Run &run, std::int64_t k) {
  return k + 1 == run.steps ? run.lastStep : run.dt;
}

/// The length of the longest step since `from`: a run of one step may cut it.
inline double longestStep(const Run &run) {
  return run.first + run.steps == 1 ? run.lastStep : run.dt;
}

/// "100 steps of dt = 0.001", "1 step of dt = 20"
std::string stepsText(const Run &run);

/// A start at t0. It continues the steps from `origin` if t0 is a whole number of steps of dt after
/// that; else it is a new start.
Start startBehind(double origin, double t0, double dt);

/// The piece of a run with `steps` steps after the first `done` ones, at the same times.
Run pieceOf(const Run &run, std::int64_t done, std::int64_t steps);

/// The number of levels of a run: the stages of all its steps.
inline std::int64_t levelsOf(const Run &run, const Model &model) {
  return run.steps * model.method.stages;
}
/// The number of the run's first level.
inline std::int64_t firstLevelOf(const Run &run, const Model &model) {
  return numberOf(run) * model.method.stages;
}

/// How often the two copies of the state swap roles before level k, if each launch takes one level.
inline std::int64_t swapsBefore(const Model &model, std::int64_t k) {
  const std::uint64_t held = model.method.heldLevels;
  if (held == 0)
    return k;
  const std::int64_t step = k / model.method.stages, stage = k % model.method.stages;
  const std::uint64_t begun = (std::uint64_t{1} << stage) - 1;
  return k - step * std::popcount(held) - std::popcount(held & begun);
}

/// The time of level k; after the last level, the time at the end.
inline double timeOfLevel(const Run &run, const Model &model, std::int64_t k) {
  const std::int64_t step = k / model.method.stages, stage = k % model.method.stages;
  const double begin = timeOfStep(run, step);
  return stage == 0 || !model.method.stageTimes
             ? begin
             : begin + model.method.stageTimes[stage] * lengthOfStep(run, step);
}

/// Times of the first `levels` levels and of the next one, in the model's precision.
std::vector<std::byte> timesOfLevels(const Run &run, const Model &model, std::int64_t levels);

/// Throws Usage if the members of a run contradict each other.
void checkRun(const Run &run);

/// Throws Usage when float cannot hold the length of a step, or a time that steps read.
void checkRunInFloat(const Run &run, bool usesTime);

} // namespace eulerc
