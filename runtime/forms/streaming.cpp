// Planner of overlapped tiles of 2-D grids on GPUs (of 3-D ones: streaming_of_spaces.cpp):
// streaming tiles of the grid that work-groups walk down with all steps of a launch in flight
// (streaming.cl).
//
//   heat 8192 x 8192 floats, 132 compute units → boxes of 147 rows and 236 columns, 10 steps a
//   launch, a float2 of each row a work-item, 128 work-items
//
// A tile stores a box of box[0] rows and box[1] columns; the last boxes of many are lower. It
// computes `ghostZone` columns more on both sides, and as many rows as S steps spoil, and those
// during which its levels fill and drain. Every launch reads one copy of the state and writes the
// other.

#include "forms/streaming.h"
#include "forms/forms.h"

#include "boxes.h"

#include <algorithm>
#include <cmath>

namespace eulerc::forms {
namespace {

// Sizes of tiles: "Streaming tiles of planes" in bench/notes.md. Levels fill over S periods of
// rows, and the last tiles of a launch leave units idle, as if each had three tiles more. A few
// large tiles of a unit wait for each other.

/// How large tiles are, as far as nothing is asked for.
struct Sizes {
  std::int64_t group;
  std::int64_t
      registers;       ///< of 32 bits, for the levels that a work-item keeps and their new values
  std::int64_t levels; ///< at most
};
constexpr Sizes largeSizes = {128, 84, 10}, smallSizes = {64, 62, 8};

/// Of steps of two stages, of which each keeps other values, more levels pay.
constexpr Sizes twoStagesSizes = {128, 92, 10};

/// Methods of several stages keep other registers at each level, fewer than there are in all: no
/// vectors, if points see their neighbours alone, and enough levels for two steps of four stages in
/// flight. Where points see two rows, and vectors are of two, one step.
constexpr std::int64_t leastStages = 3;
constexpr Sizes stagesSizes = {128, 84, 8};

/// Operations that the levels of a tile write out at most, for a period of rows, of steps of one
/// level and of several: what is beyond has to be loaded again and again.
constexpr double operationsOfOne = 2150, operationsOfSeveral = 1600;

bool hasStages(const PlanRequest &request) { return request.stages >= leastStages; }

/// Small tiles are for grids that give a unit fewer large ones.
constexpr std::int64_t fewTiles = 3;

constexpr std::int64_t leastRows = 12, mostRows = 256;

/// Columns that a tile stores: those asked for, or what remains of its lanes, cut evenly; 0 if
/// there are too few.
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

/// Levels whose values fit in registers, and whose text is not too long: one step at least.
std::int64_t levelsThatFit(const PlanRequest &request, std::int64_t lanes, const Sizes &sizes) {
  const std::int64_t vector = lanes * request.realSize / 4;
  const std::int64_t ofNew = 3 * request.grid.components * vector; // loaded, seen and computed
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

/// Two if some levels fit; the reach at least.
std::int64_t lanesOf(const PlanRequest &request) {
  const std::int64_t lanes = leastLanes(request, 4);
  const bool hasRoom = request.grid.extent[1] > 1 && widestVector(request) > 1;
  const bool fits =
      !hasStages(request) && levelsThatFit(request, 2, smallSizes) >= least(4, request.steps);
  return request.tuning.vectorWidth == 0 && lanes == 1 && hasRoom && fits ? 2 : lanes;
}

/// With r rows a launch takes as long as (1 + fill / r) * (1 + last * r / all): the least of it.
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

/// Of many tiles the first ones are made taller and the last ones lower; not where whole tiles see
/// guards, for those are better not tall.
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

/// What was asked for, and the rest by those sizes. It may not be possible.
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
