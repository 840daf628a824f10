// Plans runs, attaches the observers of options and callbacks, and takes steps.

#include "capi/runs.h"

#include <algorithm>
#include <string>

#include "capi/guarded.h"
#include "cli/control_options.h"
#include "cli/outputs.h"
#include "cli/over_time.h"
#include "cli/set_up.h"
#include "schedule/schedule.h"
#include "schedule/time_schedule.h"

namespace eulerc::capi {

int restart(eulerc_solver *s) {
  return guarded([&] {
    s->start =
        eulerc::restart(s->solver, s->options, s->options.t0.value_or(s->solver.timespan().from));
    s->planned.reset();
  });
}

int checkRestart(eulerc_solver *s) {
  return guarded([&] { eulerc::checkRestart(s->solver, s->options); });
}

int plan(eulerc_solver *s, eulerc_run *run) {
  return guarded([&] {
    requirePlan(*s);
    const Run &planned = *s->planned;
    *run = {planned.from,           planned.to,      planned.dt, planned.steps,
            recordsOf(*s, planned), isControlled(*s)};
  });
}

int begin(eulerc_solver *s) {
  return guarded([&] {
    requirePlan(*s);
    const TimeOptions &t = s->options.overTime;
    if (t.resume.empty())
      s->solver.begin(*s->planned); // throws within a run, before any observer is added
    s->solver.interpolate(t.interpolates);
    for (const Recording &each : t.recordings.all)
      if (each.isEvents())
        s->solver.recordEvents(each.file, *each.outputTimes);
      else if (!each.isTable())
        s->solver.save(each.file, each.outputTimes.value_or(OutputTimes::ends()), each.selection);
    if (t.steady)
      s->solver.stopWhenSteady(*t.steady);
    if (!t.checkpoint.empty())
      s->solver.checkpoint(t.checkpoint, t.everyMinutes.value_or(10));
    requireOwnLastGood(s->solver.model(), s->options);
    if (const std::string file = lastGoodFile(s->options); !file.empty())
      s->solver.keepLastGood(file);
    tellEffects(*s);
  });
}

namespace {

/// Removes the observers of a run.
int leave(Session &s) {
  return guarded([&] {
    s.solver.onProgress({});
    s.solver.unobserve();
  });
}

/// Takes steps, and removes the observers of the run when it ends. A call from an observer is
/// refused, and the run continues.
template <class Body> int stepping(Session &s, Body &&body) {
  if (s.isStepping)
    return guarded(body);
  s.isStepping = true;
  const int status = guarded([&] {
    body();
    if (s.solver.stepsLeft() == 0)
      tellEffectsOnSteps(s);
  });
  s.isStepping = false;
  if (status != EULERC_DONE) {
    const std::string message = lastMessage;
    leave(s);
    return failed(status, message);
  }
  return s.solver.stepsLeft() > 0 ? status : leave(s);
}

} // namespace

int advance(eulerc_solver *s, std::int64_t steps) {
  const std::int64_t left = s->solver.stepsLeft(), taken = steps == -1 ? left : steps;
  const auto take = [&] { s->solver.advance(taken); };
  return taken < 0 || taken > left ? guarded(take) : stepping(*s, take);
}

int end(eulerc_solver *s) {
  const int told = guarded([&] {
    if (!s->isStepping && s->solver.stepsLeft() > 0)
      tellEffectsOnSteps(*s);
  });
  return told == EULERC_DONE ? leave(*s) : told;
}

int stepsLeft(eulerc_solver *s, std::int64_t *steps) {
  return guarded([&] { *steps = s->solver.stepsLeft(); });
}

int stepsToMoment(eulerc_solver *s, std::int64_t *steps) {
  return guarded([&] {
    requirePlan(*s);
    const std::int64_t left = s->solver.stepsLeft();
    const std::optional<OutputTimes> outputTimes = outputTimesOf(*s);
    if (!outputTimes) {
      *steps = left;
      return;
    }
    const Run &run = *s->planned;
    const std::int64_t done = run.first + run.steps - left;
    *steps = std::min(left, Schedule(*outputTimes, run).next(done + 1) - done);
  });
}

int runTo(eulerc_solver *s, double tEnd, double dt) {
  return stepping(*s, [&] {
    if (s->options.control.isAsked() && !s->solver.control())
      controlSteps(s->solver, s->options);
    if (dt == 0 && s->options.dt)
      dt = *s->options.dt;
    else if (dt == 0 && s->options.stableDt)
      dt = s->solver.stableStep();
    if (dt == 0)
      s->solver.runTo(tEnd);
    else
      s->solver.runTo(tEnd, dt);
  });
}

} // namespace eulerc::capi
