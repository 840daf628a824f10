// Texts about candidates, trials and utilisation (tuning.h).

#include "cli/tuning.h"

#include "planning/planner.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "forms/form.h"
#include "host/processor_rates.h"

namespace eulerc {
namespace {

/// "diamond vector, 256 steps a launch, vectors of 16, work-groups of 1"
std::string wayText(const Plan &plan) {
  std::string text = fmt::format("{} {}", plan.scheme(), plan.name());
  if (plan.levelsPerLaunch > plan.levelsOfStep)
    text += fmt::format(", {} steps a launch", plan.timeSteps(plan.levelsPerLaunch));
  if (plan.vectorWidth > 1)
    text += fmt::format(", vectors of {}", plan.vectorWidth);
  if (const std::int64_t kept = sizesOf(plan).kept; kept != 0)
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

/// The reason for the choice.
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

bool isOfProcessor(const RunRecord &stats) { return stats.backend != "opencl" || stats.isCpu; }

/// "84 % of memory, 12 % of arithmetic"
std::string utilisationText(const RunRecord &stats) {
  const Utilisation used = utilisationOf(stats);
  std::vector<std::string> parts;
  const auto add = [&](const std::optional<double> &share, const char *of) {
    if (share)
      parts.push_back(fmt::format("{:.3g} % of {}", 100 * *share, of));
  };
  add(used.memory, "memory");
  add(used.arithmetic, "arithmetic");
  add(used.launches, "launches");
  if (!parts.empty())
    return fmt::format("{}", fmt::join(parts, ", "));
  return isOfProcessor(stats) ? "not known of so short a run"
                              : "not known, as the device's rates could not be measured";
}

} // namespace

DeviceRates ratesOf(const RunRecord &stats) {
  constexpr double shortest = 0.02; // s
  if (stats.rates.known() || !isOfProcessor(stats) || stats.seconds < shortest)
    return stats.rates;
  return processorRates();
}

Utilisation utilisationOf(const RunRecord &stats) {
  const DeviceRates rates = ratesOf(stats);
  const auto share = [&](double count, double rate) {
    return count > 0 && rate > 0 && stats.seconds > 0 ? std::optional(count / rate / stats.seconds)
                                                      : std::nullopt;
  };
  const Work &work = stats.work;
  return {share(work.bytes, rates.bytes),
          share(work.operations, stats.isDouble ? rates.doubleFlops : rates.flops),
          share(work.launches, rates.leastLaunch > 0 ? 1 / rates.leastLaunch : 0)};
}

std::vector<TuningStats::Trial> expectedTrials(const Model &model, const PlanRequest &request) {
  std::vector<TuningStats::Trial> trials;
  const Candidates candidates = plannerOf(model).candidates(request);
  for (int k = 0; k < candidates.count; k++) {
    PlanRequest asked = request;
    asked.tuning = candidates.list[k].tuning;
    trials.push_back({plannerOf(model).plan(asked),
                      static_cast<double>(model.method.stages) * candidates.list[k].seconds});
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

std::string tryingText(const TuningStats &tuning) {
  if (tuning.trying >= 0)
    return "  tries " + wayText(tuning.tried[static_cast<std::size_t>(tuning.trying)].plan);
  return tuning.building > 0 ? fmt::format("  builds {} more to try", tuning.building) : "";
}

std::string waitingText(const TuningStats &tuning) {
  if (tuning.building == 0)
    return "";
  return tuning.building == 1 ? "builds kernels"
                              : fmt::format("builds kernels of {} ways to run", tuning.building);
}

std::string tuningText(const RunRecord &stats, bool explain) {
  const TuningStats &tuning = stats.tuning;
  const bool says = tuning.origin == TuningStats::Origin::Remembered ||
                    tuning.origin == TuningStats::Origin::Measured;
  if (stats.run.steps == 0 || tuning.expected == 0 || (!says && !explain))
    return "";
  std::string text;
  if (tuning.origin != TuningStats::Origin::Asked)
    text += fmt::format("tuning: {}\n", reasonText(tuning));
  if (!explain)
    return text;
  if (!tuning.tried.empty())
    text += candidatesText(tuning.tried, stats.components);
  return text + fmt::format("{}; utilisation: {}\n", wayText(stats.plan), utilisationText(stats));
}

} // namespace eulerc
