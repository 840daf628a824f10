// Runs tiles or points of a launch, and stores the events they found.

#include "host/host_launches.h"

#include <algorithm>
#include <cstring>

#include "host/event_notes.h"
#include "model/model_lists.h"
#include "reduction/monitors.h"
#include "schedule/times.h"
#include "state/state.h"

namespace eulerc {
namespace {

/// The number of hits that are stored together: so many stay in a cache.
constexpr std::size_t manyHits = 4096;

/// Gives a copy of the state the times of events.
template <class Real> void copyHits(const std::vector<EventHit> &hits, void *to) {
  for (const EventHit &hit : hits)
    static_cast<Real *>(to)[hit.at] = static_cast<Real>(hit.time);
}

} // namespace

HostLaunches::HostLaunches(const Job &job, const HostPlan &host, const HostBuffers &buffers,
                           std::int64_t timed)
    : job_(&job), host_(&host), buffers_(&buffers),
      tiling_(host.isTiled() ? host.plan.form->tiling(host.plan) : Tiling()),
      times_(std::make_shared<const std::vector<std::byte>>(
          host.isTiled() && job.model.stencil.usesTime ? timesOfLevels(job.run, job.model, timed)
                                                       : std::vector<std::byte>())),
      count_(host.isTiled() ? host.plan.launches : levelsOf(job.run, job.model)),
      parts_(host.isTiled() ? Range{0, tiling_.tiles} : job.ownedPoints()),
      memory_(memoryOf(host.plan)) {
  tiling_.before = firstLevelOf(job.run, job.model);
}

HostLaunches HostLaunches::sample(std::int64_t count, Range tiles) const {
  HostLaunches some = *this;
  some.count_ = count;
  some.isSample_ = true;
  if (isTiled())
    some.parts_ = tiles;
  return some;
}

std::int64_t HostLaunches::stepsAfter(std::int64_t launches) const {
  const std::int64_t levels = isTiled() ? launches * host_->plan.levelsPerLaunch.count : launches;
  return std::min(levels / job_->model.method.stages, job_->run.steps);
}

Range HostLaunches::usefulRows(std::int64_t launch) const {
  const std::int64_t held = job_->grid.extent[0];
  if (isSample_)
    return {0, held};
  const Run &run = job_->run;
  const std::int64_t behind = isTiled() ? (launch + 1) * tiling_.tileSteps : launch + 1;
  const std::int64_t levels = (job_->ghosts.newAt - numberOf(run)) * job_->model.method.stages;
  return job_->ghosts.useful(held, levels - std::min(behind, levelsOf(run, job_->model)));
}

Range HostLaunches::points(std::int64_t launch) const {
  const Range owned = job_->ownedPoints(), rows = usefulRows(launch);
  const std::int64_t row = job_->points / job_->grid.extent[0];
  return {std::max(owned.begin, rows.begin * row), std::min(owned.end, rows.end * row)};
}

TileLaunch HostLaunches::tileLaunch(std::int64_t number) const {
  const std::int64_t launch = isSample_ ? 0 : number;
  const Run &run = job_->run;
  const Range rows = usefulRows(launch);
  return {buffers_->constants.data(),
          before(launch),
          after(launch),
          buffers_->fields.data(),
          times_->data(),
          run.dt,
          lengthOfStep(run, run.steps - 1),
          tiling_,
          launch,
          {rows.begin, job_->grid.extent[0] - rows.end}};
}

void HostLaunches::compute(std::int64_t number, std::int64_t begin, std::int64_t end,
                           void *scratch) const {
  const std::int64_t launch = isSample_ ? 0 : number;
  FoundEvents &found = foundEvents();
  if (launch == 0) // hits may be left from a run that was broken off
    found.hits.clear();
  found.isWanted = job_->events != nullptr && !isSample_;
  if (isTiled())
    host_->code.tiles(tileLaunch(number), parts_.begin + begin, parts_.begin + end, scratch);
  else
    computePoints(launch, begin, end);
  // The tile may belong to another thread in the next launch.
  if (isTiled() || launch == 0 || launch + 1 == count_ || found.hits.size() > manyHits)
    takeEvents(launch);
}

void HostLaunches::takeEvents(std::int64_t launch) const {
  std::vector<EventHit> &hits = foundEvents().hits;
  if (!isSample_ && !hits.empty())
    storeEvents(launch, hits);
  hits.clear();
}

void HostLaunches::storeEvents(std::int64_t launch, const std::vector<EventHit> &hits) const {
  for (void *const copy : {after(launch), const_cast<void *>(before(launch))})
    if (carriesEvents() || copy == buffers_->first)
      continue;
    else if (job_->model.program.precision == Precision::Float)
      copyHits<float>(hits, copy);
    else
      copyHits<double>(hits, copy);
  if (job_->events != nullptr)
    noteFound(*job_, buffers_->state, hits);
}

void HostLaunches::computePoints(std::int64_t launch, std::int64_t begin, std::int64_t end) const {
  const Run &run = job_->run;
  host_->code.stepRange(
      buffers_->constants.data(), before(launch), after(launch), buffers_->fields.data(), begin,
      end, firstLevelOf(run, job_->model) + launch, timeOfLevel(run, job_->model, launch),
      timeOfLevel(run, job_->model, launch + 1),
      lengthOfStep(run, launch / job_->model.method.stages));
}

void HostLaunches::gather(std::int64_t launch, std::uint64_t components) const {
  const Places places = job_->statePlaces(job_->layout(Arrangement::SoA, host_->plan.alignment));
  const std::int64_t size = job_->realSize();
  // Within a step the level before this one wrote to the other copy of the state, and the copy at
  // the beginning of the step stays.
  const bool isAmid = launch > 0 && swapsBehind(launch) == swapsBehind(launch - 1);
  auto *const state =
      static_cast<std::byte *>(isAmid ? after(launch) : const_cast<void *>(before(launch)));
  const auto sentOf = [&](LevelRows::Rows rows) {
    return SentRuns(places.ofAllComponents(), job_->grid, rows, components);
  };
  job_->share->gather({[&](LevelRows::Rows rows, Writer &out) {
                         const SentRuns sent = sentOf(rows);
                         sent.copyOut(size, state, out.room(sent.bytes(size)));
                       },
                       [&](LevelRows::Rows rows, const void *values) {
                         sentOf(rows).copyIn(size, values, state);
                       }});
}

void HostLaunches::beginLevel(std::int64_t launch, int threads) const {
  const Model &model = job_->model;
  if (!isSample_ && job_->share != nullptr)
    if (const std::uint64_t components = job_->share->gatheredBefore(launch))
      gather(launch, components);
  if (!model.stencil.readsGlobals || isSample_)
    return;
  const std::vector<const void *> fields = job_->allFields();
  StateView view{job_->params.data(),
                 before(launch),
                 fields.data(),
                 fromWhole(buffers_->state, job_->grid),
                 {},
                 {1, 1, 1},
                 timeOfLevel(job_->run, model, launch)};
  model.program.extents(job_->params.data(), view.extent);
  seeBeyondEnds(view, job_->grid);
  view.field = fromWhole(
      filePlaces({view.extent, view.extent + model.program.rank}, job_->grid.classes), job_->grid);
  const std::int64_t points = job_->components / model.program.stateCount;
  // The first of the tables, which follow the fields.
  void *table =
      const_cast<void *>(buffers_->fields[static_cast<std::size_t>(model.program.fieldCount)]);
  setGlobals(model, table, [&](int number) {
    if (const Share *share = job_->share)
      return share->join(reducedNumber(model, number).reduction,
                         monitorPart(model, number, view, share->points, share->all, threads));
    return monitorValue(model, number, view, points, threads);
  });
}

bool HostLaunches::computeTurn(const SharedTurn &number, void *scratch) const {
  SharedTurn turn = number;
  turn.tile += parts_.begin;
  const bool goesOn = host_->code.turn(tileLaunch(number.launch), turn, scratch);
  takeEvents(number.launch);
  return goesOn;
}

void *HostScratch::of(int thread, const HostLaunches &launches) {
  HostArray &own = each_[static_cast<std::size_t>(thread)];
  const std::int64_t bytes = launches.scratchBytes();
  if (bytes > 0 && own.bytes() != bytes) {
    own.allocate(bytes);
    std::memset(own.data(), 0, bytesOf(bytes));
  }
  return own.data();
}

} // namespace eulerc
