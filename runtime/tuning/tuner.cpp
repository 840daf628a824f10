// The part of Tuner that chooses before the first step (tuner.h): by the model, by the tuning cache
// or, with --tune, by measuring. trial_run.cpp tries candidates during the run.

#include "tuning/tuner.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/hash.h"
#include "model/stages.h"
#include "planning/code_size.h"
#include "planning/planners.h"
#include "planning/request.h"
#include "state/state.h"
#include "templates/expand.h"

namespace eulerc {
namespace {

/// The values of all hints as text, for the cache key. A new member of Tuning does not compile
/// until it is named here.
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

/// The remembered tuning with the user's hints in place.
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

double secondsOfRun(const Candidate &way, const PlanRequest &request) {
  return way.seconds * static_cast<double>(request.steps);
}

/// The candidate to begin with, when candidates will be tried: the one that leads to the earliest
/// end of the run. In a long run it only runs until the model's choice is built: at the same time
/// in another process (`isBeside`), or afterwards. A short run keeps its candidate. A short run
/// that was started n times before is expected n times more, so the build of the model's choice
/// pays at last.
int soonest(const Candidates &candidates, const PlanRequest &request, bool isShort, int runsBefore,
            bool isBeside) {
  constexpr double soon = 1, change = 0.1; // s; `change`: of the layout, and its kernels
  constexpr double process = 0.5;          // s; contexts of two processes (bench/notes.md)
  const Candidate &model = candidates.list[0];
  if (!isShort && !isBeside && model.build < soon)
    return 0;
  const double all = secondsOfRun(model, request) * (1 + runsBefore);
  int found = 0;
  double least = model.build + all;
  for (int k = 1; k < candidates.count; k++) {
    const Candidate &each = candidates.list[k];
    if (each.tuning.groupsPerUnit != request.tuning.groupsPerUnit)
      continue; // a register limit: another candidate is built before it
    const double runs = isBeside ? model.build + process - each.build : model.build;
    const double share = model.seconds / each.seconds * runs; // in seconds of the model's choice
    const bool isOvertaken = !isShort && share < all;
    const double takes = each.build + (isOvertaken ? runs + change + all - share
                                                   : all * each.seconds / model.seconds);
    if (takes < least) {
      found = k;
      least = takes;
    }
  }
  return found;
}

/// Whether other slabs wait for the steps of this job.
bool hasNeighbours(const Job &job) {
  return job.share != nullptr && job.share->points.end - job.share->points.begin < job.share->all;
}

/// The most runs that search for the fastest candidate, if each ends before all are tried.
constexpr int mostLooks = 3;

/// Why a remembered tuning cannot run, or "".
std::string reasonAgainst(const Tuning &tuning, const PlanRequest &request, const Plan &plan) {
  if (!plan.isPossible())
    return unsupportedText(plan);
  if (request.device.isHost && !hasHostCode(tuning.scheme))
    return fmt::format("the host has no code for {}", schemeName(tuning.scheme));
  return "";
}

} // namespace

TuningCache::Note noteOf(const Job &job) {
  return job.note ? job.note : [](const std::string &) {};
}

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

std::optional<int> Tuner::candidateOf(const Model &model, const Plan &plan) const {
  for (int k = 0; k < candidates_.count; k++)
    if (sameRun(plan, planOf(model, request_, candidates_.list[k].tuning)))
      return k;
  return std::nullopt;
}

/// The fastest tuning of an earlier run, if it can run now.
std::optional<Tuning> Tuner::remembered(const Job &job, const std::optional<Remembered> &known,
                                        const NotBuilt &notBuilt, TuningStats &stats) {
  // With --tune, slabs of equal size on devices of one kind measure once.
  const bool isToMeasure =
      job.measuring == Measuring::Always && !(hasNeighbours(job) && TuningCache::isKeptHere(key_));
  if (!known || !known->isMeasured() || isToMeasure)
    return std::nullopt;
  const Tuning tuning = completed(request_.tuning, known->tuning);
  const Plan plan = planOf(job.model, request_, tuning);
  if (const std::string reason = reasonAgainst(tuning, request_, plan); !reason.empty()) {
    noteOf(job)("what the tuning cache remembers is not used: " + reason);
    return std::nullopt;
  }
  // A launch longer than the run was measured in longer runs.
  if (plan.levelsPerLaunch > request_.steps || notBuilt.has(job.model, request_, plan))
    return std::nullopt;
  // An incomplete search continues in a few later runs, and if the budget is twice as large.
  const bool suffices =
      known->complete || ((known->looks >= mostLooks || !tries_) && budget_ < 2 * known->budget);
  known_ = *known;
  const std::optional<int> found = candidateOf(job.model, plan);
  first_ = found.value_or(candidates_.count);
  if (!found && candidates_.count < mostCandidates)
    candidates_.list[candidates_.count++] = candidateWith(job.model, request_, tuning);
  tries_ = tries_ && !suffices;
  stats.origin = TuningStats::Origin::Remembered;
  return tuning;
}

void Tuner::beginSoon(const Job &job, bool isShort, int runsBefore, bool buildsBeside) {
  first_ = soonest(candidates_, request_, isShort, runsBefore, buildsBeside && buildsMuch(job));
  if (isShort && first_ != 0)
    cache_.keep(key_, {.tuning = candidates_.list[first_].tuning, .shortRuns = runsBefore + 1},
                noteOf(job));
}

Tuning Tuner::start(const Job &job, const PlanRequest &request, const std::string &place,
                    TuningStats &stats, const NotBuilt &notBuilt, bool buildsBeside) {
  stats = {};
  measures_ = tries_ = false;
  pace_ = 1;
  known_ = {};
  seconds_.clear();
  isAsked_.clear();
  trials_.end();
  if (request.tuning.scheme != Scheme::Auto)
    return request.tuning;
  stats.origin = TuningStats::Origin::Model;
  request_ = request;
  candidates_ = notBuilt.candidatesLeft(job.model, request);
  first_ = 0;
  if (candidates_.count == 0)
    return request.tuning; // its plan says why there is no candidate
  if (job.measuring == Measuring::Never || candidates_.count < 2)
    return candidates_.list[0].tuning;

  const double expected = candidates_.list[0].seconds * static_cast<double>(request.steps);
  budget_ = tuningBudget(job.measuring, expected);
  key_ = tuningKey(job.model, request, job.buildOptions, place);
  // No trials with step control on devices, which load the state again after a rejected step, nor
  // if each step chooses its number of stages, since times of steps then differ. No trials of slabs
  // on devices: a slab that tries a way keeps the others waiting, and builds delay short pieces.
  const bool isOfSlab = hasNeighbours(job) && !request.device.isHost;
  const bool suits = !job.oneByOne || (request.device.isHost && job.model.method.stageLevels == 0);
  tries_ = job.measuring == Measuring::WhenItPays && suits && !isOfSlab;
  const std::optional<Remembered> known = cache_.find(key_, noteOf(job));
  if (const std::optional<Tuning> tuning = remembered(job, known, notBuilt, stats))
    return *tuning;
  measures_ = !tries_ && budget_ > 0 && (job.measuring == Measuring::Always || !isOfSlab);
  if (tries_ && !request.device.isCpu && !(known && known->isBuilt))
    beginSoon(job, expected < leastRunToMeasure, known ? known->shortRuns : 0, buildsBeside);
  return candidates_.list[first_].tuning;
}

/// The ratio is clamped: a build that comes from the driver's cache tells nothing about others.
void Tuner::noteBuild(double seconds) {
  constexpr double fastest = 0.2, slowest = 10;
  if (first_ < candidates_.count)
    pace_ = std::clamp(seconds / candidates_.list[first_].build, fastest, slowest);
}

double Tuner::secondsToBuild(int candidate) const {
  return pace_ * candidates_.list[candidate].build;
}

bool Tuner::buildsMuch(const Job &job) const {
  constexpr double some = 4; // s
  const bool isTuned = measures_ && job.measuring == Measuring::Always;
  const bool isLong = tries_ && secondsOfRun(candidates_.list[first_], request_) >= some;
  return isTuned || isLong;
}

void Tuner::beginTrials(const Job &job, TrialBackend *backend) {
  passed_ = 0;
  isLong_ = hasBegun_ = false;
  looksNext_ = true;
  stepsSinceLook_ = 0;
  building_.clear();
  seconds_.clear();
  if (!tries_)
    return;
  Trials::Rules rules = {.steps = job.run.steps,
                         .isOpen = job.oneByOne,
                         .stages = job.model.method.stages,
                         .turnSeconds = request_.device.isCpu ? 0.1 : 0.03};
  const double seconds = plannerOf(job.model).trialSeconds;
  if (seconds >= 0)
    rules = {rules.steps, rules.isOpen, rules.stages, seconds, 0, 1e9, 1e9};
  trials_.begin(candidates_, first_, rules);
  passOverSlower(job.model, 0);
  running_ = first_;
  const double all = secondsOfRun(candidates_.list[first_], request_);
  isLong_ = (all >= leastRunToMeasure && !job.oneByOne) || seconds >= 0;
  if (isLong_ && backend != nullptr)
    beginBuilds(job, *backend);
}

std::optional<int> Tuner::widen(const Model &model, bool isThorough) {
  const int known = candidates_.count;
  if (std::ranges::none_of(seconds_, [](double each) { return each > 0; }))
    return std::nullopt;
  candidates_ = plannerOf(model).neighbours(request_, candidates_, seconds_, isThorough);
  return candidates_.count > known ? std::optional(known) : std::nullopt;
}

std::vector<int> Tuner::notAsked() const {
  std::vector<int> found;
  for (int k = 0; k < candidates_.count; k++)
    if (static_cast<std::size_t>(k) >= isAsked_.size() || !isAsked_[static_cast<std::size_t>(k)])
      found.push_back(k);
  return found;
}

std::vector<int> Tuner::soonToMeasure(double seconds) const {
  std::vector<int> found, asked = notAsked();
  promisingFirst(candidates_, asked);
  std::ranges::stable_partition(asked, [&](int k) { return k == first_; }); // already built
  for (const int k : asked) {
    const double needs = k == first_ ? 0 : secondsToBuild(k);
    if (k != first_ && (!isSoonReady(candidates_.list[k], request_) || needs > seconds))
      continue;
    seconds -= needs;
    found.push_back(k);
  }
  return found;
}

std::vector<int> Tuner::lateToMeasure(double seconds) const {
  std::vector<int> found = notAsked();
  const auto soonest =
      std::ranges::min_element(found, {}, [&](int k) { return candidates_.list[k].build; });
  if (soonest == found.end() || secondsToBuild(*soonest) > seconds)
    return {};
  return {*soonest};
}

Tuning Tuner::measure(const Job &job, const TuningCosts &costs, Measurer &measurer,
                      TuningStats &stats, std::vector<int> asked) {
  if (asked.empty())
    asked = notAsked();
  isAsked_.resize(static_cast<std::size_t>(candidates_.count));
  for (const int k : asked)
    isAsked_[static_cast<std::size_t>(k)] = true;
  if (!seconds_.empty())
    asked.insert(asked.begin(), stats.best);
  Candidates some;
  for (const int k : asked)
    some.list[some.count++] = candidates_.list[k];
  const Chosen chosen = chooseByMeasuring(some, job.run.steps, job.measuring, costs, measurer);
  seconds_.resize(static_cast<std::size_t>(candidates_.count));
  for (std::size_t k = 0; k < asked.size(); k++) {
    double &known = seconds_[static_cast<std::size_t>(asked[k])];
    const double now = chosen.seconds[k].value_or(0); // other work only adds to a time
    known = known > 0 && now > 0 ? std::min(known, now) : std::max(known, now);
  }
  stats.best = asked[static_cast<std::size_t>(chosen.best)];
  for (int k = 0; k < candidates_.count; k++) {
    const double own = seconds_[static_cast<std::size_t>(k)];
    const double best = seconds_[static_cast<std::size_t>(stats.best)];
    if (own > 0 && (best == 0 || own < best))
      stats.best = k;
  }

  const auto stages = static_cast<double>(job.model.method.stages); // it measures levels
  stats.tried.clear();
  for (int k = 0; k < candidates_.count; k++)
    stats.tried.push_back({planOf(job.model, request_, candidates_.list[k].tuning),
                           stages * candidates_.list[k].seconds,
                           stages * seconds_[static_cast<std::size_t>(k)]});
  const Tuning best = candidates_.list[stats.best].tuning;
  if (chosen.measured() > 1) {
    stats.origin = TuningStats::Origin::Measured;
    cache_.keep(key_, {best, budget_, chosen.complete}, noteOf(job));
  }
  return best;
}

} // namespace eulerc
