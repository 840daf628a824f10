// Planner of overlapped tiles of 2-D grids on GPUs (of 3-D ones: space.cpp): strips of the
// grid that work-groups walk down with all steps of a launch in flight (strips.cl).
//
//   heat 8192 x 8192 floats, 132 compute units → boxes of 147 rows and 236 columns, 10 steps a
//   launch, a float2 of each row a work-item, 128 work-items
//
// A tile stores a box of box[0] rows and box[1] columns. It computes `margin` columns more on both
// sides, and as many rows as S steps spoil, and those during which its levels fill and drain. Every
// launch reads one copy of the state and writes the other.

#include "planning/planners.h"
#include "planning/shared.h"

#include "boxes.h"

#include <cmath>

namespace eulerc {
namespace {

using namespace planning;

/// What a work-group's tile is.
struct Shape {
  std::int64_t lanes = 1;  ///< of a vector
  std::int64_t group = 1;  ///< work-items, of which each computes a vector of a row
  std::int64_t levels = 1; ///< S, steps in flight
  std::int64_t rows = 1;   ///< that a tile stores
};

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
//           tiles a unit: of what is computed 1060, 1380, 1600 to 1650, 1900, 2100). 4096² with 72
//           rows 1128, 144 1031, 294 674; Brusselator 2000² 36: 826, 69: 767; fdtd 4096² 126: 927,
//           159: 807, 318: 475

/// How large tiles are, as far as nothing is asked for.
struct Sizes {
  std::int64_t group;
  std::int64_t registers; ///< of 32 bits, for what a work-item keeps of its levels and what is new
  std::int64_t levels;    ///< at most
};
constexpr Sizes largeSizes = {128, 84, 10}, smallSizes = {64, 62, 8};
/// Of these a point takes so many for each row that it sees beyond three (stripes 8192² 3 levels
/// 624, 4: 660, 7: 490; convolution 4096² 3: 408, 4: 398, 7 fewer).
constexpr std::int64_t seenRegisters = 18;

/// Methods of several stages keep other registers at each level, fewer than there are in all: no
/// vectors, and so many levels that two steps of four stages are in flight. Measured on an H200,
/// Gcomp/s of steps of one and of two stages side by side: rk4 heat 4096² float2 172, float 195,
/// two steps of it 224; Brusselator 2000² 155, 180, 162; bs32 181, 236, 277; 223, 182, 239; dopri5
/// (one step) 114, 131; 83, 102.
constexpr std::int64_t leastStages = 3;
constexpr Sizes stagesSizes = {128, 0, 8};

bool hasStages(const PlanRequest &request) { return request.stages >= leastStages; }

/// Small tiles are for grids that give a unit fewer large ones.
constexpr std::int64_t fewTiles = 3;

constexpr std::int64_t leastRows = 12, mostRows = 256;
constexpr double lastTiles = 3; ///< of a unit: what a launch takes longer for its last ones

std::int64_t periodOf(const PlanRequest &request) { return 2 * request.reachAlong[0] + 1; }

std::int64_t marginOf(const PlanRequest &request, const Shape &shape) {
  return roundUp(shape.levels * request.reachAlong[1], shape.lanes);
}

/// Columns that a tile stores: those wished for, or what remains of its lanes, cut evenly; 0 if
/// there are too few.
std::int64_t columnsOf(const PlanRequest &request, const Shape &shape) {
  const std::int64_t most = shape.group * shape.lanes - 2 * marginOf(request, shape);
  const std::int64_t wish = roundUp(request.tuning.box[1], shape.lanes);
  if (most < shape.lanes || most < wish)
    return 0;
  if (wish > 0)
    return wish;
  const std::int64_t strips = ceilDiv(request.grid.extent[1], most);
  return roundUp(ceilDiv(request.grid.extent[1], strips), shape.lanes);
}

/// Rows that a work-group walks, over which all levels advance.
std::int64_t iterationsOf(const PlanRequest &request, const Shape &shape) {
  return roundUp(shape.rows + shape.levels * periodOf(request), periodOf(request));
}

std::int64_t localBytes(const PlanRequest &request, const Shape &shape) {
  const std::int64_t reach = request.reachAlong[1];
  const std::int64_t shown = reach > 0 ? least(2 * reach, shape.lanes) : shape.lanes;
  return 2 * shape.levels * shownAcross(request) * shown * shape.group * request.realSize;
}

std::int64_t tilesOf(const PlanRequest &request, const Shape &shape) {
  return ceilDiv(request.grid.extent[0], shape.rows) *
         ceilDiv(request.grid.extent[1], columnsOf(request, shape));
}

bool isPossible(const PlanRequest &request, const Shape &shape) {
  return columnsOf(request, shape) >= shape.lanes &&
         localBytes(request, shape) <= request.device.localMemory;
}

/// Levels whose values fit in registers: one at least.
std::int64_t levelsThatFit(const PlanRequest &request, std::int64_t lanes, const Sizes &sizes) {
  const std::int64_t vector = lanes * request.realSize / 4;
  const std::int64_t ofNew = 3 * request.grid.components * vector; // loaded, seen and computed
  const std::int64_t ofRows = seenRegisters * (periodOf(request) - 3);
  const std::int64_t fitting =
      most(sizes.registers - ofNew - ofRows, 0) / (request.vectorsInFlight * vector);
  const std::int64_t levels = hasStages(request) ? sizes.levels : least(fitting, sizes.levels);
  return request.wholeSteps(most(least(levels, request.steps), 1));
}

/// Two if some levels fit; the reach at least.
std::int64_t lanesOf(const PlanRequest &request) {
  if (request.tuning.vectorWidth > 0)
    return request.tuning.vectorWidth;
  std::int64_t lanes = 1;
  while (lanes < 4 && lanes < request.reachAlong[1])
    lanes *= 2;
  const bool hasRoom = request.grid.extent[1] > 1 && widestVector(request) > 1;
  const bool fits =
      !hasStages(request) && levelsThatFit(request, 2, smallSizes) >= least(4, request.steps);
  return lanes == 1 && hasRoom && fits ? 2 : lanes;
}

/// With r rows a launch takes as long as (1 + fill / r) * (1 + last * r / all): the least of it.
std::int64_t rowsOf(const PlanRequest &request, const Shape &shape) {
  const std::int64_t columns = columnsOf(request, shape);
  if (request.tuning.box[0] > 0 || columns == 0)
    return most(request.tuning.box[0], 1);
  const std::int64_t strips = ceilDiv(request.grid.extent[1], columns);
  const std::int64_t fill = shape.levels * periodOf(request);
  const auto all = static_cast<double>(request.grid.extent[0] * strips);
  const double last = lastTiles * static_cast<double>(most(request.device.computeUnits, 1));
  const auto best = static_cast<std::int64_t>(std::sqrt(static_cast<double>(fill) * all / last));
  const std::int64_t segments =
      ceilDiv(request.grid.extent[0], least(most(best, leastRows), mostRows));
  return roundUp(ceilDiv(request.grid.extent[0], segments), periodOf(request));
}

/// What was wished for, and the rest by those sizes. It may not be possible.
Shape shapeOf(const PlanRequest &request, const Sizes &sizes) {
  const Tuning &tuning = request.tuning;
  Shape shape;
  shape.lanes = lanesOf(request);
  shape.levels =
      tuning.tileSteps > 0 ? request.wishedSteps() : levelsThatFit(request, shape.lanes, sizes);
  const std::int64_t row = request.grid.extent[1] + 2 * marginOf(request, shape);
  shape.group = tuning.workGroupSize > 0
                    ? tuning.workGroupSize
                    : least(sizes.group, roundUp(ceilDiv(row, shape.lanes), 32));
  shape.group = least(shape.group, request.device.maxWorkGroupSize);
  shape.rows = rowsOf(request, shape);
  if (tuning.tileSteps > 0)
    return shape;
  shape.levels = request.wholeSteps(least(shape.levels, shape.rows / periodOf(request)));
  while (shape.levels > request.stages && !isPossible(request, shape))
    shape.levels -= request.stages;
  shape.rows = rowsOf(request, shape);
  return shape;
}

Shape shapeOf(const PlanRequest &request) {
  if (hasStages(request))
    return shapeOf(request, stagesSizes);
  const Shape large = shapeOf(request, largeSizes);
  const bool isSmall = !isPossible(request, large) ||
                       tilesOf(request, large) < fewTiles * request.device.computeUnits;
  return isSmall ? shapeOf(request, smallSizes) : large;
}

void refuseShape(const PlanRequest &request, Plan &plan, const Shape &shape) {
  plan.tileSteps = shape.levels;
  plan.tileWidth = shape.group * shape.lanes;
  plan.box[1] = request.tuning.box[1];
  const std::int64_t needed =
      2 * marginOf(request, shape) + most(shape.lanes, request.tuning.box[1]);
  if (plan.tileWidth < needed)
    refuse(plan, Refusal::TileShape, needed, plan.tileWidth);
  else
    refuse(plan, Refusal::LocalMemory, localBytes(request, shape), request.device.localMemory);
}

void finish(const PlanRequest &request, Plan &plan, const Shape &shape) {
  const Grid &grid = request.grid;
  plan.vectorWidth = shape.lanes;
  plan.workGroupSize = shape.group;
  plan.vectorsAcross = shape.group;
  plan.kept = 1;
  plan.buffers = 2;
  plan.parts = grid.extent[1] % shape.lanes != 0 || shape.lanes > 4;
  plan.levels = plan.tileSteps = shape.levels;
  plan.tileWidth = shape.group * shape.lanes;
  plan.margin = marginOf(request, shape);
  plan.box[0] = least(shape.rows, grid.extent[0]);
  plan.box[1] = columnsOf(request, shape);
  plan.localBytes = localBytes(request, shape);
  const std::int64_t tiles = tilesOf(request, shape);
  splitStrips(request, plan);
  finishBoxes(request, plan, tiles,
              static_cast<double>(tiles * plan.tileWidth) *
                  static_cast<double>(iterationsOf(request, shape)));
}

} // namespace

double delayOfStrips(const PlanRequest &request, const Plan &plan) {
  const std::int64_t fill = plan.levels * periodOf(request);
  const double last = lastTiles * static_cast<double>(most(request.device.computeUnits, 1));
  return (1 + static_cast<double>(fill) / static_cast<double>(plan.box[0])) *
         (1 + last / static_cast<double>(plan.tiles));
}

Plan planStrips(const PlanRequest &request) {
  Plan plan = startBoxes(request, "strips", "eulerc_strips", 2);
  const std::int64_t lanes = lanesOf(request);
  if (plan.refusal == Refusal::None && request.reachAlong[1] > lanes)
    refuse(plan, Refusal::Reach, request.reachAlong[1], lanes);
  requireReach(request, plan);
  plan.vectorWidth = lanes;
  // Shorter rows are not aligned.
  requireRows(request, plan, request.tuning.vectorWidth > 0 ? lanes : 1);
  if (plan.refusal != Refusal::None)
    return plan;
  const Shape shape = shapeOf(request);
  if (isPossible(request, shape))
    finish(request, plan, shape);
  else
    refuseShape(request, plan, shape);
  return plan;
}

} // namespace eulerc
