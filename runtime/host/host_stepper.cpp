// Loads, advances, saves and observes a state in main memory.

#include "host/host_stepper.h"

#include <cstring>

#include <fmt/format.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "base/stopwatch.h"
#include "host/host_measuring.h"
#include "layout/whole.h"
#include "model/model_lists.h"
#include "model/stages.h"
#include "planning/planners.h"
#include "planning/request.h"
#include "reduction/monitors.h"
#include "schedule/times.h"
#include "state/state.h"
#include "tuning/pieces.h"

namespace eulerc {

class HostStepper::Rows : public HaloTransfer {
public:
  explicit Rows(HostStepper &stepper) : stepper_(stepper) {}

  void read(const Job &job, const HaloRows &rows, void *to) override {
    sentRowsOf(stepper_.heldPlaces(job), job.grid, rows.rows, rows.components)
        .copyOut(job.realSize(), stepper_.next_.data(), to);
  }
  void write(const Job &job, const HaloRows &rows, const void *from) override {
    sentRowsOf(stepper_.heldPlaces(job), job.grid, rows.rows, rows.components)
        .copyIn(job.realSize(), from, stepper_.next_.data());
  }

private:
  HostStepper &stepper_;
};

HostStepper::HostStepper(const char *backend)
    : backend_(backend), rows_(std::make_unique<Rows>(*this)),
      ready_(std::make_unique<ReadyLaunches>()) {}

HostStepper::~HostStepper() = default;

void HostStepper::addNeeds(const Footprint &f, MemoryNeeds &needs) const {
  needs.add(plus(f.state, f.fieldBuffers), plus(next_.room(), fields_.bytes()));
}

/// Trial: the tuner's access to this backend in trials of candidates. Nothing has to be built,
/// since all code is compiled.
class HostStepper::Trial : public TrialBackend {
public:
  Trial(HostStepper &backend, HostArray &y, RunRecord &stats)
      : backend_(backend), y_(y), stats_(stats) {}

  void beginBuilds(const std::vector<Tuning> &) override {}
  Trials::State readiness(int, double) override { return Trials::State::Ready; }

  bool switchTo(const Job &piece, const Tuning &tuning) override {
    const Stopwatch watch;
    Job whole = piece; // candidates are planned for the whole run
    whole.run.steps = backend_.plannedSteps_;
    ReadyLaunches &ready = *backend_.ready_;
    backend_.makeReady(whole, tuning, y_, backend_.threadsFor(piece), ready);
    ready.launches.reset();
    backend_.goOnWithTrial(whole);
    stats_.setPlan(ready.host.plan);
    stats_.tuning.seconds += watch.seconds();
    return true;
  }

  std::optional<double> measure(const Job &piece, bool) override {
    const double before = stats_.seconds;
    take(piece);
    return stats_.seconds - before;
  }

