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

// Measured on an H200 (132 units), heat and Brusselator as floats, some 25 shapes of each:
//
//   lanes   2 are better than 1 by 9 % (heat 16384²) and 19 % (Brusselator 7072²); 4 lose 20 %
//   levels  as many as fit in 84 registers, 10 at most: heat 16384² 8: 1771, 10: 1973, 12: 1938;
//           8192² 1335, 1591, 1537; 6 of the Brusselator 20 % faster than 4; leapfrog 8192² 6:
//           1620, 8: 1856, 12: 1592 Gcomp/s; lattice Boltzmann 3072² 1: 265, 2: 470, 3: 383
//   group   128; 224 to 256 are 0.6 to 0.95 times as fast (a few large tiles wait for each other),
//           64 on 500² 1.05 to 1.4 times; on 2000² with 4 levels 824, 128 with 6 levels 826
//   rows    levels fill over S periods of them; and the last tiles of a launch leave units idle, as
//           if each had three tiles more (heat, 2048² to 16384², 10 levels, for 3, 5, 8, 14 and 24
//           tiles a unit: of the computed ones 1060, 1380, 1600 to 1650, 1900, 2100). 4096² with 72
//           rows 1128, 144 1031, 294 674; Brusselator 2000² 36: 826, 69: 767; fdtd 4096² 126: 927,
//           159: 807, 318: 475
//   last    boxes at the end that are lower than the others; units that are done take more of them:
//           heat 8192² all of 147 rows 1590, 70 % of 200 and then 80 1700, 60 % of 300 and 80 1709;
//           16384² 1909, 350 and 100 1940; 4096² 1118, 100 and 40 1157; Brusselator 7072² 1514,
//           150 and 60 1583, 120 and 50 1538

/// How large tiles are, as far as nothing is asked for.
struct Sizes {
  std::int64_t group;
  std::int64_t
      registers;       ///< of 32 bits, for the levels that a work-item keeps and their new values
  std::int64_t levels; ///< at most
};
constexpr Sizes largeSizes = {128, 84, 10}, smallSizes = {64, 62, 8};

/// Of steps of two stages, of which each keeps other values, more levels pay (H200, Cahn-Hilliard
/// with a quantity within steps, 8192²: 4 levels 602, 6: 662, 8: 713, 10: 797, 12: 718).
constexpr Sizes twoStagesSizes = {128, 92, 10};

/// Methods of several stages keep other registers at each level, fewer than there are in all: no
/// vectors, if points see their neighbours alone, and enough levels for two steps of four stages in
/// flight. Measured on an H200, Gcomp/s of steps of one and of two stages side by side: rk4 heat
/// 4096² float2 172, float 195, two steps of it 224; Brusselator 2000² 155, 180, 162; bs32 181,
/// 236, 277; 223, 182, 239; dopri5 (one step) 114, 131; 83, 102. Where points see two rows, and
/// vectors are of two, one step (H100, drawn programs of 3072²): rk4 62, two steps 28; ssprk3 110,
/// 98; 60, 43.
constexpr std::int64_t leastStages = 3;
constexpr Sizes stagesSizes = {128, 84, 8};

/// Operations that the levels of a tile write out at most, for a period of rows, of steps of one
/// level and of several: what is beyond has to be loaded again and again. Measured on an H200,
/// Gcomp/s (operations): stripes 8192² 3 levels 624 (1,350), 4: 660 (1,800), 7: 490 (3,150);
/// convolution 4096² 3: 408 (1,590), 4: 398 (2,120), 8192² 554, 589. On an H100, drawn programs of
/// 3072²: 229 (2,020), 227 (3,030); 169 (2,500), 136 (5,000); 238 (1,800), 229 (2,700), 159
/// (4,500); by heun 78 (1,320), 63 (2,640); 263 (864), 251 (1,300), 226 (1,730); 182 (1,190), 157
/// (1,780); 93 (1,740), 75 (3,480); 234 (1,560), 200 (2,340).
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
/// guards, for those are better not tall (H200, Gcomp/s, heat with Robin walls 8192² 1350, with
/// lower tiles 1170; 4096² 774, 654).
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
