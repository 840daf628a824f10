// What the planners of overlapped tiles share: what their plans begin and end with, what refuses
// them, rounds that wait for each other, and blocks in the registers of a GPU's work-groups.
#pragma once

#include "forms/shared.h"

namespace eulerc::forms {

/// Of planes kept in registers: values of 32 bits that a work-item keeps at most, and work-items of
/// a work-group.
constexpr std::int64_t mostKeptValues = 64, mostKeptItems = 256;

/// What plans of overlapped tiles begin with; it may be refused. A unit is a point of a line, a
/// layer of a grid.
template <class Shape>
Plan startOverlapped(const PlanRequest &request, const Form &form, const char *kernel) {
  Plan plan = planOf<Shape>(request, form);
  plan.kernel = kernel;
  shapeOf<Shape>(plan).units = request.grid.extent[0];
  if (request.grid.rank > 1)
    plan.alignment = RowAlignment::Grid; // vectors cover whole rows
  return plan;
}

/// Of tiles that compute beyond the ends of the grid.
Unsupported unsupportedTiles(const StencilFacts &stencil);

/// Points beyond a side mirror or continue points within reach of it: refuses a grid of fewer
/// points, and a ring that is cut within one.
void requireReach(const PlanRequest &request, Plan &plan);

/// Refuses what no overlapped tiles of lines can compute with vectors of `plan.vectorWidth`.
void requireLine(const PlanRequest &request, Plan &plan);

/// Lanes of a vector: those asked for, or as few, up to a number, as hold the reach along a row.
std::int64_t leastLanes(const PlanRequest &request, std::int64_t mostLanes);

/// Takes as many, and refuses vectors that hold less than the reach, or more than work-items keep.
void requireLanes(const PlanRequest &request, Plan &plan, std::int64_t mostLanes);

/// Refuses rows of fewer points than vectors of `plan.vectorWidth` need.
void requireRows(const PlanRequest &request, Plan &plan, std::int64_t leastRow);

/// Whether tiles of a line or a plane may be persistent, and whether otherwise.
bool mayWait(const PlanRequest &request);
bool mayLaunch(const PlanRequest &request);

/// Whether a number of tiles is allowed: unless rounds were asked for, co-resident work-groups take
/// one tile each.
bool waitFor(const PlanRequest &request, std::int64_t tiles);

/// The fastest shape of launches, or of rounds that wait if those are faster.
template <class Shape> struct Chosen {
  Fastest<Shape> best;
  bool waits = false;
};

/// Of what `find(false)` and `find(true)` give for launches and for rounds.
template <class Shape, class Find>
Chosen<Shape> launchesOrRounds(const PlanRequest &request, const Find &find) {
  const Fastest<Shape> launched = mayLaunch(request) ? find(false) : Fastest<Shape>();
  const Fastest<Shape> waiting = mayWait(request) ? find(true) : Fastest<Shape>();
  const bool waits = waiting.isThere && (!launched.isThere || waiting.seconds < launched.seconds);
  return {waits ? waiting : launched, waits};
}

/// The form whose launches take many rounds, between which work-groups wait for each other; the
/// form given has launches of one round.
constexpr Form inRounds(Form form) {
  form.copies = Copies::OfRounds;
  form.isWhole = true;
  form.rival = TileForm::Registers;
  return form;
}

/// Makes a plan persistent: its launches become rounds of one launch, whose steps take
/// `stepSeconds`. Returns how many rounds there are.
std::int64_t takeRounds(const PlanRequest &request, Plan &plan, const Form &form,
                        const char *kernel, double stepSeconds);

/// Launches of `plan.levelsPerLaunch` levels, whose tiles are taken by `workGroups` work-groups.
void finishOverlapped(Plan &plan, std::int64_t workGroups);

/// Whether it pays that streaming tiles at the sides and at guards have another kernel, in launches
/// of `levels` levels.
bool endsApart(const PlanRequest &request, std::int64_t levels);

/// Tiles of a launch, a work-group for each, that load and compute `loaded` points of each
/// step.
void finishBoxes(const PlanRequest &request, Plan &plan, BlockTiles &tiles, double loaded);

// ---- tiles in the registers of a GPU's work-groups, of planes and of spaces ---------------------

/// What the planners of registers_plane.cl and of streaming.cl (planes: streaming.cpp, spaces:
/// streaming_of_spaces.cpp) have in common.
///
///   a work-item: a block, a vector of each of `kept` rows; `across` of them make a band, `bands` a
///   tile; it stores a box, and computes more around it, as much as S steps spoil
struct TileShape {
  std::int64_t lanes = 1, kept = 1;      ///< of a block: points along a row, rows
  std::int64_t across = 1, bands = 1;    ///< blocks
  std::int64_t levels = 1;               ///< S, steps of a launch
  std::int64_t box[maxRank] = {1, 1, 1}; ///< points that are stored along each axis
  /// Along the slowest axis the first `tallBoxes` boxes have box[0] points, the others `low`; 0:
  /// all have box[0].
  std::int64_t tallBoxes = 0, low = 0;

  std::int64_t group() const { return across * bands; } ///< work-items
  std::int64_t rows() const { return bands * kept; }    ///< that are computed, of a layer
  std::int64_t columns() const { return across * lanes; }
  std::int64_t points() const { return rows() * columns(); }
};

std::int64_t lowBox(const TileShape &shape);

/// Boxes along an axis.
std::int64_t boxesAlong(const PlanRequest &request, const TileShape &shape, int axis);

std::int64_t tilesOf(const PlanRequest &request, const TileShape &shape);

/// Values of 32 bits of a block.
std::int64_t valuesOf(const PlanRequest &request, const TileShape &shape);

/// Lanes of a vector that neighbours look at.
std::int64_t shownLanes(const PlanRequest &request, const TileShape &shape);

/// Sets what any such plan says of its shape.
void takeShape(Plan &plan, BlockTiles &tiles, const TileShape &shape);

// ---- what forms say of their plans --------------------------------------------------------------

/// Of lines.
std::vector<PlanLine> linesOfLine(const Plan &plan, const LineTiles &tiles,
                                  const PlanRequest &request, const PlanLine &kept);

/// Of blocks.
std::string macrosOfBlocks(const BlockTiles &tiles);

/// Of tiles that are walked through a grid and store `across` points across; 0: as many as fit.
std::string reasonOfWalk(const Plan &plan, std::int64_t across);

} // namespace eulerc::forms
