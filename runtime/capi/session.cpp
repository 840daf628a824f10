// Plans the run of a session, and notes options without effect.

#include "capi/session.h"

#include "cli/effects.h"
#include "cli/over_time.h"
#include "cli/set_up.h"
#include "schedule/schedule.h"
#include "schedule/time_schedule.h"

namespace eulerc {

std::optional<OutputTimes> outputTimesOf(const Session &s) {
  const std::optional<Recording> &first = s.options.overTime.recordings.first;
  return first ? first->outputTimes : std::nullopt;
}

bool isControlled(const Session &s) { return s.options.control.isAsked() || s.solver.control(); }

std::int64_t recordsOf(const Session &s, const Run &run) {
  const OutputTimes outputTimes = outputTimesOf(s).value_or(OutputTimes::ends());
  const bool isCounted = outputTimes.steps || outputTimes.isEnds();
  if (!isControlled(s) && (isCounted || !s.options.overTime.interpolates))
    return Schedule(outputTimes, run).count() + 1;
  if (outputTimes.times)
    return static_cast<std::int64_t>(outputTimes.times->size()) + 1;
  return outputTimes.period
             ? static_cast<std::int64_t>((run.to - run.from) / *outputTimes.period) + 2
             : 2;
}

/// The start of a run from another checkpoint. Its step numbers continue those of the checkpoint,
/// because random numbers depend on them. In a run that it has begun the solver counts itself.
static Start startOfRestarted(const Session &s) {
  if (s.solver.time() != s.start.time)
    return {s.options.t0.value_or(s.solver.time())};
  Start start = s.start;
  start.time = s.options.t0.value_or(start.time);
  start.before = s.options.firstStep.value_or(start.before);
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

static void tellOnce(Session &s, const std::string &key, const std::string &text) {
  if (s.note && !text.empty() && s.told.insert(key).second)
    s.note(text);
}

void tellEffects(Session &s) {
  for (const std::string &text : withoutEffect(s.options))
    tellOnce(s, text, text);
  const Recordings &recordings = s.options.overTime.recordings;
  bool hasFile = false;
  for (const Recording &each : recordings.all)
    if (!each.isTable()) {
      hasFile = true;
      tellOnce(s, each.when, seldomDue(s.solver, each, each.name(), *s.planned));
      tellOnce(s, each.name(), seldomLooked(s.solver, each, *s.planned));
    }
  if (!hasFile && recordings.first)
    tellOnce(s, recordings.first->when,
             seldomDue(s.solver, *recordings.first, "the result", *s.planned));
  if (hasFile) // else observe() gives the output times
    for (const std::string &text : recordings.notes)
      tellOnce(s, text, text);
  const std::string ended = endOfResumed(s.solver, s.options);
  tellOnce(s, ended, ended);
}

void tellEffectsOnSteps(Session &s) {
  if (s.solver.stats().run.steps == 0)
    return;
  for (const std::string &text : withoutEffect(s.options, recordOf(s.solver)))
    tellOnce(s, text, text);
}

} // namespace eulerc
