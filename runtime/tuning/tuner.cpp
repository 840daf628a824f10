#include "tuning/tuner.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/hash.h"
#include "model/stages.h"
#include "planning/request.h"
#include "state/state.h"
#include "templates/expand.h"

namespace eulerc {
namespace {

/// All choices made by hand, the numbers of their values. Every member of Tuning has a name here:
/// with one more of them this does not compile.
std::string hintsText(const Tuning &tuning) {
  const auto &[linearForm, workGroupSize, workGroups, groupsPerUnit, vectorWidth, vectorsDeep,
               arrangement, scheme, strategy, tileSteps, tileBlocks, tileForm, kept, box] = tuning;
  return fmt::format("{} {} {} {} {} {} {} {} {} {} {} {} {} {}", static_cast<int>(linearForm),
                     static_cast<int>(arrangement), static_cast<int>(scheme),
                     static_cast<int>(strategy), workGroupSize, workGroups, groupsPerUnit,
                     vectorWidth, vectorsDeep, tileSteps.count, tileBlocks, kept,
                     static_cast<int>(tileForm), fmt::join(box, " "));
}

/// "2^9 x 2^10": extents of the grid to the nearest power of two.
std::string sizeClass(const Grid &grid) {
  std::string text;
  for (int axis = 0; axis < grid.rank; axis++)
    text += fmt::format("{}2^{}", axis > 0 ? " x " : "",
                        std::lround(std::log2(static_cast<double>(grid.extent[axis]))));
  return text;
}

/// The hints, and for the rest what was remembered.
Tuning completed(const Tuning &hints, const Tuning &remembered) {
  Tuning tuning = remembered;
  if (hints.linearForm != LinearForm::Auto)
    tuning.linearForm = hints.linearForm;
  if (hints.tileForm != TileForm::Auto)
    tuning.tileForm = hints.tileForm;
  tuning.arrangement = hints.arrangement;
  tuning.strategy = hints.strategy;
  std::ranges::copy(hints.box, tuning.box);
  return tuning;
}

/// Why a tuning that was remembered cannot run, or "".
std::string reasonAgainst(const Tuning &tuning, const PlanRequest &request, const Plan &plan) {
  if (!plan.isPossible())
    return unsupportedText(plan);
  if (request.device.isHost && !hasHostCode(tuning.scheme))
    return fmt::format("the host has no code for {}", schemeName(tuning.scheme));
  return "";
}

/// Where notes of a job go, if anywhere.
TuningCache::Note noteOf(const Job &job) {
  return job.note ? job.note : [](const std::string &) {};
}

} // namespace

std::string tuningKey(const Model &model, const PlanRequest &request,
                      const std::string &buildOptions, const std::string &place) {
  const std::uint64_t program = hashOf(
      fmt::format("{} {} {} {}{}", model.compiler, buildOptions, request.reach,
                  hintsText(request.tuning),
                  textBefore(model, request.grid,
                             request.stages < request.levelsOfStep ? Parts::Any : Parts::Whole)),
      hashOf(withTemplates(model.device.kernels)));
  return fmt::format("{}, {} units; {} {:016x}; {}; {}", place, request.device.computeUnits,
                     model.name, program, precisionName(model.program.precision),
                     sizeClass(request.grid));
}

Tuning Tuner::start(const Job &job, const PlanRequest &request, const std::string &place,
                    TuningStats &stats) {
  stats = {};
  measures_ = false;
  if (request.tuning.scheme != Scheme::Auto)
    return request.tuning;
  stats.origin = TuningStats::Origin::Model;
  request_ = request;
  candidates_ = plannerOf(job.model).candidates(request);
  if (candidates_.count == 0)
    return request.tuning; // and the plan says why there is none
  const Tuning first = candidates_.list[0].tuning;
  if (job.measuring == Measuring::Never || candidates_.count < 2)
    return first;

  const double expected = candidates_.list[0].seconds * static_cast<double>(request.steps);
  budget_ = tuningBudget(job.measuring, expected);
  key_ = tuningKey(job.model, request, job.buildOptions, place);
  const std::optional<Remembered> known = cache_.find(key_, noteOf(job));
  if (known && job.measuring != Measuring::Always) {
    const Tuning tuning = completed(request.tuning, known->tuning);
    const Plan plan = planOf(job.model, request, tuning);
    const std::string reason = reasonAgainst(tuning, request, plan);
    // One that was found in a hurry is looked at again when there is time; a launch that is longer
    // than the run was found for longer ones.
    const bool suffices = known->complete || budget_ < 2 * known->budget;
    if (!reason.empty())
      noteOf(job)("what the tuning cache remembers is not used: " + reason);
    else if (suffices && plan.levelsPerLaunch <= request.steps) {
      stats.origin = TuningStats::Origin::Remembered;
      stats.copyRate = known->copyRate;
      return tuning;
    }
  }
  measures_ = budget_ > 0;
  return first;
}

Tuning Tuner::measure(const Job &job, const TuningCosts &costs, Measurer &measurer,
                      TuningStats &stats) {
  const Chosen chosen =
      chooseByMeasuring(candidates_, job.run.steps, job.measuring, costs, measurer);
  for (int k = 0; k < candidates_.count; k++) {
    const Candidate &candidate = candidates_.list[k];
    stats.tried.push_back({planOf(job.model, request_, candidate.tuning), candidate.seconds,
                           chosen.seconds[static_cast<std::size_t>(k)].value_or(0)});
  }
  const Tuning best = candidates_.list[chosen.best].tuning;
  stats.best = chosen.best;
  stats.copyRate = chosen.copyRate;
  if (chosen.measured() > 1) {
    stats.origin = TuningStats::Origin::Measured;
    cache_.keep(key_, {best, chosen.copyRate, budget_, chosen.complete}, noteOf(job));
  }
  return best;
}

} // namespace eulerc
