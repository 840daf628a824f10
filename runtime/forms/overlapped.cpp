// Helpers of the planners of overlapped tiles (overlapped.h): checks that refuse a plan, the end of
// a plan, persistent rounds, and tiles made of blocks in registers.

#include "forms/overlapped.h"

#include "boxes.h"

#include <algorithm>

#include "base/memory.h"

namespace eulerc::forms {

/// Points along the last axis in the user's grid: all residue classes of the canonical form.
std::int64_t pointsOfRow(const PlanRequest &request) {
  const Grid &grid = request.grid;
  std::int64_t rows = request.stencil.componentsPerPoint / grid.classes;
  for (int axis = 0; axis < grid.rank - 1; axis++)
    rows *= grid.extent[axis];
  return rows == 0 ? 0 : request.components / rows;
}

/// Refuses a row of fewer than `needed` canonical points. The message counts points of the user's
/// grid.
void refuseRow(const PlanRequest &request, Plan &plan, Reason why, std::int64_t needed) {
  refuse(plan, why, (needed - 1) * request.grid.classes + 1, pointsOfRow(request));
}

/// Refuses periodic rows whose length is no multiple of the residue classes: the last canonical
/// point would lack some.
void requireWholeRing(const PlanRequest &request, Plan &plan) {
  const std::int64_t row = pointsOfRow(request), classes = request.grid.classes;
  if (request.stencil.goesRound(request.grid.rank - 1) && row % classes != 0)
    refuse(plan, Reason::CutRing, classes, row);
}

void requireReach(const PlanRequest &request, Plan &plan) {
  const int last = request.grid.rank - 1;
  requireWholeRing(request, plan);
  for (int axis = 0; axis <= last; axis++)
    if (plan.isPossible() && request.grid.extent[axis] < request.reachAlong[axis]) {
      if (axis == last)
        refuseRow(request, plan, Reason::TooSmall, request.reachAlong[axis]);
      else
        refuse(plan, Reason::TooSmall, request.reachAlong[axis], request.grid.extent[axis]);
      plan.unsupported.counted = axis == last       ? "points a row"
                                 : axis == last - 1 ? "rows"
                                                    : "planes";
    }
}

Unsupported unsupportedTiles(const StencilFacts &stencil) {
  if (stencil.overlaps)
    return {};
  return {.why = Reason::NoOverlap, .reason = stencil.whyNoOverlap};
}

void requireLine(const PlanRequest &request, Plan &plan) {
  if (request.reach > plan.vectorWidth)
    refuse(plan, Reason::Reach, request.reach, plan.vectorWidth);
  requireWholeRing(request, plan);
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
    refuse(plan, Reason::WideVectors, mostLanes, plan.vectorWidth);
  if (plan.vectorWidth < reach)
    refuse(plan, Reason::Reach, reach, plan.vectorWidth);
}

void requireRows(const PlanRequest &request, Plan &plan, std::int64_t leastRow) {
  if (request.grid.extent[request.grid.rank - 1] < leastRow)
    refuseRow(request, plan, Reason::ShortRows, leastRow);
}

void finishOverlapped(Plan &plan, std::int64_t workGroups) {
  plan.workGroups = workGroups;
  plan = withLevels(plan, plan.levels);
}

// A second kernel costs a launch: "Point sources and other guarded points" in bench/notes.md.
bool endsApart(const PlanRequest &request, std::int64_t levels) {
  constexpr double manyUpdates = 1e8;
  double updates = real(levels * request.grid.components);
  for (int axis = 0; axis < request.grid.rank; axis++)
    updates *= real(request.grid.extent[axis]);
  return !request.device.isCpu && updates >= manyUpdates &&
         (request.stencil.guards != Guards::None || request.grid.rank == 3);
}

/// Whether each ring is at least as long as the ghost zone of these levels plus the radius, for
/// fields that are read there, and its indices fit in 32 bits.
static bool hasLongRings(const PlanRequest &request, std::int64_t levels) {
  constexpr std::int64_t ofInts = 1 << 30;
  const StencilFacts &stencil = request.stencil;
  for (int axis = 0; axis < request.grid.rank; axis++) {
    const std::int64_t points = request.grid.extent[axis];
    if ((stencil.circles >> axis & 1) != 0 && (stencil.radius[axis] < 0 || points > ofInts ||
                                               times(levels + 1, stencil.radius[axis]) > points))
      return false;
  }
  return true;
}

void finishBoxes(const PlanRequest &request, Plan &plan, BlockTiles &tiles, double loaded) {
  finishOverlapped(plan, tiles.tiles);
  tiles.longRings = hasLongRings(request, plan.levelsPerLaunch.count);
  double stored = 1;
  for (int axis = 0; axis < request.grid.rank; axis++)
    stored *= real(request.grid.extent[axis]);
  plan.expected.globalShare =
      request.liveOutShare * (1 + loaded / stored) / (2 * real(plan.levelsPerLaunch.count));
  tiles.redundantShare = loaded / stored - 1;
  plan.expected.computedShare = 1 + tiles.redundantShare;
}

// ---- rounds -------------------------------------------------------------------------------------

bool mayWait(const PlanRequest &request) {
  const TileForm form = request.tuning.tileForm;
  return form == TileForm::Persistent || (form == TileForm::Auto && request.device.coResident > 1);
}

bool mayLaunch(const PlanRequest &request) {
  return request.tuning.tileForm != TileForm::Persistent;
}

bool waitFor(const PlanRequest &request, std::int64_t tiles) {
  return !mayLaunch(request) || tiles <= request.device.coResident;
}

std::int64_t takeRounds(const PlanRequest &request, Plan &plan, const Form &form,
                        const char *kernel, double stepSeconds) {
  constexpr double launchSeconds = 1e-3; // so that no screen waits
  const double round = stepSeconds * real(plan.levelsPerLaunch.count);
  const std::int64_t rounds = most(static_cast<std::int64_t>(launchSeconds / round), 1);
  plan.form = &form;
  plan.kernel = kernel;
  plan.levelsPerLaunch = plan.levelsPerLaunch * rounds;
  plan.workGroups = least(plan.workGroups, request.device.coResident);
  plan.expected.seconds = stepSeconds;
  plan = withLevels(plan, plan.levels);
  return rounds;
}

// ---- tiles of grids -----------------------------------------------------------------------------

std::int64_t lowBox(const TileShape &shape) { return hintOr(shape.low, shape.box[0]); }

std::int64_t boxesAlong(const PlanRequest &request, const TileShape &shape, int axis) {
  const std::int64_t extent = request.grid.extent[axis];
  return axis == 0 ? eulerc_boxes_down(extent, shape.box[0], shape.tallBoxes, lowBox(shape))
                   : eulerc_boxes_along(extent, shape.box[axis]);
}

std::int64_t tilesOf(const PlanRequest &request, const TileShape &shape) {
  std::int64_t tiles = 1;
  for (int axis = 0; axis < request.grid.rank; axis++)
    tiles *= boxesAlong(request, shape, axis);
  return tiles;
}

std::int64_t valuesOf(const PlanRequest &request, const TileShape &shape) {
  return shape.kept * shape.lanes * request.grid.components * most(request.realSize / 4, 1);
}

std::int64_t shownLanes(const PlanRequest &request, const TileShape &shape) {
  const std::int64_t reach = request.reachAlong[request.grid.rank - 1];
  return reach > 0 ? least(2 * reach, shape.lanes) : shape.lanes;
}

void takeShape(Plan &plan, BlockTiles &tiles, const TileShape &shape) {
  plan.vectorWidth = shape.lanes;
  plan.workGroupSize = shape.group();
  plan.levelsPerLaunch = shape.levels;
  tiles.across = shape.across;
  tiles.kept = shape.kept;
  tiles.tileWidth = shape.points();
}

// ---- what forms say of their plans --------------------------------------------------------------

std::vector<PlanLine> linesOfLine(const Plan &plan, const LineTiles &tiles,
                                  const PlanRequest &request, const PlanLine &kept) {
  return {line("tile", "{} points, {} of them stored", tiles.tileWidth, tiles.blockUnits), kept,
          localMemoryLine(plan, request), line("tiles", "{}", tiles.tiles)};
}

std::string macrosOfBlocks(const BlockTiles &tiles) {
  return fmt::format("{} -DEULERC_TILED -DEULERC_KEPT={} -DEULERC_BUFFERS={} "
                     "-DEULERC_LAST_POINTS={} -DEULERC_LAST_ROWS={} -DEULERC_SHIFTS{}",
                     sizesOfGroups(1, tiles.across, 1), tiles.kept, tiles.buffers, tiles.lastPoints,
                     tiles.lastRows, tiles.longRings ? " -DEULERC_LONG_RINGS" : "");
}

std::string reasonOfWalk(const Plan &plan, std::int64_t across) {
  const Unsupported &found = plan.unsupported;
  std::string why;
  if (found.why == Reason::OtherGrid && found.available == 1)
    why = fmt::format("walks through grids of several axes in the form {}, and this one has one",
                      plan.name());
  else if (found.why == Reason::TileShape && across == 0)
    why = fmt::format("needs at least {} points across tiles that advance {}, and has {}",
                      found.needed, stepsText(plan), found.available);
  else if (found.why == Reason::TileShape)
    why = fmt::format("needs at least {} points across tiles that advance {} and store {} across, "
                      "and has {}",
                      found.needed, stepsText(plan), across, found.available);
  return why;
}

} // namespace eulerc::forms
