// SlabsStepper: a stepper for the whole grid that lets one stepper for each slab step at the same
// time. Files, monitors and step control see one state; save() puts it together.
#include <algorithm>
#include <cmath>
#include <exception>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "base/stopwatch.h"
#include "model/model_lists.h"
#include "schedule/times.h"
#include "slabs/balance.h"
#include "slabs/cut.h"
#include "slabs/remote_slab.h"
#include "slabs/slabs.h"

namespace eulerc {
namespace {

class SlabsStepper : public Stepper {
public:
  SlabsStepper(std::vector<std::unique_ptr<SlabProxy>> proxies, Slabs hints, Ranks *ranks)
      : proxies_(std::move(proxies)), hints_(std::move(hints)), ranks_(ranks) {}

  void addNeeds(const Footprint &footprint, MemoryNeeds &needs) const override;
  bool load(const Job &job, HostArray &y, bool held, RunRecord &stats) override;
  void advance(const Job &job, HostArray &y, RunRecord &stats) override;
  void save(const Job &job, HostArray &y) override;
  bool staysInParts() const override { return ranks_ != nullptr && count() > 1; }
  void savePiece(const Job &job, std::int64_t state, Range components, void *to) override;
  Copied copyTo(const Job &job, const CopyTarget &target) override;
  bool isFinite(const Job &job) override;
  double largest(const Job &job) override;
  std::function<double()> monitor(const Job &job, int number, const StateView &view) override;
  bool remember(const Job &job) override;
  std::optional<double> change(const Job &job) override;
  bool beginTrial(const Job &job) override;
  double errorOfTrial(const Job &job, const StepControl &control) override;
  void saveBefore(const Job &job, HostArray &y) override;
  void endTrial(const Job &job, bool isTaken) override;

private:
  int count() const { return static_cast<int>(proxies_.size()); }
  void saveAt(const Job &job, void *y, std::int64_t stateBytes);
  std::int64_t stepsToMeasure(const Job &job) const;
  void cutByMeasure(const Job &piece, HostArray &y, RunRecord &stats);
  void advancePiece(const Job &job, RunRecord &stats);
  void bringOthers(const Job &job);
  void advanceNoSteps(const Job &job);
  void end(SlabProxy &proxy, RunRecord &stats, std::exception_ptr &failure);
  template <class Value>
  std::vector<Value> together(const std::vector<std::function<Value()>> &results) const;

