// Measures candidates one after the other within a budget of seconds (measure_candidates.h).

#include "tuning/measure_candidates.h"

#include <algorithm>
#include <ranges>
#include <tuple>

#include "tuning/rounds.h"

namespace eulerc {
namespace {

/// A later candidate replaces the first only if its time is below this share, to be safe from
/// noise.
constexpr double clearlyFaster = 0.97;

/// The most seconds for measuring a candidate; longer measurements are no more precise.
constexpr double longestMeasurement = 0.2;

/// Measuring runs at least four pieces; one piece if it takes 0.01 s or more.
constexpr double fewPieces = 4, longPiece = 0.01;

/// Launches, or copies, that may wait in a queue.
constexpr std::int64_t mostWaiting = 8192;

/// The index of the fastest candidate; the first measured one unless another is clearly faster.
int fastest(const std::vector<std::optional<double>> &seconds) {
  std::size_t best = 0;
  for (std::size_t k = 1; k < seconds.size(); k++)
    if (seconds[k] && (!seconds[best] || *seconds[k] < clearlyFaster * *seconds[best]))
      best = k;
  return static_cast<int>(best);
}

/// Seconds of a step of a candidate, measured for about `atMost` seconds after its build; nullopt
/// if the candidate cannot run here.
std::optional<double> secondsOfStep(Measurer &measurer, const Candidate &candidate, double atMost) {
  try {
    const auto shape = measurer.makeReady(candidate);
    if (!shape)
      return std::nullopt;
    const double piece = secondsOfOne(measurer, atMost, mostWaiting * shape->pieces,
                                      [&](std::int64_t pieces) { measurer.run(pieces); });
    return piece * static_cast<double>(shape->pieces) / static_cast<double>(shape->steps);
  } catch (const Error &) {
    return std::nullopt; // too large for the device; if the device is broken, the run will say so
  }
}

/// The state of one call of chooseByMeasuring().
class Choosing {
public:
  Choosing(const Candidates &candidates, std::int64_t steps, Measuring measuring,
           const TuningCosts &costs, Measurer &measurer)
      : candidates_(candidates), steps_(static_cast<double>(steps)), measuring_(measuring),
        costs_(costs), measurer_(measurer), start_(measurer.now()) {
    chosen_.seconds.resize(static_cast<std::size_t>(candidates.count));
  }

  Chosen choose() {
    measureAll();
    chosen_.best = fastest(chosen_.seconds);
    if (chosen_.best != 0 && chosen_.seconds[0])
      lookAgain();
    return chosen_;
  }

private:
  bool isTold() const { return measuring_ == Measuring::Always; }

  /// Seconds that are granted and not yet spent.
  double left() const { return chosen_.budget - (isTold() ? 0 : measurer_.now() - start_); }

  const Candidate &candidate(int k) const { return candidates_.list[k]; }
  std::optional<double> &seconds(int k) { return chosen_.seconds[static_cast<std::size_t>(k)]; }

  /// The least seconds that measuring a candidate takes, from the seconds of a step.
  double least(const Candidate &candidate, double secondsOfStep) const {
    const LaunchShape shape = measurer_.shapeOf(candidate);
    const double piece =
        secondsOfStep * static_cast<double>(shape.steps) / static_cast<double>(shape.pieces);
    return piece < longPiece ? fewPieces * piece : piece;
  }

  /// The least seconds for another candidate than the first, its build included.
  double leastOfOthers() const {
    double found = least(candidate(1), candidate(1).seconds);
    for (int k = 2; k < candidates_.count; k++)
      found = std::min(found, least(candidate(k), candidate(k).seconds));
    return costs_.build + found;
  }

  void measureAll();
  void lookAgain();

  const Candidates &candidates_;
  const double steps_;
  const Measuring measuring_;
  const TuningCosts costs_;
  Measurer &measurer_;
  const double start_;
  Chosen chosen_;
};

void Choosing::measureAll() {
  double expected = candidates_.count == 0 ? 0 : candidate(0).seconds; // of a step
  double scale = 1;                                                    // of the model
  double build = 0; // seconds until the candidate can be measured
  for (int k = 0; k < candidates_.count; k++) {
    const double budget = tuningBudget(measuring_, expected * steps_);
    if (candidates_.count < 2 || budget == 0) {
      chosen_.complete = false;
      return;
    }
    const double before = measurer_.now();
    chosen_.budget = budget - (isTold() ? 0 : costs_.restore);
    const double granted = left() - (isTold() ? 0 : build);
    double needed = least(candidate(k), scale * candidate(k).seconds);
    if (k == 0 && !isTold())
      needed += leastOfOthers(); // a single measurement chooses nothing
    if (needed > granted) {
      chosen_.complete = false;
      if (k == 0)
        return;
      continue; // another one may have shorter launches
    }
    const double share = std::min(granted / (2 * (candidates_.count - k)), longestMeasurement);
    const auto found = seconds(k) = secondsOfStep(measurer_, candidate(k), share);
    if (found && (k == 0 || *found < expected))
      expected = *found; // a run that will be shorter grants less
    if (k == 0) {
      build = costs_.build;
      if (!found && !isTold())
        return; // the run would take this candidate: let it say why it cannot
      scale = found ? *found / candidate(k).seconds : scale;
    } else { // the next build is expected to take as long as this one
      build = std::max(0.0, measurer_.now() - before - share);
    }
  }
}

/// Measures the first candidate again before another one counts as faster: the device was cold when
/// the first one was measured.
void Choosing::lookAgain() {
  const Candidate &first = candidate(0);
  double &measured = *seconds(0);
  if (least(first, measured) > left())
    return;
  if (const auto again = secondsOfStep(measurer_, first, std::min(left() / 2, longestMeasurement)))
    measured = std::min(measured, *again);
  chosen_.best = fastest(chosen_.seconds);
}

/// Whether an earlier candidate has the same form with other sizes: if one is slow, so are the
/// others.
bool isVariant(const Candidates &candidates, int candidate) {
  const auto formOf = [](const Tuning &tuning) {
    return std::tuple(tuning.scheme, tuning.linearForm, tuning.tileForm);
  };
  return std::ranges::any_of(std::views::iota(0, candidate), [&](int k) {
    return formOf(candidates.list[k].tuning) == formOf(candidates.list[candidate].tuning);
  });
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

bool isSoonReady(const Candidate &candidate, const PlanRequest &request) {
  constexpr double soon = 3.5; // s; by the estimate: a first build may come from a cache
  return request.device.isCpu || candidate.build < soon;
}

void promisingFirst(const Candidates &candidates, std::vector<int> &asked) {
  constexpr double ofVariant = 2;
  double best = candidates.list[0].seconds;
  for (int k = 1; k < candidates.count; k++)
    best = std::min(best, candidates.list[k].seconds);
  std::ranges::stable_sort(asked, {}, [&](int k) {
    const double slower = best > 0 ? candidates.list[k].seconds / best : 1;
    return candidates.list[k].build * slower * (isVariant(candidates, k) ? ofVariant : 1);
  });
  const auto linear = std::ranges::find_if(
      asked, [&](int k) { return candidates.list[k].tuning.scheme == Scheme::Linear; });
  if (linear != asked.end())
    std::rotate(asked.begin(), linear, linear + 1);
}

Chosen chooseByMeasuring(const Candidates &candidates, std::int64_t steps, Measuring measuring,
                         const TuningCosts &costs, Measurer &measurer) {
  return Choosing(candidates, steps, measuring, costs, measurer).choose();
}

} // namespace eulerc
