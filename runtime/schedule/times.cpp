// Plans runs: (t0, end time or number of steps, dt) → Run.
#include "schedule/times.h"
#include "base/refuse.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include <fmt/format.h>

namespace eulerc {
namespace {

// More steps would take years on any machine, so they are a mistake in dt or in the end time.
constexpr double mostSteps = 1e15;

void checkStart(double t0, double dt) {
  if (!std::isfinite(t0))
    refuse(fmt::format("the start time must be a finite number, not {}", t0));
  if (!std::isfinite(dt) || dt <= 0)
    refuse(fmt::format("dt must be a finite number above zero, not {}", dt));
}

/// Refuses a dt so small that the time does not change from step to step.
void checkMoves(double t0, double dt) {
  if (t0 + dt == t0)
    refuse(fmt::format("dt = {} is too small: t = {} stays the same when it is added; take a "
                       "larger dt",
                       dt, t0));
}

/// The distance from a double to the next larger one.
double spacingAt(double t) {
  return std::nextafter(std::abs(t), std::numeric_limits<double>::infinity()) - std::abs(t);
}

/// Whether so many steps of dt lead from `origin` to t, but for rounding.
bool lead(double origin, std::int64_t steps, double dt, double t) {
  constexpr double closeness = 1e-6; // of a step
  const double slack = std::max(closeness * dt, 4 * spacingAt(t));
  return std::abs(origin + static_cast<double>(steps) * dt - t) <= slack;
}

/// A run of no steps yet.
Run begunAt(const Start &start, double dt) {
  if (start.before < 0 || static_cast<double>(start.before) > mostSteps)
    refuse(fmt::format("the steps before a run are 0 to {:.0g}, not {}", mostSteps, start.before));
  Run run;
  run.from = run.to = start.time;
  run.before = start.before;
  if (start.origin && lead(*start.origin, start.before, dt, start.time))
    run.origin = start.origin;
  run.dt = run.lastStep = dt;
  return run;
}

/// How far a quotient of rounded lengths may differ from the whole number that is meant.
double slackOf(double quotient) {
  constexpr double closeness = 1e-9, most = 1e-3;
  constexpr double rounding = 4 * std::numeric_limits<double>::epsilon();
  return std::min(closeness * std::max(1.0, quotient), most) + rounding * quotient;
}

double snapped(double quotient, double slack) {
  const double whole = std::nearbyint(quotient);
  return std::abs(quotient - whole) <= slack ? whole : quotient;
}

template <class Real>
std::vector<std::byte> timesAs(const Run &run, const Model &model, std::int64_t levels) {
  std::vector<std::byte> times(static_cast<std::size_t>(levels + 1) * sizeof(Real));
  for (std::int64_t k = 0; k <= levels; k++) {
    const Real time = static_cast<Real>(timeOfLevel(run, model, k));
    std::memcpy(times.data() + static_cast<std::size_t>(k) * sizeof(Real), &time, sizeof time);
  }
  return times;
}

} // namespace

double stepsOf(double length, double dt) {
  const double quotient = length / dt;
  return snapped(quotient, slackOf(quotient));
}

double slackBetween(double from, double to, double dt) {
  return slackOf(std::abs(to - from) / dt) + (spacingAt(from) + spacingAt(to)) / (2 * dt);
}

double stepsBetween(double from, double to, double dt) {
  return snapped((to - from) / dt, slackBetween(from, to, dt));
}

double stepAt(const Run &run, double time) {
  return time < run.to ? stepsBetween(timeOfStep(run, 0), time, run.dt)
                       : static_cast<double>(run.steps);
}

std::string stepsText(const Run &run) {
  const bool isOne = run.steps == 1;
  return fmt::format("{} step{} of dt = {}", run.steps, isOne ? "" : "s",
                     isOne ? run.lastStep : run.dt);
}

std::vector<std::byte> timesOfLevels(const Run &run, const Model &model, std::int64_t levels) {
  return model.program.precision == Precision::Double ? timesAs<double>(run, model, levels)
                                                      : timesAs<float>(run, model, levels);
}

Run pieceOf(const Run &run, std::int64_t done, std::int64_t steps) {
  const bool isEnd = done + steps == run.steps;
  Run piece = run;
  piece.first = run.first + done;
  piece.steps = steps;
  piece.lastStep = isEnd ? run.lastStep : run.dt;
  piece.to = isEnd ? run.to : timeOfStep(run, done + steps);
  return piece;
}

Run Solver::planTimes(const Start &start, double tEnd, double dt) {
  const double t0 = start.time;
  checkStart(t0, dt);
  if (!std::isfinite(tEnd))
    refuse(fmt::format("the end time must be a finite number, not {}", tEnd));
  if (tEnd < t0)
    refuse(fmt::format("the end time {} is before the start time {}", tEnd, t0));
  if (tEnd > t0)
    checkMoves(t0, dt);

  const double quotient = stepsBetween(t0, tEnd, dt);
  if (!(quotient <= mostSteps))
    refuse(
        fmt::format("from {} to {} by dt = {} takes {:.3g} steps; take a larger dt or an earlier "
                    "end time",
                    t0, tEnd, dt, quotient));
  const double steps = std::max(std::ceil(quotient), tEnd > t0 ? 1.0 : 0.0);

  Run run = begunAt(start, dt);
  run.to = tEnd;
  run.steps = static_cast<std::int64_t>(steps);
  if (steps != quotient) {
    const double rest = tEnd - timeOfStep(run, run.steps - 1);
    run.lastStep = rest > 0 && rest < dt ? rest : dt; // else by rounding only
  }
  return run;
}

Run Solver::planTimes(double t0, double tEnd, double dt) { return planTimes(Start{t0}, tEnd, dt); }

Run Solver::planSteps(const Start &start, double dt, std::int64_t steps) {
  checkStart(start.time, dt);
  if (steps < 0)
    refuse(fmt::format("the number of steps must not be negative, as {} is", steps));
  if (static_cast<double>(steps) > mostSteps)
    refuse(fmt::format("{} steps are more than any machine can take", steps));
  if (steps > 0)
    checkMoves(start.time, dt);
  Run run = begunAt(start, dt);
  run.steps = steps;
  run.to = timeOfStep(run, steps);
  if (!std::isfinite(run.to))
    refuse(fmt::format("{} steps of {} lead beyond the largest time there is", steps, dt));
  return run;
}

Run Solver::planSteps(double t0, double dt, std::int64_t steps) {
  return planSteps(Start{t0}, dt, steps);
}

Start startBehind(double origin, double t0, double dt) {
  const Start alone = {t0};
  if (!(t0 > origin) || !(dt > 0) || !((t0 - origin) / dt <= mostSteps))
    return alone;
  const Run before = Solver::planTimes(origin, t0, dt);
  if (before.lastStep != dt || !lead(origin, before.steps, dt, t0))
    return alone;
  return {t0, before.steps, origin};
}

/// Throws Usage if the end of a run and that of its steps differ by more than rounding.
static void checkEnd(const Run &run) {
  const double end = run.steps == 0
                         ? timeOfStep(run, 0)
                         : timeOfStep(run, run.steps - 1) + lengthOfStep(run, run.steps - 1);
  const double dt = longestStep(run);
  const double slack = 2 * slackBetween(run.origin.value_or(run.from), end, dt) * dt;
  if (!(std::abs(run.to - end) <= slack))
    refuse(
        fmt::format("a run's end must be where its steps lead, t = {}, not t = {}", end, run.to));
}

void checkRun(const Run &run) {
  Solver::planSteps(run.from, run.dt, run.steps);
  Solver::planSteps(startOf(run), run.dt, run.first);
  if (!std::isfinite(run.to) || !(run.lastStep > 0) || run.lastStep > run.dt)
    refuse(fmt::format("a run's last step must be above zero and at most dt = {}, not {}", run.dt,
                       run.lastStep));
  checkEnd(run);
}

void checkRunInFloat(const Run &run, bool usesTime) {
  if (run.steps == 0)
    return;
  const auto check = [](const char *name, double value, bool mayBeZero) {
    const float held = static_cast<float>(value);
    if (std::isfinite(held) && (mayBeZero || held != 0))
      return;
    refuse(fmt::format("{} = {} is {} in float, in which this solver computes; take another one, "
                       "or compile with --real=double",
                       name, value, held));
  };
  check("dt", run.dt, false);
  if (usesTime) {
    check("the start time", run.from, true);
    check("the end time", run.to, true);
  }
}

} // namespace eulerc