  std::vector<std::unique_ptr<SlabProxy>> proxies_;
  Slabs hints_;
  Cut cut_;
  std::vector<Domain> domains_;
  std::vector<std::uint64_t> fieldsHeld_; ///< revisions of the fields that slabs have
  bool isMeasured_ = false;               ///< the first steps were measured, if the user asks
  bool othersAreOld_ = false; ///< if slabs hold all rows: rows of others are not current
  Ranks *const ranks_;        ///< ranks, each with one slab; null: slabs are threads
};

std::string namesText(const std::vector<std::string> &names, bool areRanks) {
  const char *const parts = areRanks ? "ranks" : "slabs";
  const bool areAlike = std::ranges::all_of(names, [&](auto &name) { return name == names[0]; });
  return areAlike ? fmt::format("{} {}, each on {}", names.size(), parts, names[0])
                  : fmt::format("{} {}: {}", names.size(), parts, fmt::join(names, ", "));
}

void SlabsStepper::addNeeds(const Footprint &whole, MemoryNeeds &needs) const {
  Footprint slab = whole;
  if (!whole.isFarRead)
    for (std::int64_t *part : {&slab.components, &slab.state, &slab.fields, &slab.fieldBuffers})
      *part /= count();
  needs.processes = ranks_ == nullptr ? 1 : ranks_->localCount();
  for (const auto &proxy : proxies_)
    proxy->addNeeds(slab, needs);
}

bool SlabsStepper::load(const Job &job, HostArray &y, bool held, RunRecord &stats) {
  if (job.run.steps == 0 && !held)
    return false;
  if (held)
    save(job, y);
  const WholeGrid whole{job.model, job.grid, job.fileRow};
  CutGrid grid = cutOf(whole, count(), hints_);
  if (count() > 1) {
    const Grid slab = slabOf(job.grid, grid.domains.front(), grid.cut.radius);
    grid = cutOf(whole, count(), hints_, proxies_.front()->pace(job, slab));
  }
  const auto &[cut, domains] = grid;
  cut_ = cut;
  domains_ = domains;
  fieldsHeld_ = job.fieldRevisions;
  for (std::size_t k = 0; k < proxies_.size(); k++)
    proxies_[k]->settle(job, domains[k], cut);
  std::vector<std::string> names(proxies_.size());
  std::int64_t deviceBytes = 0;
  const int loads = stats.loads;
  // One after the other, so that a slab finds kernels and plans of the first one in caches.
  for (std::size_t k = 0; k < proxies_.size(); k++) {
    RunRecord own;
    RunRecord &record = k == 0 ? stats : own;
    proxies_[k]->load(job, y, record);
    names[k] = record.deviceName;
    deviceBytes += record.deviceBytes;
    stats.build += own.build;
    stats.transfer += own.transfer;
  }
  stats.deviceName = namesText(names, ranks_ != nullptr);
  stats.deviceBytes = deviceBytes;
  stats.hostBytes += staysInParts() ? 0 : y.room();
  stats.loads = loads + 1;
  if (cut.ghostDepth > 0)
    advanceNoSteps(job);
  othersAreOld_ = false;
  stats.slabs = {};
  stats.slabs.steps = cut.ghostDepth > 0 ? cut.steps : 0;
  stats.slabs.ghostDepth = cut.ghostDepth;
  for (const Domain &domain : domains) {
    stats.slabs.rows.push_back(domain.owned);
    stats.slabs.redundant += cut.computedTwice(domain) / static_cast<double>(domain.whole);
  }
  return true;
}

/// Ends a piece of a slab and adds its record; of times the longest of all slabs counts.
void SlabsStepper::end(SlabProxy &proxy, RunRecord &longest, std::exception_ptr &failure) {
  RunRecord own;
  try {
    proxy.end(own);
  } catch (const Exchange::Broken &) { // another slab failed, which reports it
  } catch (...) {
    failure = failure ? failure : std::current_exception();
  }
  longest.deviceSeconds = std::max(longest.deviceSeconds, own.deviceSeconds);
  longest.slabs.exchange = std::max(longest.slabs.exchange, own.slabs.exchange);
  longest.slabs.waiting = std::max(longest.slabs.waiting, own.slabs.waiting);
  longest.slabs.bytes += own.slabs.bytes;
  longest.slabs.each.push_back(own.slabs.each.empty() ? SlabStats::Of() : own.slabs.each.front());
}

/// Steps of a piece that are enough to measure the speed of slabs; 0: the user does not ask for
/// that, or the piece is too short.
std::int64_t SlabsStepper::stepsToMeasure(const Job &job) const {
  constexpr std::int64_t exchanges = 4;
  const std::int64_t steps = std::min(job.run.steps / 4, times(exchanges, cut_.steps));
  const bool isAsked = hints_.areMeasured && !isMeasured_ && cut_.ghostDepth > 0;
  return isAsked && steps >= cut_.steps ? steps : 0;
}

/// Cuts the grid again, by the times of the steps of a piece.
void SlabsStepper::cutByMeasure(const Job &piece, HostArray &y, RunRecord &stats) {
  isMeasured_ = true;
  const SlabStats before = stats.slabs;
  const MeasuredSlabs measured{cut_, domains_, before.each, piece.run.steps};
  const std::int64_t ofStep = cut_.ghostDepth / cut_.steps;
  const std::vector<double> shares = sharesOf(measured);
  const std::vector<std::int64_t> rows = cutRows(domains_[0].whole, shares);
  if (*std::ranges::min_element(rows) >= 4 * ofStep)
    hints_.shares = shares;
  hints_.ghostSteps = bestSteps(measured, ofStep);
  load(piece, y, true, stats);
  stats.slabs.exchange = before.exchange;
  stats.slabs.waiting = before.waiting;
  stats.slabs.bytes = before.bytes;
  stats.slabs.each = before.each;
}

void SlabsStepper::advance(const Job &job, HostArray &y, RunRecord &stats) {
  const std::int64_t first = stepsToMeasure(job);
  if (first == 0)
    return advancePiece(job, stats);
  Job piece = job;
  // The first steps of a run are slower: kernels are tried, memory is touched.
  for (std::int64_t done = 0; done < job.run.steps;) {
    const bool isRest = isMeasured_;
    const std::int64_t steps = isRest ? job.run.steps - done : first;
    piece.run = pieceOf(job.run, done, steps);
    if (job.progress)
      piece.progress = [&job, done](std::int64_t more) { job.progress(done + more); };
    if (done == first)
      stats.slabs.each.clear();
    advancePiece(piece, stats);
    done += steps;
    if (!isRest && done == 2 * first)
      cutByMeasure(piece, y, stats);
  }
}

void SlabsStepper::advancePiece(const Job &job, RunRecord &stats) {
  const Stopwatch running;
  othersAreOld_ = cut_.isGathered && job.run.steps > 0;
  for (const auto &proxy : proxies_)
    proxy->begin(job);
  RunRecord longest;
  std::exception_ptr failure;
  end(*proxies_[0], longest, failure); // steps the first slab
  if (failure && ranks_ != nullptr) {  // the other ranks would wait for its rows forever
    try {
      std::rethrow_exception(failure);
    } catch (const std::exception &error) {
      std::fputs(fmt::format("error: rank 0: {}\n", error.what()).c_str(), stderr);
      ranks_->abort(1);
    }
  }
  for (std::size_t k = 1; k < proxies_.size(); k++)
    end(*proxies_[k], longest, failure);
  if (failure)
    std::rethrow_exception(failure);
  stats.seconds += running.seconds();
  stats.deviceSeconds += longest.deviceSeconds;
  stats.slabs.exchange += longest.slabs.exchange;
  stats.slabs.waiting += longest.slabs.waiting;
  stats.slabs.bytes += longest.slabs.bytes;
  stats.slabs.each.resize(longest.slabs.each.size());
  for (std::size_t k = 0; k < stats.slabs.each.size(); k++) {
    SlabStats::Of &all = stats.slabs.each[k];
    const SlabStats::Of &more = longest.slabs.each[k];
    const Domain &domain = domains_[k];
    all = {all.steps + more.steps, all.exchange + more.exchange, all.waiting + more.waiting,
           cut_.computedTwice(domain) / static_cast<double>(domain.owned), more.rowsGo};
  }
}

/// Gathers all rows of other slabs if they are not current: steps gather only the rows that they
/// read.
void SlabsStepper::bringOthers(const Job &job) {
  if (othersAreOld_)
    advanceNoSteps(job);
}

/// Takes a piece of no steps: slabs prepare their exchange, and gather all rows if they hold them.
void SlabsStepper::advanceNoSteps(const Job &job) {
  Job none = job;
  none.run.steps = 0;
  none.progress = nullptr;
  RunRecord unused;
  advancePiece(none, unused);
}

void SlabsStepper::saveAt(const Job &job, void *y, std::int64_t stateBytes) {
  for (const auto &proxy : proxies_)
    proxy->save(job, y, stateBytes);
}

void SlabsStepper::save(const Job &job, HostArray &y) {
  saveAt(job, y.data(), job.components / job.model.program.stateCount * job.realSize());
}

void SlabsStepper::savePiece(const Job &job, std::int64_t state, Range components, void *to) {
  const std::int64_t each = job.components / job.model.program.stateCount;
  for (std::size_t k = 0; k < proxies_.size(); k++) {
    const Range owned = slabRowsOf(job.grid, job.fileRow, each, domains_[k]).ownedComponents();
    const Range some{std::max(components.begin, owned.begin), std::min(components.end, owned.end)};
    if (some.begin < some.end)
      proxies_[k]->savePiece(job, state, some,
                             static_cast<std::byte *>(to) +
                                 (some.begin - components.begin) * job.realSize());
  }
}

Stepper::Copied SlabsStepper::copyTo(const Job &job, const CopyTarget &target) {
  Job own = job;
  own.savedStates = job.model.program.stateCount;
  saveAt(own, target.first, target.stateBytes);
  return {};
}

bool SlabsStepper::isFinite(const Job &job) {
  return std::ranges::all_of(proxies_, [&](const auto &proxy) { return proxy->isFinite(job); });
}

double SlabsStepper::largest(const Job &job) {
  double largest = 0;
  for (const auto &proxy : proxies_)
    largest = std::max(largest, proxy->largest(job));
  return largest;
}

/// Calls one function for each slab, at the same time: in threads here, since ranks already
/// compute.
template <class Value>
std::vector<Value>
SlabsStepper::together(const std::vector<std::function<Value()>> &results) const {
  std::vector<Value> values(results.size());
  const auto compute = [&](int k) {
    values[static_cast<std::size_t>(k)] = results[static_cast<std::size_t>(k)]();
  };
  if (ranks_ == nullptr)
    inParallel(count(), compute);
  for (int k = 0; k < count() && ranks_ != nullptr; k++)
    compute(k);
  return values;
}

/// Null if values of points need rows that their slab does not hold, or if fields have new frames,
/// which slabs get with the next step.
std::function<double()> SlabsStepper::monitor(const Job &job, int number, const StateView &view) {
  const Monitor &monitor = reducedNumber(job.model, number);
  const std::int64_t rows = rowsRead(monitor, job.model, job.grid);
  if (job.fieldRevisions != fieldsHeld_)
    return nullptr;
  if (count() > 1 && !cut_.isGathered && (rows < 0 || rows > cut_.ghostDepth))
    return nullptr;
  if (monitor.reach != 0)
    bringOthers(job);
  std::vector<std::function<ReducedPart()>> parts;
  for (const auto &proxy : proxies_)
    parts.push_back(proxy->part(job, number, view.t));
  const std::int64_t points = job.components / job.model.program.stateCount;
  return [value = joined(monitor.reduction, points, together(parts))] { return value; };
}

bool SlabsStepper::remember(const Job &job) {
  bringOthers(job);
  return std::ranges::all_of(proxies_, [&](const auto &proxy) { return proxy->remember(job); });
}

std::optional<double> SlabsStepper::change(const Job &job) {
  bringOthers(job);
  double largest = 0;
  for (const auto &proxy : proxies_) {
    const std::optional<double> change = proxy->change(job);
    if (!change)
      return std::nullopt;
    largest = std::isnan(*change) || *change > largest ? *change : largest;
  }
  return largest;
}

bool SlabsStepper::beginTrial(const Job &job) {
  for (const auto &proxy : proxies_)
    proxy->beginTrial(job);
  return true;
}

double SlabsStepper::errorOfTrial(const Job &job, const StepControl &control) {
  std::vector<std::function<double()>> errors;
  for (const auto &proxy : proxies_)
    errors.push_back(proxy->errorOfTrial(job, control));
  return together(errors).front();
}

void SlabsStepper::saveBefore(const Job &job, HostArray &y) {
  for (const auto &proxy : proxies_)
    proxy->saveBefore(job, y.data(),
                      job.components / job.model.program.stateCount * job.realSize());
}

void SlabsStepper::endTrial(const Job &job, bool isTaken) {
  for (const auto &proxy : proxies_)
    proxy->endTrial(job, isTaken);
}

} // namespace

std::unique_ptr<Stepper> makeSlabs(std::vector<std::unique_ptr<Stepper>> steppers,
                                   const Slabs &hints, bool isRing) {
  const int count = static_cast<int>(steppers.size());
  std::vector<std::unique_ptr<Exchange>> ends = exchangeOfThreads(count, isRing);
  std::vector<std::unique_ptr<SlabProxy>> proxies;
  for (std::size_t k = 0; k < steppers.size(); k++)
    proxies.push_back(std::make_unique<LocalSlab>(std::move(steppers[k]), std::move(ends[k]), count,
                                                  k == 0, false));
  return std::make_unique<SlabsStepper>(std::move(proxies), hints, nullptr);
}

std::unique_ptr<Stepper> makeSlabsOfRanks(Ranks &ranks, Precision precision, const RankPlace &place,
                                          const Slabs &hints, bool isRing,
                                          const std::function<void(const std::string &)> &note) {
  std::vector<std::unique_ptr<SlabProxy>> proxies;
  proxies.push_back(std::make_unique<LocalSlab>(makeStepperOf(ranks, precision, place, note),
                                                exchangeOfRanks(ranks, isRing), ranks.localCount(),
                                                true, true));
  for (int rank = 1; rank < ranks.count(); rank++)
    proxies.push_back(std::make_unique<RemoteSlab>(ranks, rank, place, isRing));
  return std::make_unique<SlabsStepper>(std::move(proxies), hints, &ranks);
}

} // namespace eulerc
