// Planner of streaming tiles of 2-D grids on GPUs (3-D grids: streaming_of_spaces.cpp). A
// work-group walks down its tile row by row with all steps of a launch in flight (streaming.cl).
//
//   heat 8192 x 8192 floats, 132 compute units → boxes of 147 rows and 236 columns, 10 steps a
//   launch, a float2 of each row a work-item, 128 work-items
//
// A tile stores a box of box[0] rows and box[1] columns; if there are many boxes, the last ones
// have fewer rows. A tile also computes `ghostZone` columns at both sides, ghost rows for S steps,
// and rows while its levels fill and drain. Every launch reads one copy of the state and writes the
// other.

#include "forms/streaming.h"
#include "forms/forms.h"

#include "boxes.h"

#include <algorithm>
#include <cmath>

namespace eulerc::forms {
namespace {

// Sizes of tiles: "Streaming tiles of planes" in bench/notes.md. Levels fill over S periods of
// rows. The last tiles of a launch leave units idle, as if each unit had three tiles more. If a
// unit has only a few large tiles, barriers leave it idle.

/// What is searched among without hints.
struct Limits {
  std::int64_t levels; ///< of a launch
  /// Operations that the levels of a tile write out for a period of rows. Longer code does not fit
  /// in the instruction cache, and takes long to build.
  double operations;
};
constexpr Limits ofOneStage = {10, 2150}, ofTwoStages = {10, 1600}, ofMoreStages = {8, 1600};

Limits limitsOf(const PlanRequest &request) {
  return request.stages == 1 ? ofOneStage : request.stages == 2 ? ofTwoStages : ofMoreStages;
}

/// Work-items of a work-group. Tiles are small if a unit has fewer than `fewTiles` large ones.
constexpr std::int64_t ofLargeTiles = 128, ofSmallTiles = 64, fewTiles = 3;

constexpr std::int64_t leastRows = 12, mostRows = 256;

/// Columns that a tile stores: the hint, or an even part of the row that fits in its lanes next to
/// the ghost zones; 0 if nothing fits.
std::int64_t columnsOf(const PlanRequest &request, const TileShape &shape) {
  const std::int64_t most = shape.across * shape.lanes - 2 * streamingGhostZone(request, shape, 1);
  const std::int64_t hint = roundUp(request.tuning.box[1], shape.lanes);
  if (most < shape.lanes || most < hint)
    return 0;
  if (hint > 0)
    return hint;
  const std::int64_t perRow = ceilDiv(request.grid.extent[1], most);
  return roundUp(ceilDiv(request.grid.extent[1], perRow), shape.lanes);
}

bool isPossible(const PlanRequest &request, const TileShape &shape) {
  return columnsOf(request, shape) >= shape.lanes &&
         streamingBytes(request, shape, 2) <= request.device.localMemory;
}

/// Whether the code of a launch is as short as it should be.
bool isShort(const PlanRequest &request, const TileShape &shape) {
  const double ofLevel = real(periodOf(request) * shape.lanes * request.grid.components) *
                         std::max(request.stencil.flopsPerComponent, 1.0);
  return real(shape.levels) * ofLevel <= limitsOf(request).operations;
}

/// Rows of a box. With r rows, the time of a launch is proportional to (1 + fill / r) * (1 + last *
/// r / all); r minimizes it.
std::int64_t rowsOf(const PlanRequest &request, const TileShape &shape) {
  if (request.tuning.box[0] > 0 || shape.box[1] == 0)
    return most(request.tuning.box[0], 1);
  const std::int64_t perRow = ceilDiv(request.grid.extent[1], shape.box[1]);
  const std::int64_t fill = shape.levels * periodOf(request);
  const double all = real(request.grid.extent[0] * perRow);
  const double last =
      figuresOf(request).streaming.lastTiles * real(most(request.device.computeUnits, 1));
  const auto best = static_cast<std::int64_t>(std::sqrt(real(fill) * all / last));
  const std::int64_t segments =
      ceilDiv(request.grid.extent[0], least(most(best, leastRows), mostRows));
  return roundUp(ceilDiv(request.grid.extent[0], segments), periodOf(request));
}

/// The widest vectors to try: of two lanes, or of the reach.
std::int64_t mostLanes(const PlanRequest &request) {
  const std::int64_t lanes = leastLanes(request, 4);
  const bool isOpen = request.tuning.vectorWidth == 0 && request.grid.extent[1] > 1;
  return isOpen ? most(lanes, least(widestVector(request), 2)) : lanes;
}

/// The shape of these sizes. It may not be possible.
TileShape shapeOfSizes(const PlanRequest &request, std::int64_t group, std::int64_t lanes,
                       std::int64_t levels) {
  TileShape shape;
  shape.lanes = lanes;
  shape.levels = levels;
  const std::int64_t row = request.grid.extent[1] + 2 * streamingGhostZone(request, shape, 1);
  shape.across = itemsOf(request, least(group, roundUp(ceilDiv(row, lanes), 32)));
  shape.box[1] = columnsOf(request, shape);
  shape.box[0] = rowsOf(request, shape);
  return shape;
}

/// If there are many tiles, makes the first ones taller and the last ones lower, so that units end
/// at about the same time. Not if whole tiles test guards: those are slower when tall.
void gradeBoxes(const PlanRequest &request, TileShape &shape) {
  const GpuFigures::Streaming &figures = figuresOf(request).streaming;
  constexpr std::int64_t manyTiles = 6; // of a unit
  const auto times = [&](double factor) {
    return roundUp(static_cast<std::int64_t>(factor * real(shape.box[0])), periodOf(request));
  };
  const std::int64_t tall = times(figures.taller), low = times(figures.lower);
  const bool seeGuards =
      request.stencil.guards == Guards::Many ||
      (request.stencil.guards == Guards::AtPoints && !endsApart(request, shape.levels));
  if (request.tuning.box[0] > 0 || seeGuards || low < shape.levels * periodOf(request) ||
      tilesOf(request, shape) < manyTiles * request.device.computeUnits)
    return;
  const double rows = figures.shareOfTall * real(request.grid.extent[0]);
  shape.box[0] = tall;
  shape.low = low;
  shape.tallBoxes = static_cast<std::int64_t>(rows) / tall;
}

/// Values of 32 bits that a work-item keeps: the levels in flight, and what it loads, reads and
/// computes.
double valuesInFlight(const PlanRequest &request, const Plan &plan) {
  const std::int64_t vectors =
      plan.levelsPerLaunch.count * request.stencil.vectorsInFlight + 3 * request.grid.components;
  return real(vectors * plan.vectorWidth * request.realSize) / 4;
}

/// Warps that a unit holds at once, limited by registers, by local memory and by the tiles.
double warpsOf(const PlanRequest &request, const Plan &plan, double registers) {
  constexpr std::int64_t warp = 32, besideLocal = 1024; // bytes of each work-group
  const auto &tiles = shapeOf<Streaming>(plan);
  const DeviceLimits &device = request.device;
  const double ofRegisters = real(device.unitRegisters) / (registers * real(plan.workGroupSize));
  const double groups =
      std::min({ofRegisters, real(figuresOf(request).items) / real(plan.workGroupSize),
                real(device.unitLocalMemory) / real(tiles.localBytes + besideLocal),
                real(ceilDiv(tiles.tiles, most(device.computeUnits, 1)))});
  return std::max(groups, 1.0) * real(plan.workGroupSize) / warp;
}

/// The model's seconds of a step. The operations of a level, and the rows that all levels of a
/// launch share, take longer if a unit holds few warps and if values are spilled.
double secondsOf(const PlanRequest &request, const Plan &plan) {
  constexpr double mostRegisters = 255; // of a work-item
  const GpuFigures &all = figuresOf(request);
  const GpuFigures::Streaming &figures = all.streaming;
  const gpu::Speed speed = gpu::speedOf(request);
  const auto &tiles = shapeOf<Streaming>(plan);
  const auto components = real(request.grid.components), lanes = real(plan.vectorWidth);
  const auto levels = real(plan.levelsPerLaunch.count);
  const double units = real(most(request.device.computeUnits, 1)),
               words = real(request.realSize) / 4;

  const double needed = figures.registers + valuesInFlight(request, plan);
  const double warps = warpsOf(request, plan, std::min(needed, mostRegisters));
  const double waits = 1 + figures.waitingWarps * std::sqrt(request.flops / lanes) / warps;
  const double spills = 1 + std::max(0.0, needed - mostRegisters) / figures.spilled;
  const double ofRow = figures.ofRow / (levels * components);
  const double ofShown = figures.ofShown * real(shownAcross(request)) / components;
  const double ofFields = figures.ofField * request.fieldBytes / real(request.realSize);
  const double beside = figures.ofComponent + (ofRow + ofShown + ofFields) / lanes;
  const double ofComponent = (request.flops + beside) * words * waits * spills /
                             (figures.operations * speed.arithmetic * units);
  // All levels of a launch read the same values of fields, from caches.
  const double moved = (request.stateBytes + request.fieldBytes) * plan.expected.globalShare /
                       (figures.bytes * speed.memory * units);

  const std::int64_t perRow = ceilDiv(request.grid.extent[1], tiles.box[1]);
  const std::int64_t last = tiles.lowBox + plan.levelsPerLaunch.count * periodOf(request);
  const double idle = units * real(last) / real(request.grid.extent[0] * perRow);
  const double computing = plan.expected.computedShare * (1 + idle) * ofComponent;
  return all.launch * speed.launch / levels +
         real(request.components) *
             (std::max(computing, moved) + figures.shown * std::min(computing, moved));
}

/// Searches tiles of `group` work-items, by hints or by the model.
class Search {
public:
  Search(const PlanRequest &request, const Plan &start) : request_(request), start_(start) {}

