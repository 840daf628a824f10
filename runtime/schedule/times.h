// Times of single steps of a run; planning a run is Solver::planTimes and planSteps.
#pragma once

#include <bit>
#include <cstddef>
#include <string>
#include <vector>

#include <eulerc/model.h>
#include <eulerc/solver.h>

namespace eulerc {

/// Number of a run's first step, of all that were taken before it, too.
inline std::int64_t numberOf(const Run &run) { return run.before + run.first; }

/// Time before step k, computed from the count of steps so that no error piles up; behind the last
/// step the time before the next one.
inline double timeOfStep(const Run &run, std::int64_t k) {
  if (k > 0 && k == run.steps && (run.isExact || run.lastStep != run.dt))
    return run.to;
  return run.origin ? *run.origin + static_cast<double>(numberOf(run) + k) * run.dt
                    : run.from + static_cast<double>(run.first + k) * run.dt;
}

/// The time from which a run that continues another one's steps is counted.
inline Start startOf(const Run &run) { return {run.from, run.before, run.origin}; }

/// How many steps of dt a length of time takes: a whole number where the quotient is one but for
/// rounding, or within 1e-9 of itself and a thousandth of a step.
double stepsOf(double length, double dt);
/// The same from one time to another. At large times doubles lie far apart, and a quotient may be
/// off a whole number by that much.
double stepsBetween(double from, double to, double dt);
/// How far doubles at these two times are off what was meant by them, in steps of dt.
double slackBetween(double from, double to, double dt);

/// Length of step k.
inline double lengthOfStep(const Run &run, std::int64_t k) {
  return k + 1 == run.steps ? run.lastStep : run.dt;
}

/// "100 steps of dt = 0.001", "1 step of dt = 20"
std::string stepsText(const Run &run);

/// A start at t0: of the other one, if t0 is some whole steps by dt after it, else a new one.
Start startBehind(double origin, double t0, double dt);

/// Some steps of a run, after the first `done` ones, with the same times and lengths.
Run pieceOf(const Run &run, std::int64_t done, std::int64_t steps);

/// Levels of a run: the stages of all its steps.
inline std::int64_t levelsOf(const Run &run, const Model &model) {
  return run.steps * model.method.stages;
}
/// The number of its first level.
inline std::int64_t firstLevelOf(const Run &run, const Model &model) {
  return numberOf(run) * model.method.stages;
}

/// How often the two copies of the state swap roles before level k, where a launch takes a level.
inline std::int64_t swapsBefore(const Model &model, std::int64_t k) {
  const std::uint64_t held = model.method.heldLevels;
  if (held == 0)
    return k;
  const std::int64_t step = k / model.method.stages, stage = k % model.method.stages;
  const std::uint64_t begun = (std::uint64_t{1} << stage) - 1;
  return k - step * std::popcount(held) - std::popcount(held & begun);
}

/// Time of level k; behind the last one that of the end.
inline double timeOfLevel(const Run &run, const Model &model, std::int64_t k) {
  const std::int64_t step = k / model.method.stages, stage = k % model.method.stages;
  const double begin = timeOfStep(run, step);
  return stage == 0 || !model.method.stageTimes
             ? begin
             : begin + model.method.stageTimes[stage] * lengthOfStep(run, step);
}

/// Times of the first `levels` levels and of the next one, in the model's precision.
std::vector<std::byte> timesOfLevels(const Run &run, const Model &model, std::int64_t levels);

/// Throws Usage when a run made by hand makes no sense.
void checkRun(const Run &run);

/// Throws Usage when float cannot hold the length of a step, or a time that steps read.
void checkRunInFloat(const Run &run, bool usesTime);

} // namespace eulerc
