#include "capi/session.h"

#include "cli/set_up.h"
#include "schedule/time_schedule.h"

namespace eulerc {

std::optional<OutputTimes> outputTimesOf(const Session &s) {
  const std::optional<Recording> &first = s.options.overTime.recordings.first;
  return first ? first->outputTimes : std::nullopt;
}

bool isControlled(const Session &s) { return s.options.control.isAsked() || s.solver.control(); }

std::int64_t recordsOf(const Session &s, const Run &run) {
  const OutputTimes outputTimes = outputTimesOf(s).value_or(OutputTimes::ends());
  if (!isControlled(s))
    return Schedule(outputTimes, run).count() + 1;
  if (outputTimes.times)
    return static_cast<std::int64_t>(outputTimes.times->size()) + 1;
  return outputTimes.period
             ? static_cast<std::int64_t>((run.to - run.from) / *outputTimes.period) + 2
             : 2;
}

/// Where a run from the state of another checkpoint begins. Its steps are counted on, which random
/// numbers go by; those of a run that this solver has begun it counts by itself.
static Start startOfRestarted(const Session &s) {
  Start start{s.solver.time()};
  if (start.time == s.start.time)
    start.before = s.options.firstStep.value_or(s.start.before);
  return start;
}

void requirePlan(Session &s) {
  if (s.planned)
    return;
  s.solver.shape();
  const TimeOptions &t = s.options.overTime;
  if (t.resume.empty()) {
    const Start begin = t.restart.empty() ? Start{s.options.t0.value_or(s.solver.timespan().from)}
                                          : startOfRestarted(s);
    s.planned = planFromStart(s.solver, s.options, begin);
    if (const auto &first = t.recordings.first; first && s.options.control.isAsked())
      requireTimes(*first, *s.planned);
  } else {
    s.planned = resumeRun(s.solver, s.options);
  }
}

} // namespace eulerc
