// Planner of the overlapped scheme: the form of tiles that suits the device and the grid; and what
// the planners of these forms share, of lines and of grids: what their plans begin and end with,
// and what refuses them.

#include "planning/planners.h"
#include "planning/shared.h"

namespace eulerc {
namespace {

/// Whether what strips compute is worth their delay: tiles that are kept whole compute more twice
/// and have none. Measured on an H200, Gcomp/s of strips and of tiles kept whole (delay): heat
/// 8192² 1600, 1287 (1.45), 4096² 1106, 1007 (1.96), 2048² 733, 1232 (3.2); Brusselator 7072² 1536,
/// 1168 (1.41), 2000² 771, 845 (2.65); stripes 8192² 624, 485 (1.31); fdtd 4096² 818, 687 (1.63).
/// Methods of several stages were measured in strips alone.
bool worthTheirDelay(const PlanRequest &request, const Plan &strips) {
  constexpr double mostDelay = 2.2;
  return request.stages > 2 || strips.refusal != Refusal::None ||
         delayOfStrips(request, strips) <= mostDelay;
}

/// Of planes on a GPU: small ones are kept whole, others walked in strips, if these have room for a
/// step. Levels of a strip wait for each other, and quotients are long to wait for: then tiles are
/// kept whole at any size (H200, gierer_meinhardt 4,096²: 699 Gcomp/s, strips 432; a model of
/// tissue that divides, 8,192²: 568, 485). By hand, --kept and --tile-box ask for the one and the
/// other.
Plan planPlane(const PlanRequest &request) {
  const Tuning &tuning = request.tuning;
  if (tuning.kept > 0)
    return planKept(request);
  const Plan strips = planStrips(request);
  if (tuning.box[0] == 0 && tuning.box[1] == 0) {
    const Plan kept = planKept(request);
    const bool hasRoom = strips.refusal != Refusal::LocalMemory;
    const bool isSlow = !hasRoom || request.stencil.divides || !worthTheirDelay(request, strips);
    if (holdsGrid(request, kept) || (isSlow && kept.refusal == Refusal::None))
      return kept;
  }
  return strips;
}

} // namespace

/// The form that suits the device and the grid, or that was asked for.
Plan planOverlapped(const PlanRequest &request) {
  TileForm form = request.tuning.tileForm;
  const int rank = request.grid.rank;
  if (form == TileForm::Auto && request.device.isCpu)
    form = rank == 1 ? TileForm::Delayed : TileForm::Streamed;
  if (form == TileForm::Auto && rank == 2)
    return planPlane(request);
  if (form == TileForm::Delayed)
    return planDelayed(request);
  if (form == TileForm::Streamed)
    return planStreamed(request);
  if (form == TileForm::Auto && rank == 3)
    form = TileForm::Strips;
  if (form == TileForm::Strips)
    return rank == 3 ? planSpace(request) : planStrips(request);
  return rank == 2 ? planKept(request) : planRegisters(request);
}

namespace planning {

Plan startOverlapped(const PlanRequest &request, const char *form, const char *kernel) {
  Plan plan;
  plan.scheme = "overlapped";
  plan.form = form;
  plan.kernel = kernel;
  plan.steps = request.steps;
  plan.swaps = true;
  plan.units = request.grid.extent[0];
  plan.unitBytes = plan.pointBytes = request.grid.components * request.realSize;
  plan.isFlat = request.grid.rank == 1;
  plan.obstacle = request.stencil.overlapsObstacle;
  if (!plan.isFlat) {
    plan.alignment = RowAlignment::Grid; // vectors cover whole rows
    plan.blockUnits = 1;
  }
  if (request.accessDistance < 0 || request.reach < 0)
    refuse(plan, Refusal::Unbounded);
  return plan;
}

Plan startBoxes(const PlanRequest &request, const char *form, const char *kernel,
                std::int64_t rank) {
  Plan plan = startOverlapped(request, form, kernel);
  plan.shifts = true;
  if (!request.stencil.overlaps || request.grid.rank != rank)
    refuse(plan, Refusal::NoOverlap);
  return plan;
}

/// Refuses rows that go round and end amid a point, of which the last one lacks classes.
void requireWholeRing(const PlanRequest &request, Plan &plan) {
  const Grid &grid = request.grid;
  const int last = grid.rank - 1;
  std::int64_t rows = 1;
  for (int axis = 0; axis < last; axis++)
    rows *= grid.extent[axis];
  const std::int64_t states = request.stencil.componentsPerPoint / grid.classes;
  const std::int64_t row = rows == 0 ? 0 : request.components / (states * rows);
  if (request.stencil.goesRound(last) && row % grid.classes != 0)
    refuse(plan, Refusal::CutRing, grid.classes, row);
}

void requireReach(const PlanRequest &request, Plan &plan) {
  const int last = request.grid.rank - 1;
  requireWholeRing(request, plan);
  for (int axis = 0; axis <= last; axis++)
    if (plan.refusal == Refusal::None && request.grid.extent[axis] < request.reachAlong[axis]) {
      refuse(plan, Refusal::TooSmall, request.reachAlong[axis], request.grid.extent[axis]);
      plan.counted = axis == last ? "points a row" : axis == last - 1 ? "rows" : "planes";
    }
}

void requireLine(const PlanRequest &request, Plan &plan) {
  if (!request.stencil.overlaps || request.grid.rank > 1)
    refuse(plan, Refusal::NoOverlap);
  if (request.reach > plan.vectorWidth)
    refuse(plan, Refusal::Reach, request.reach, plan.vectorWidth);
  if (request.stencil.goesRound(0) && request.components % request.stencil.componentsPerPoint != 0)
    refuse(plan, Refusal::CutRing, request.stencil.componentsPerPoint, request.components);
}

std::int64_t leastLanes(const PlanRequest &request, std::int64_t mostLanes) {
  if (request.tuning.vectorWidth > 0)
    return request.tuning.vectorWidth;
  std::int64_t lanes = 1;
  while (lanes < mostLanes && lanes < request.reachAlong[request.grid.rank - 1])
    lanes *= 2;
  return lanes;
}

void requireLanes(const PlanRequest &request, Plan &plan, std::int64_t mostLanes) {
  const std::int64_t reach = request.reachAlong[request.grid.rank - 1];
  plan.vectorWidth = leastLanes(request, mostLanes);
  if (plan.vectorWidth > mostLanes)
    refuse(plan, Refusal::WideVectors, mostLanes, plan.vectorWidth);
  if (plan.vectorWidth < reach)
    refuse(plan, Refusal::Reach, reach, plan.vectorWidth);
}

void requireRows(const PlanRequest &request, Plan &plan, std::int64_t leastRow) {
  const std::int64_t row = request.grid.extent[request.grid.rank - 1];
  if (row < leastRow)
    refuse(plan, Refusal::ShortRows, leastRow, row);
}

void finishOverlapped(Plan &plan, std::int64_t tiles, std::int64_t workGroups) {
  plan.stepsPerLaunch = plan.tileSteps;
  plan.blocks = plan.tiles = tiles;
  plan = withSteps(plan, plan.steps);
  plan.workGroups = workGroups;
  plan.tilesPerGroupLeast = tiles / workGroups;
  plan.tilesPerGroupMost = ceilDiv(tiles, workGroups);
}

// H200, Gcomp/s with one kernel and with two (updates of a launch in brackets): planes with a
// source 8192² (8·10⁸) 1056, 1345, 4096² (1·10⁸) 524, 616; without 4096² 790, 731, 16384² 1934,
// 1876; the 7-point stencil of space 512³ (4·10⁸) 642, 668, with a source 430, 531, and 256³
// (6·10⁷) 321, 307. Heat with a source at one point 4096² (without 1134), 8192² (1677) and 16384²
// (1959): 1106, 1646, 1893; while other registers were taken, tiles at the source shared by 3
// work-groups 1152, 1551, 1833, by 8 1161, 1610, 1865, by 12 1163, 1609, 1865.
bool endsApart(const PlanRequest &request, std::int64_t steps) {
  constexpr double manyUpdates = 1e8;
  double updates = real(steps * request.grid.components);
  for (int axis = 0; axis < request.grid.rank; axis++)
    updates *= real(request.grid.extent[axis]);
  return !request.device.isCpu && updates >= manyUpdates &&
         (request.stencil.guards != Guards::None || request.grid.rank == 3);
}

void splitStrips(const PlanRequest &request, Plan &plan) {
  if (!endsApart(request, plan.tileSteps))
    return;
  plan.endsKernel = "eulerc_strips_ends";
  if (request.grid.rank == 3 || request.stencil.guards == Guards::Many)
    return;
  plan.endsTeam = 8;
  plan.endsGroups = roundUp(request.device.computeUnits, plan.endsTeam);
}

void finishBoxes(const PlanRequest &request, Plan &plan, std::int64_t tiles, double loaded) {
  finishOverlapped(plan, tiles, tiles);
  double stored = 1;
  for (int axis = 0; axis < request.grid.rank; axis++)
    stored *= real(request.grid.extent[axis]);
  plan.globalShare = request.lastingShare * (1 + loaded / stored) / (2 * real(plan.tileSteps));
  plan.redundantShare = loaded / stored - 1;
  plan.computedShare = 1 + plan.redundantShare;
}

} // namespace planning
} // namespace eulerc
