// Helpers of the planners of overlapped tiles: the beginning and the end of a plan, checks that
// refuse it, persistent rounds, and tiles made of blocks in the registers of a GPU's work-items.
#pragma once

#include "forms/shared.h"

namespace eulerc::forms {

/// 2-D tiles kept in registers: the most values of 32 bits of a work-item, and work-items of a
/// work-group.
constexpr std::int64_t mostKeptValues = 64, mostKeptItems = 256;

/// The beginning of every plan of overlapped tiles; the request may be unsupported. A unit is one
/// index along the slowest axis.
template <class Shape>
Plan startOverlapped(const PlanRequest &request, const Form &form, const char *kernel) {
  Plan plan = planOf<Shape>(request, form);
  plan.kernel = kernel;
  shapeOf<Shape>(plan).units = request.grid.extent[0];
  if (request.grid.rank > 1)
    plan.alignment = RowAlignment::Grid; // vectors cover whole rows
  return plan;
}

/// Why a program has no tiles that compute beyond the ends of the grid.
Unsupported unsupportedTiles(const StencilFacts &stencil);

/// Points beyond a side are images of points within the reach of that side. Refuses grids with
/// fewer points than the reach along an axis, and rings that end within a point of the canonical
/// form.
void requireReach(const PlanRequest &request, Plan &plan);

/// Refuses lines whose reach exceeds a vector of `plan.vectorWidth`, and rings as requireReach().
void requireLine(const PlanRequest &request, Plan &plan);

/// Lanes of a vector: the hint, or the smallest power of two, up to `mostLanes`, that holds the
/// reach along a row.
std::int64_t leastLanes(const PlanRequest &request, std::int64_t mostLanes);

/// Sets `plan.vectorWidth` to leastLanes(). Refuses vectors that are narrower than the reach, or
/// wider than `mostLanes`.
void requireLanes(const PlanRequest &request, Plan &plan, std::int64_t mostLanes);

/// Refuses rows of fewer points than vectors of `plan.vectorWidth` need.
void requireRows(const PlanRequest &request, Plan &plan, std::int64_t leastRow);

/// Whether tiles of a line or a plane may be persistent, and whether they may be launched round by
/// round.
bool mayWait(const PlanRequest &request);
bool mayLaunch(const PlanRequest &request);

/// Whether a persistent plan may have so many tiles: one for each co-resident work-group, or any
/// number if the user asks for the persistent form.
bool waitFor(const PlanRequest &request, std::int64_t tiles);

/// The fastest shape, and whether it is persistent: one launch of rounds that wait for each other.
template <class Shape> struct Chosen {
  Fastest<Shape> best;
  bool waits = false;
};

/// The faster of `find(false)`, the shape for launches, and `find(true)`, the shape for rounds.
template <class Shape, class Find>
Chosen<Shape> launchesOrRounds(const PlanRequest &request, const Find &find) {
  const Fastest<Shape> launched = mayLaunch(request) ? find(false) : Fastest<Shape>();
  const Fastest<Shape> waiting = mayWait(request) ? find(true) : Fastest<Shape>();
  const bool waits = waiting.isThere && (!launched.isThere || waiting.seconds < launched.seconds);
  return {waits ? waiting : launched, waits};
}

/// The persistent variant of a form: a launch has many rounds, and work-groups wait for each other
/// between rounds.
constexpr Form inRounds(Form form) {
  form.copies = Copies::OfRounds;
  form.isWhole = true;
  form.rival = TileForm::Registers;
  return form;
}

/// Makes a plan persistent: its launches become rounds of longer launches. A step takes
/// `stepSeconds`. Returns the number of rounds of a launch.
std::int64_t takeRounds(const PlanRequest &request, Plan &plan, const Form &form,
                        const char *kernel, double stepSeconds);

/// Ends a plan: sets its work-groups and its number of launches.
void finishOverlapped(Plan &plan, std::int64_t workGroups);

/// Whether a second kernel for streaming tiles at the sides and at guards saves time, in launches
/// of `levels` levels.
bool endsApart(const PlanRequest &request, std::int64_t levels);

/// Ends a plan with one work-group a tile. All tiles together load and compute `loaded` points in
/// each step.
void finishBoxes(const PlanRequest &request, Plan &plan, BlockTiles &tiles, double loaded);

// ---- tiles in the registers of a GPU's work-groups, of planes and of spaces ---------------------

/// The shape that the planners of registers_plane.cl and of streaming.cl search for
/// (registers_of_planes.cpp, streaming.cpp, streaming_of_spaces.cpp).
///
/// A work-item has a block: one vector in each of `kept` rows. `across` blocks make a band, `bands`
/// bands a tile. A tile stores a box and computes a ghost zone around it that S steps use up.
struct TileShape {
  std::int64_t lanes = 1, kept = 1;      ///< of a block: points along a row, rows
  std::int64_t across = 1, bands = 1;    ///< blocks
  std::int64_t levels = 1;               ///< S, steps of a launch
  std::int64_t box[maxRank] = {1, 1, 1}; ///< points that are stored along each axis
  /// Along the slowest axis the first `tallBoxes` boxes have box[0] points, the others `low`. If
  /// `low` is 0, all have box[0].
  std::int64_t tallBoxes = 0, low = 0;

  std::int64_t group() const { return across * bands; } ///< work-items
  std::int64_t rows() const { return bands * kept; }    ///< computed rows of a layer
  std::int64_t columns() const { return across * lanes; }
  std::int64_t points() const { return rows() * columns(); }
};

std::int64_t lowBox(const TileShape &shape);

/// Boxes along an axis.
std::int64_t boxesAlong(const PlanRequest &request, const TileShape &shape, int axis);

std::int64_t tilesOf(const PlanRequest &request, const TileShape &shape);

/// Values of a block, in units of 32 bits.
std::int64_t valuesOf(const PlanRequest &request, const TileShape &shape);

/// Lanes of a vector that neighbouring work-items read.
std::int64_t shownLanes(const PlanRequest &request, const TileShape &shape);

/// Copies a shape into a plan: vector width, work-group, levels and block.
void takeShape(Plan &plan, BlockTiles &tiles, const TileShape &shape);

// ---- what forms say of their plans --------------------------------------------------------------

/// Lines of --plan for tiles of a line.
std::vector<PlanLine> linesOfLine(const Plan &plan, const LineTiles &tiles,
                                  const PlanRequest &request, const PlanLine &kept);

/// Build options for tiles made of blocks.
std::string macrosOfBlocks(const BlockTiles &tiles);

/// Why tiles that walk through a grid are unsupported; "" for the usual text. `across`: points that
/// a tile must store across; 0: as many as fit.
std::string reasonOfWalk(const Plan &plan, std::int64_t across);

} // namespace eulerc::forms
