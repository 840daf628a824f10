#include "cli/tuning.h"

#include "planning/planner.h"

#include <algorithm>

#include <fmt/format.h>

#include "forms/form.h"

namespace eulerc {
namespace {

/// "diamond vector, 256 steps a launch, vectors of 16, work-groups of 1"
std::string wayText(const Plan &plan) {
  std::string text = fmt::format("{} {}", plan.scheme(), plan.name());
  if (plan.levelsPerLaunch > plan.levelsOfStep)
    text += fmt::format(", {} steps a launch", plan.timeSteps(plan.levelsPerLaunch));
  if (plan.vectorWidth > 1)
    text += fmt::format(", vectors of {}", plan.vectorWidth);
  if (const std::int64_t kept = plan.form->sizes(plan).kept; kept != 0)
    text += fmt::format(", {} kept", kept);
  text += fmt::format(", work-groups of {}", plan.workGroupSize);
  if (plan.groupsPerUnit > 0)
    text += fmt::format(", {} co-resident on a unit", plan.groupsPerUnit);
  return text;
}

std::string rateText(double secondsOfStep, std::int64_t components) {
  return secondsOfStep > 0
             ? fmt::format("{:.3g}", 1e-9 * static_cast<double>(components) / secondsOfStep)
             : "-";
}

std::int64_t countMeasured(const TuningStats &tuning) {
  return std::ranges::count_if(tuning.tried,
                               [](const TuningStats::Trial &trial) { return trial.measured > 0; });
}

/// Why it is that one.
std::string reasonText(const TuningStats &tuning) {
  switch (tuning.origin) {
  case TuningStats::Origin::Asked:
    return "";
  case TuningStats::Origin::Model:
    return "chosen by the model, nothing measured";
  case TuningStats::Origin::Remembered:
    return "from cache, as the fastest of an earlier run";
  case TuningStats::Origin::Measured:
    break;
  }
  const auto best = static_cast<std::size_t>(tuning.best);
  return fmt::format(
      "the fastest of {} measured in {:.2g} s, {}", countMeasured(tuning), tuning.seconds,
      best == 0 ? "as the model expected"
                : fmt::format("{:.3g} times the model's choice",
                              tuning.tried[0].measured / tuning.tried[best].measured));
}

/// "84 % of what memory allows, by a copy of the state"
std::string limitText(const RunRecord &stats) {
  const Limit limit = bindingLimit(stats);
  return fmt::format("{:.0f} % of what {} allow{}, by {}", 100 * limit.share, limit.name,
                     limit.name[0] == 'l' ? "" : "s",
                     limit.measured        ? "a copy of the state"
                     : stats.rates.known() ? "rates measured of the device"
                                           : "rates of the model");
}

} // namespace

Limit bindingLimit(const RunRecord &stats) {
  const StepTime &time = stats.tuning.time;
  const bool copied = stats.tuning.copyRate > 0;
  const double memory = copied ? time.bytes / stats.tuning.copyRate : time.memory;
  Limit limit = {"memory", memory, 0, copied};
  if (time.arithmetic > limit.seconds)
    limit = {"arithmetic", time.arithmetic};
  if (time.launching > limit.seconds)
    limit = {"launches", time.launching};
  if (stats.seconds > 0)
    limit.share = limit.seconds * static_cast<double>(stats.run.steps) / stats.seconds;
  return limit;
}

std::vector<TuningStats::Trial> expectedTrials(const Model &model, const PlanRequest &request) {
  std::vector<TuningStats::Trial> trials;
  const Candidates candidates = plannerOf(model).candidates(request);
  for (int k = 0; k < candidates.count; k++) {
    PlanRequest asked = request;
    asked.tuning = candidates.list[k].tuning;
    trials.push_back({plannerOf(model).plan(asked), candidates.list[k].seconds});
  }
  return trials;
}

std::string candidatesText(const std::vector<TuningStats::Trial> &tried, std::int64_t components) {
  std::string text = "  Gcomp/s expected  measured\n";
  for (const TuningStats::Trial &trial : tried)
    text += fmt::format("  {:>16}  {:>8}  {}\n", rateText(trial.expected, components),
                        rateText(trial.measured, components), wayText(trial.plan));
  return text;
}

std::string tuningText(const RunRecord &stats, bool explain) {
  const TuningStats &tuning = stats.tuning;
  const bool says = tuning.origin == TuningStats::Origin::Remembered ||
                    tuning.origin == TuningStats::Origin::Measured;
  if (stats.run.steps == 0 || tuning.time.expected == 0 || (!says && !explain))
    return "";
  std::string text;
  if (tuning.origin != TuningStats::Origin::Asked)
    text += fmt::format("tuning: {}\n", reasonText(tuning));
  if (!explain)
    return text;
  if (!tuning.tried.empty())
    text += candidatesText(tuning.tried, stats.components);
  return text + fmt::format("{} steps at {}\n", wayText(stats.plan), limitText(stats));
}

} // namespace eulerc