  void take(const Job &piece) override {
    if (backend_.isTrial_)
      backend_.advanceTrial(piece, y_, stats_);
    else
      backend_.advancePiece(piece, y_, stats_);
  }

private:
  HostStepper &backend_;
  HostArray &y_;
  RunRecord &stats_;
};

bool HostStepper::load(const Job &job, HostArray &y, bool held, RunRecord &stats) {
  const int threads = threadsFor(job);
  isTrial_ = false;
  slopeAt_.reset();
  stats.backend = backend_;
  stats.isCpu = true;
  stats.assumed.clear();
  stats.isDouble = job.model.program.precision == Precision::Double;
  stats.deviceName = fmt::format("{} thread{}", threads, threads == 1 ? "" : "s");
  if (!held)
    entered_.reset();
  const int entriesBefore = entries_;

  const HostDefault otherwise = defaultFor(job);
  *ready_ = ReadyLaunches{startOnHost(job, threads, backend_, otherwise), {}, {}};
  ReadyLaunches &ready = *ready_;
  const bool chooses = otherwise == HostDefault::Fastest || job.tuning.scheme != Scheme::Auto;
  Tuning tuning = job.tuning;
  stats.tuning.origin = TuningStats::Origin::Model;
  if (chooses)
    tuning = tuner_.start(job, ready.host.request, placeOnHost(ready.host, backend_), stats.tuning);
  const Stopwatch entering;
  makeReady(job, tuning, y, threads, ready);
  const double enterSeconds = entering.seconds();
  stats.initialise += enterSeconds;
  if (chooses && tuner_.measures()) {
    const Stopwatch choosing;
    tuning = measure(job, enterSeconds, y, threads, ready, stats.tuning);
    makeReady(job, tuning, y, threads, ready);
    stats.tuning.seconds = choosing.seconds();
  }
  ready.launches.reset(); // they point to this job, which ends
  plannedSteps_ = job.run.steps;
  stats.setPlan(ready.host.plan);
  stats.tuning.expected = plannerOf(job.model).secondsOfStep(ready.host.request, stats.plan);
  stats.hostBytes = y.room() + next_.room() + job.allFieldBytes() + fields_.bytes();
  stats.loads += entries_ - entriesBefore;
  tuner_.beginTrials(job);
  return true;
}

void HostStepper::advance(const Job &job, HostArray &y, RunRecord &stats) {
  Trial trial(*this, y, stats);
  tuner_.advance(job, trial, stats);
}

/// The launches of a piece of a run.
static HostPlan planOfPiece(const Job &job, const HostPlan &whole) {
  HostPlan piece = whole;
  piece.plan = withEvenLaunches(withLevels(piece.plan, levelsOf(job.run, job.model)));
  return piece;
}

/// Before steps: copies the times of events into other copies of the state.
static void copyEvents(const Job &job, const ValuePlaces &places, const HostArray &from,
                       std::initializer_list<void *> to, int threads) {
  for (int state = 0; state < job.model.program.stateCount; state++) {
    if (!job.model.program.states[state].isEvent)
      continue;
    const std::int64_t begin = (places.lead + state * places.array) * job.realSize();
    const std::int64_t bytes = std::min(places.array * job.realSize(), from.room() - begin);
    inParallel(threads, [&](int index) {
      const Range part = cutRange(bytes, 4096, threads, index);
      for (void *const other : to)
        std::memcpy(static_cast<std::byte *>(other) + begin + part.begin,
                    static_cast<const std::byte *>(from.data()) + begin + part.begin,
                    static_cast<std::size_t>(part.end - part.begin));
    });
  }
}

/// Clears the gaps of a buffer before steps write to it, unless they are clear.
static void clearOnce(bool &isClear, const Places &places, std::int64_t size, HostArray &y) {
  if (!isClear)
    clearGaps(places, size, y.data());
  isClear = true;
}

void HostStepper::advancePiece(const Job &job, HostArray &y, RunRecord &stats) {
  const int threads = threadsFor(job);
  slopeAt_.reset();
  const HostPlan piece = planOfPiece(job, ready_->host);
  clearOnce(gapsClear_, heldPlaces(job), job.realSize(), y);
  ready_->buffers.y[0] = next_.data();
  ready_->buffers.y[1] = y.data();
  const HostLaunches launches(job, piece, ready_->buffers, levelsOf(job.run, job.model));
  if (!launches.carriesEvents() && !eventsAlike_)
    copyEvents(job, valuePlaces(heldPlaces(job), job.grid.classes), next_, {y.data()}, threads);
  eventsAlike_ = !launches.carriesEvents();

  if (job.progress)
    job.progress(0);
  ProgressClock clock(job);
  const Stopwatch running;
  runAll(job, launches, threads, &clock);
  stats.seconds += running.seconds();
  stats.work.add(leastWork(piece.request, piece.plan));
  if (launches.swapsBehind(launches.count()) % 2 == 1)
    y.swap(next_);
}

namespace {

/// A time in the precision of steps.
double timeInSteps(const Model &model, double t) {
  return model.program.precision == Precision::Float ? static_cast<double>(static_cast<float>(t))
                                                     : t;
}

} // namespace

void HostStepper::advanceTrial(const Job &asked, HostArray &y, RunRecord &stats) {
  // The slope is not known in the ghost zone of a slab.
  const bool isKnown =
      asked.share == nullptr && slopeAt_ == timeInSteps(asked.model, asked.run.from);
  const Model model = withSlope(asked.model, isKnown);
  const Job job = asked.of(model);
  clearOnce(gapsClear_, heldPlaces(job), job.realSize(), y);
  HostBuffers buffers = ready_->buffers;
  buffers.first = next_.data();
  buffers.y[0] = trial_.data();
  buffers.y[1] = y.data();
  if (isOpen(model))
    tellStages(model, job.grid, buffers.constants.data());
  const HostPlan piece = planOfPiece(job, ready_->host);
  const HostLaunches launches(job, piece, buffers, levelsOf(job.run, job.model));
  if (!launches.carriesEvents())
    copyEvents(job, valuePlaces(heldPlaces(job), job.grid.classes), next_,
               {y.data(), trial_.data()}, threadsFor(job));
  eventsAlike_ = false;
  const Stopwatch running;
  runAll(job, launches, threadsFor(job), nullptr);
  stats.seconds += running.seconds();
  stats.work.add(leastWork(piece.request, piece.plan));
  if (launches.swapsBehind(launches.count()) % 2 == 1)
    y.swap(trial_);
  next_.swap(trial_);
  slopeBefore_ = slopeAt_;
  slopeAt_.reset();
  if (model.method.keepsSlope)
    slopeAt_ = timeInSteps(model, timeOfLevel(job.run, model, model.method.stages - 1));
  stats.steps.kept += model.method.knowsSlope ? 1 : 0;
}

Places HostStepper::heldPlaces(const Job &job) const {
  return job.statePlaces(job.layout(Arrangement::SoA, *entered_));
}

void HostStepper::save(const Job &job, HostArray &y) {
  const Places places = job.saved(heldPlaces(job));
  leaveLayout(places, job.realSize(), next_.data(), y.data(), threadsFor(job));
  gapsClear_ = eventsAlike_ = false;
}

Stepper::Copied HostStepper::copyTo(const Job &job, const CopyTarget &target) {
  return {nullptr, leaveLayout(job.copied(heldPlaces(job), target), job.realSize(), next_.data(),
                               target.first, threadsFor(job))};
}

bool HostStepper::read(const Job &job, std::span<const std::int64_t> components, void *to) {
  const ValuePlaces places = valuePlaces(heldPlaces(job), job.grid.classes);
  const auto size = static_cast<std::size_t>(job.realSize());
  auto *out = static_cast<std::byte *>(to);
  for (const std::int64_t component : components) {
    std::memcpy(out,
                static_cast<const std::byte *>(next_.data()) +
                    job.placeOf(component, places) * job.realSize(),
                size);
    out += size;
  }
  return true;
}

Pace HostStepper::paceOf(const Job &job, const Grid &grid) {
  return paceOnHost(job, threadsFor(job), defaultFor(job), grid);
}

HaloTransfer *HostStepper::rows() { return rows_.get(); }

bool HostStepper::isFinite(const Job &job) {
  return allFinite(job.model.program.precision, heldPlaces(job), next_.data(), threadsFor(job));
}

double HostStepper::largest(const Job &job) {
  return largestValue(job.model.program.precision, job.own(heldPlaces(job)), next_.data(),
                      threadsFor(job));
}

std::function<double()> HostStepper::monitor(const Job &job, int number, const StateView &view) {
  StateView held = view;
  held.y = next_.data();
  held.state = valuePlaces(heldPlaces(job), job.grid.classes);
  const double value = monitorValue(job.model, number, held,
                                    job.components / job.model.program.stateCount, threadsFor(job));
  return [value] { return value; };
}

std::optional<ReducedPart> HostStepper::part(const Job &job, int number, const StateView &view) {
  StateView held = view;
  held.y = next_.data();
  held.state = fromWhole(valuePlaces(heldPlaces(job), job.grid.classes), job.grid);
  return monitorPart(job.model, number, held, job.share->points, job.share->all, threadsFor(job));
}

namespace {

void copyByAll(const HostArray &from, HostArray &to, std::int64_t bytes, int threads) {
  inParallel(threads, [&](int index) {
    const Range part = cutRange(bytes, 4096, threads, index);
    std::memcpy(static_cast<std::byte *>(to.data()) + part.begin,
                static_cast<const std::byte *>(from.data()) + part.begin,
                static_cast<std::size_t>(part.end - part.begin));
  });
}

} // namespace

bool HostStepper::remember(const Job &job) {
  if (before_.bytes() != next_.room() && next_.room() > availableHostMemory() / 2)
    return false;
  before_.allocate(next_.room());
  copyByAll(next_, before_, next_.room(), threadsFor(job));
  beforeEntered_ = entered_;
  return true;
}

std::optional<double> HostStepper::change(const Job &job) {
  if (before_.bytes() != next_.room() || beforeEntered_ != entered_)
    return std::nullopt;
  Places places = heldPlaces(job);
  places.states = std::ssize(solvedStatesOf(job.model));
  return largestChange(job.model.program.precision, places, before_.data(), next_.data(),
                       threadsFor(job));
}

Tuning HostStepper::measure(const Job &job, double enterSeconds, HostArray &y, int threads,
                            ReadyLaunches &ready, TuningStats &stats) {
  HostMeasurer::Lent lent;
  lent.planOf = [&](const Tuning &tuning) { return planOf(job.model, ready.host.request, tuning); };
  lent.prepare = [&](const Tuning &tuning) { makeReady(job, tuning, y, threads, ready); };
  lent.runAll = [&](const HostLaunches &launches) { runAll(job, launches, threads, nullptr); };
  lent.threads = threads;
  HostMeasurer measurer(std::move(lent), ready);
  // In 2-D and 3-D, launches with and without tiles have different layouts.
  const double change = job.grid.rank > 1 ? 2 * enterSeconds : 0;
  const Stopwatch choosing;
  Tuning tuning = tuner_.measure(job, {change, change}, measurer, stats);
  while (job.measuring == Measuring::Always && choosing.seconds() < longTuning &&
         tuner_.widen(job.model, true))
    tuning = tuner_.measure(job, {change, change}, measurer, stats);
  return tuning;
}

void HostStepper::makeReady(const Job &job, const Tuning &tuning, HostArray &y, int threads,
                            ReadyLaunches &ready) {
  ready.launches.reset();
  eventsAlike_ = false;
  planOnHost(job, tuning, backend_, ready.host);
  const RowAlignment alignment = ready.host.plan.alignment;
  if (entered_ != alignment) {
    if (entered_)
      save(job, y);
    enter(job, y, alignment, threads);
  }
  clearOnce(gapsClear_, heldPlaces(job), job.realSize(), y);
  ready.buffers = buffersFor(job, y, alignment, threads);
  ready.launches.emplace(job, ready.host, ready.buffers, levelsMeasured(ready.host.plan));
}

void HostStepper::enter(const Job &job, HostArray &y, RowAlignment alignment, int threads) {
  const Places places = job.statePlaces(job.layout(Arrangement::SoA, alignment));
  entered_.reset(); // in case allocate() throws
  trialGapsClear_ = false;
  next_.allocate(y.bytes(), y.room());
  enterLayout(places, job.realSize(), y.data(), next_.data(), threads);
  clearGaps(places, job.realSize(), y.data());
  entered_ = alignment;
  gapsClear_ = true;
  entries_++;
}

HostBuffers HostStepper::buffersFor(const Job &job, const HostArray &y, RowAlignment alignment,
                                    int threads) {
  fields_.enter(job, alignment, threads);
  HostBuffers buffers;
  buffers.y[0] = next_.data();
  buffers.y[1] = y.data();
  buffers.constants = job.constants(job.layout(Arrangement::SoA, alignment), alignment);
  buffers.tables = job.tables();
  buffers.state =
      valuePlaces(job.statePlaces(job.layout(Arrangement::SoA, alignment)), job.grid.classes);
  buffers.fields = fields_.pointers(job, buffers.tables.data());
  return buffers;
}

bool HostStepper::takeFields(const Job &job) {
  fields_.enter(job, *entered_, threadsFor(job));
  ready_->buffers.fields = fields_.pointers(job, ready_->buffers.tables.data());
  slopeAt_.reset();
  return true;
}

} // namespace eulerc
