#include "tuning/choose.h"

#include <algorithm>

namespace eulerc {
namespace {

/// Another candidate than those before it has to be faster than by noise.
constexpr double clearlyFaster = 0.97;

/// Launches that measuring takes at the least.
constexpr double leastLaunches = 4;

/// Seconds of measuring short launches; more would say no more.
constexpr double longestMeasurement = 0.2;

/// The first one, unless it was measured and another one is faster.
int fastest(const std::vector<std::optional<double>> &seconds) {
  std::size_t best = 0;
  for (std::size_t k = 1; k < seconds.size(); k++)
    if (seconds[k] && seconds[best] && *seconds[k] < clearlyFaster * *seconds[best])
      best = k;
  return static_cast<int>(best);
}

} // namespace

double tuningBudget(Measuring measuring, double runSeconds) {
  if (measuring == Measuring::Always)
    return mostTuningSeconds;
  if (measuring == Measuring::Never || runSeconds < leastRunToMeasure)
    return 0;
  return std::min(mostTuningSeconds, mostTuningShare * runSeconds);
}

int Chosen::measured() const {
  return static_cast<int>(
      std::ranges::count_if(seconds, [](const auto &found) { return found.has_value(); }));
}

Chosen chooseByMeasuring(const Candidates &candidates, std::int64_t steps, Measuring measuring,
                         const TuningCosts &costs, Measurer &measurer) {
  Chosen chosen;
  chosen.seconds.resize(static_cast<std::size_t>(candidates.count));
  const double start = measurer.now();
  double expected = candidates.count == 0 ? 0 : candidates.list[0].seconds; // of a step
  double scale = 1;                                                         // of the model
  double build = 0; // what it takes until the candidate can be measured
  for (int k = 0; k < candidates.count; k++) {
    const double budget = tuningBudget(measuring, expected * static_cast<double>(steps));
    if (candidates.count < 2 || budget == 0) {
      chosen.complete = false;
      break;
    }
    const Candidate &candidate = candidates.list[k];
    const double before = measurer.now();
    chosen.budget = budget - (measuring == Measuring::Always ? 0 : costs.restore);
    const double spent = measuring == Measuring::Always ? 0 : before - start + build;
    const double left = chosen.budget - spent;
    const double least =
        leastLaunches * static_cast<double>(candidate.stepsPerLaunch) * scale * candidate.seconds;
    if (least > left) {
      chosen.complete = false;
      if (k == 0)
        break;  // nothing to compare with: alone, a slower one would be the fastest measured
      continue; // another one may have shorter launches
    }
    const double share = std::min(left / (2 * (candidates.count - k)), longestMeasurement);
    const auto found = measurer.secondsOfStep(candidate, share);
    chosen.seconds[static_cast<std::size_t>(k)] = found;
    if (found && (k == 0 || *found < expected))
      expected = *found; // a run that will be shorter grants less
    if (k == 0) {
      build = costs.build;
      if (!found)
        break; // it is what would run: let the run say why it cannot
      scale = *found / candidate.seconds;
    } else { // the next one takes as long as this one did
      build = std::max(0.0, measurer.now() - before - share);
    }
  }
  const auto left = [&] {
    return chosen.budget - (measuring == Measuring::Always ? 0 : measurer.now() - start);
  };
  chosen.best = fastest(chosen.seconds);
  // The first one was measured when nobody had run yet: it is looked at again before another one is
  // taken for faster.
  if (chosen.best != 0 && chosen.seconds[0]) {
    const Candidate &first = candidates.list[0];
    const double least =
        leastLaunches * static_cast<double>(first.stepsPerLaunch) * *chosen.seconds[0];
    if (least <= left())
      if (const auto again =
              measurer.secondsOfStep(first, std::min(left() / 2, longestMeasurement)))
        chosen.seconds[0] = std::min(*chosen.seconds[0], *again);
    chosen.best = fastest(chosen.seconds);
  }
  // Bringing the state back copies it, too, and hardly faster.
  if (chosen.measured() > 0 && left() > leastLaunches * costs.restore && left() > 0)
    chosen.copyRate = measurer.copyRate(std::min(left() / 4, longestMeasurement));
  return chosen;
}

} // namespace eulerc