  Fastest<Plan> run(std::int64_t group) {
    fastest_ = {};
    for (std::int64_t lanes = leastLanes(request_, 4); lanes <= mostLanes(request_); lanes *= 2)
      tryLevels(group, lanes);
    return fastest_;
  }

private:
  void tryLevels(std::int64_t group, std::int64_t lanes) {
    const Limits limits = limitsOf(request_);
    const eulerc_range among =
        hintAmong(request_.hintedLevels(), request_.stages, least(limits.levels, request_.steps));
    for (std::int64_t levels = among.first; levels == among.first || levels <= among.last;
         levels += request_.stages) {
      TileShape shape = shapeOfSizes(request_, group, lanes, levels);
      const bool isLeast = levels == among.first;
      const bool isUsual = isShort(request_, shape) && shape.box[0] >= levels * periodOf(request_);
      if (isPossible(request_, shape) && (isLeast || isUsual))
        offer(shape);
    }
  }

  void offer(TileShape shape) {
    gradeBoxes(request_, shape);
    Plan plan = start_;
    finishStreaming(request_, plan, shape);
    plan.expected.seconds = secondsOf(request_, plan);
    plan.expected.isFitted = true;
    fastest_.offer(plan, plan.expected.seconds);
  }

  const PlanRequest &request_;
  const Plan &start_;
  Fastest<Plan> fastest_;
};

void refuseShape(const PlanRequest &request, Plan &plan, const TileShape &shape) {
  auto &tiles = shapeOf<Streaming>(plan);
  plan.levelsPerLaunch = shape.levels;
  tiles.box[1] = request.tuning.box[1];
  const std::int64_t needed =
      2 * streamingGhostZone(request, shape, 1) + most(shape.lanes, request.tuning.box[1]);
  if (shape.points() < needed)
    refuse(plan, Reason::TileShape, needed, shape.points());
  else
    refuse(plan, Reason::LocalMemory, streamingBytes(request, shape, 2),
           request.device.localMemory);
}

Plan planPlanes(const PlanRequest &request) {
  Plan plan = startOverlapped<Streaming>(request, streaming, "eulerc_streaming");
  const std::int64_t lanes = plan.vectorWidth = leastLanes(request, 4);
  if (request.reachAlong[1] > lanes)
    refuse(plan, Reason::Reach, request.reachAlong[1], lanes);
  requireReach(request, plan);
  // Shorter rows are not aligned.
  requireRows(request, plan, request.tuning.vectorWidth > 0 ? lanes : 1);
  if (!plan.isPossible())
    return plan;
  Search search(request, plan);
  Fastest<Plan> found = search.run(ofLargeTiles);
  const std::int64_t few = fewTiles * most(request.device.computeUnits, 1);
  if (!found.isThere || shapeOf<Streaming>(found.shape).tiles < few)
    if (const Fastest<Plan> ofSmall = search.run(ofSmallTiles); ofSmall.isThere)
      found = ofSmall;
  if (found.isThere)
    return found.shape;
  plan.vectorWidth = mostLanes(request);
  const std::int64_t levels = most(request.hintedLevels(), request.stages);
  refuseShape(request, plan, shapeOfSizes(request, ofLargeTiles, plan.vectorWidth, levels));
  return plan;
}

Form ofPlanes() {
  Form form = formOfStreaming(2, planPlanes);
  form.rival = TileForm::Registers;
  form.isRegisterBound = true;
  return form;
}

} // namespace

double delayOfStreaming(const PlanRequest &request, const Plan &plan) {
  constexpr std::int64_t large = 32;
  PlanRequest grown = request;
  for (int axis = 0; axis < request.grid.rank; axis++) {
    grown.grid.extent[axis] *= large;
    grown.components *= large;
  }
  const double onLarge = planPlanes(grown).expected.seconds / real(grown.components);
  return plan.expected.seconds / real(request.components) / onLarge;
}

const Form streaming = ofPlanes();

} // namespace eulerc::forms
