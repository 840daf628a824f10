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

/// Sizes of tiles without hints.
struct Sizes {
  std::int64_t group;
  std::int64_t
      registers;       ///< of 32 bits, for the levels that a work-item keeps and their new values
  std::int64_t levels; ///< the most levels of a launch
};
constexpr Sizes largeSizes = {128, 84, 10}, smallSizes = {64, 62, 8};

/// For methods of two stages: each stage keeps other values, so more levels are faster.
constexpr Sizes twoStagesSizes = {128, 92, 10};

/// For methods of three stages and more. Each level keeps other values, and fewer than a whole
/// state: without vectors, two steps of four stages fit in flight if the reach is one point. With a
/// reach of two rows and vectors of two lanes, one step fits.
constexpr std::int64_t leastStages = 3;
constexpr Sizes stagesSizes = {128, 84, 8};

/// The most operations that the levels of a tile may write out for a period of rows, for methods of
/// one stage and of several. Longer code does not fit in the instruction cache.
constexpr double operationsOfOne = 2150, operationsOfSeveral = 1600;

bool hasStages(const PlanRequest &request) { return request.stages >= leastStages; }

/// Large tiles a unit below which tiles are small.
constexpr std::int64_t fewTiles = 3;

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

/// Levels whose values fit in registers and whose code is not too long; at least one step.
std::int64_t levelsThatFit(const PlanRequest &request, std::int64_t lanes, const Sizes &sizes) {
  const std::int64_t vector = lanes * request.realSize / 4;
  const std::int64_t ofNew = 3 * request.grid.components * vector; // loaded, read and computed
  const std::int64_t fitting =
      most(sizes.registers - ofNew, 0) / (request.stencil.vectorsInFlight * vector);
  const double ofLevel = real(periodOf(request) * lanes * request.grid.components) *
                         std::max(request.stencil.flopsPerComponent, 1.0);
  const double operations = request.stages == 1 ? operationsOfOne : operationsOfSeveral;
  const auto written = static_cast<std::int64_t>(operations / ofLevel);
  const bool haveRoom = hasStages(request) && lanes == 1;
  const std::int64_t levels =
      least(haveRoom ? sizes.levels : fitting, least(sizes.levels, written));
  return request.wholeSteps(most(least(levels, request.steps), 1));
}

/// Lanes of a vector: two if enough levels fit then, and at least the reach.
std::int64_t lanesOf(const PlanRequest &request) {
  const std::int64_t lanes = leastLanes(request, 4);
  const bool hasRoom = request.grid.extent[1] > 1 && widestVector(request) > 1;
  const bool fits =
      !hasStages(request) && levelsThatFit(request, 2, smallSizes) >= least(4, request.steps);
  return request.tuning.vectorWidth == 0 && lanes == 1 && hasRoom && fits ? 2 : lanes;
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

void setBox(const PlanRequest &request, TileShape &shape) {
  shape.box[1] = columnsOf(request, shape);
  shape.box[0] = rowsOf(request, shape);
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

/// The shape by hints, and by `sizes` where there are none. It may not be possible.
TileShape chosenShape(const PlanRequest &request, const Sizes &sizes) {
  TileShape shape;
  shape.lanes = lanesOf(request);
  shape.levels = hintOr(request.hintedLevels(), levelsThatFit(request, shape.lanes, sizes));
  const std::int64_t row = request.grid.extent[1] + 2 * streamingGhostZone(request, shape, 1);
  shape.across = itemsOf(request, least(sizes.group, roundUp(ceilDiv(row, shape.lanes), 32)));
  setBox(request, shape);
  if (request.tuning.tileSteps > 0)
    return shape;
  shape.levels = request.wholeSteps(least(shape.levels, shape.box[0] / periodOf(request)));
  while (shape.levels > request.stages && !isPossible(request, shape))
    shape.levels -= request.stages;
  setBox(request, shape);
  return shape;
}

TileShape evenShapeOf(const PlanRequest &request) {
  if (hasStages(request))
    return chosenShape(request, stagesSizes);
  const TileShape large = chosenShape(request, request.stages == 2 ? twoStagesSizes : largeSizes);
  const bool isSmall = !isPossible(request, large) ||
                       tilesOf(request, large) < fewTiles * request.device.computeUnits;
  return isSmall ? chosenShape(request, smallSizes) : large;
}

TileShape chosenShape(const PlanRequest &request) {
  TileShape shape = evenShapeOf(request);
  gradeBoxes(request, shape);
  return shape;
}

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
  const std::int64_t lanes = lanesOf(request);
  if (request.reachAlong[1] > lanes)
    refuse(plan, Reason::Reach, request.reachAlong[1], lanes);
  requireReach(request, plan);
  plan.vectorWidth = lanes;
  // Shorter rows are not aligned.
  requireRows(request, plan, request.tuning.vectorWidth > 0 ? lanes : 1);
  if (!plan.isPossible())
    return plan;
  const TileShape shape = chosenShape(request);
  if (isPossible(request, shape))
    finishStreaming(request, plan, shape);
  else
    refuseShape(request, plan, shape);
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
  const auto &tiles = shapeOf<Streaming>(plan);
  const std::int64_t fill = plan.levelsPerLaunch.count * periodOf(request);
  const std::int64_t perRow = ceilDiv(request.grid.extent[1], tiles.box[1]);
  const std::int64_t walked = request.grid.extent[0] * perRow + fill * tiles.tiles;
  const double units = real(most(request.device.computeUnits, 1));
  const double last = figuresOf(request).streaming.lastTiles * real(tiles.lowBox + fill) * units;
  return (real(walked) + last) / real(request.grid.extent[0] * perRow);
}

const Form streaming = ofPlanes();

} // namespace eulerc::forms
