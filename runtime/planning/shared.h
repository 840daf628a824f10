// What planners share: numbers, what the plans of tilings begin and end with, and refusals.
#pragma once

#include "planning/plan.h"

#include "tiles.h"

namespace eulerc {

/// The geometry of a plan, for templates/interlocking/tiles.h.
eulerc_tiling tilingOf(const Plan &plan);

/// Tiles of a launch, even or odd, that has more of them.
std::int64_t mostTiles(const Plan &plan);

namespace planning {

constexpr std::int64_t ceilDiv(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }
constexpr std::int64_t roundUp(std::int64_t a, std::int64_t b) { return ceilDiv(a, b) * b; }
constexpr std::int64_t least(std::int64_t a, std::int64_t b) { return a < b ? a : b; }
constexpr std::int64_t most(std::int64_t a, std::int64_t b) { return a > b ? a : b; }
constexpr double real(std::int64_t count) { return static_cast<double>(count); }

/// What a model of the run time needs to know of a GPU; measured on an H200: seconds of an empty
/// launch, of a step of a tile that is alone on its compute unit (a barrier and what depends on
/// it), and bytes that a unit moves in a second (of which two thirds hide behind other tiles'
/// steps).
namespace gpu {
constexpr double launchSeconds = 3e-6, stepSeconds = 4e-8, unitBandwidth = 3 * 3.1e10;
constexpr double unitFlops = 2e11; ///< of floats, as kernels are
/// Of 132 work-groups that wait for each other (OpenCL by hand); of tiles with what they store for
/// the others and load again (String of 80,000 components in rounds of 48 to 104 steps: 50 ns a
/// step and 1.7 µs).
constexpr double waitSeconds = 1e-6, roundSeconds = 1.7e-6;

/// How the request's device compares with the H200 that this and all planners' figures of GPUs are
/// measured on: what a compute unit moves and computes in a second, and seconds of a launch.
/// Rounded to some percent, so that measuring again changes no plan. 1 where nothing is measured.
struct Speed {
  double memory = 1, arithmetic = 1, launch = 1;
};
Speed speedOf(const PlanRequest &request);
} // namespace gpu

/// What was wished for, or else another number.
constexpr std::int64_t wished(std::int64_t wish, std::int64_t otherwise) {
  return wish > 0 ? wish : otherwise;
}

/// The numbers to try, [first, last]: the one that was wished for, or else those given.
constexpr eulerc_range wishedAmong(std::int64_t wish, std::int64_t first, std::int64_t last) {
  return {wished(wish, first), wished(wish, last)};
}

/// Work-items of a work-group: those wished for, or else so many; no more than the device has.
std::int64_t itemsOf(const PlanRequest &request, std::int64_t otherwise);

/// Values in a vector: the wish, or what one instruction computes with, 1 to 16 of them.
std::int64_t widestVector(const PlanRequest &request);

/// Components of a point that have room in the local memory of tiles of grids.
std::int64_t shownAcross(const PlanRequest &request);
std::int64_t shownAround(const PlanRequest &request);

/// Says why a plan cannot be; of several causes the first one stays.
void refuse(Plan &plan, Refusal why, std::int64_t needed = 0, std::int64_t available = 0);

/// Times that units compute a tile each until all tiles are done: of a few a unit, up to `few`,
/// whole rounds; many are dealt out as they are done.
double roundsOf(std::int64_t tiles, std::int64_t units, std::int64_t few);

/// Of shapes that are offered the one that a model finds fastest, the first of those that are.
template <class Shape> struct Fastest {
  Shape shape = {};
  double seconds = 0;
  bool isThere = false;

  void offer(const Shape &offered, double takes) {
    if (!isThere || takes < seconds)
      *this = {offered, takes, true};
  }
};

// ---- tilings of the thesis: diamonds and honeycombs ---------------------------------------------

/// A tile of two blocks advances one step a launch: linear with copies on top.
constexpr std::int64_t leastWidth = 4;

/// Diamonds that a strategy tries at m = 1, 2, 3, … (7.1.1).
std::int64_t diamonds(Strategy strategy, std::int64_t computeUnits, std::int64_t m);

/// Bytes of local memory of a tile of `width` blocks: two rows, old and new (eq. 7.1), or one that
/// is walked in place (ch. 8).
std::int64_t localBytes(const Plan &plan, std::int64_t width);

/// Whether they are less than the device has, as the thesis wants it.
bool fits(const PlanRequest &request, const Plan &plan, std::int64_t width);

/// Blocks and checks; a plan that is refused must not be planned further.
Plan startTiling(const PlanRequest &request, const char *scheme, bool columns);

/// Refuses a tile of that width when the system or the local memory is too small for it.
bool admits(const PlanRequest &request, Plan &plan, std::int64_t width);

/// Everything that follows from D, S and the blocks.
void finishTiling(const PlanRequest &request, Plan &plan, std::int64_t width,
                  std::int64_t tileSteps);

// ---- overlapped tiles ---------------------------------------------------------------------------

/// What plans of overlapped tiles begin with; it may be refused. A unit is a point of a line, a
/// layer of a grid.
Plan startOverlapped(const PlanRequest &request, const char *form, const char *kernel);

/// The same on a GPU, of tiles of a grid of that rank.
Plan startBoxes(const PlanRequest &request, const char *form, const char *kernel,
                std::int64_t rank);

/// Beyond a side lies what is found within reach of it: refuses a grid of fewer points, and a ring
/// that is cut within one.
void requireReach(const PlanRequest &request, Plan &plan);

/// Refuses what no overlapped tiles of lines can compute with vectors of `plan.vectorWidth`.
void requireLine(const PlanRequest &request, Plan &plan);

/// Lanes of a vector: those wished for, or as few, up to a number, as hold the reach along a row.
std::int64_t leastLanes(const PlanRequest &request, std::int64_t mostLanes);

/// Takes as many, and refuses vectors that hold less than the reach, or more than work-items keep.
void requireLanes(const PlanRequest &request, Plan &plan, std::int64_t mostLanes);

/// Refuses rows of fewer points than vectors of `plan.vectorWidth` need.
void requireRows(const PlanRequest &request, Plan &plan, std::int64_t leastRow);

/// Whether tiles of a line or a plane may be planned as `resident`, and whether otherwise.
bool mayWait(const PlanRequest &request);
bool mayLaunch(const PlanRequest &request);

/// What tiles in registers are called, until they turn out to be resident.
const char *registersForm(const PlanRequest &request);

/// Whether so many tiles may be: unless it was asked for, work-groups that run at once take one
/// each.
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

/// Makes a plan one of the form `resident`: its tiles are rounds of a launch, of which a step takes
/// so many seconds.
void takeRounds(const PlanRequest &request, Plan &plan, const char *kernel, double stepSeconds);

/// Launches of `plan.tileSteps` steps, and the tiles of each, which so many work-groups share.
void finishOverlapped(Plan &plan, std::int64_t tiles, std::int64_t workGroups);

/// Whether it pays that tiles of strips at the sides and at guards have a kernel of their own, in
/// launches of so many steps.
bool endsApart(const PlanRequest &request, std::int64_t steps);
/// Gives them one beside the others then; a few of them are shared by work-groups.
void splitStrips(const PlanRequest &request, Plan &plan);

/// Tiles of a launch, each of a work-group of its own, that load and compute so many points of each
/// step.
void finishBoxes(const PlanRequest &request, Plan &plan, std::int64_t tiles, double loaded);

// ---- tiles in the registers of a GPU's work-groups, of planes and of spaces ---------------------

/// What the planners of kept.cl and of strips.cl (planes: strips.cpp, spaces: space.cpp) have in
/// common.
///
///   a work-item: a block, a vector of each of `kept` rows; `across` of them make a band, `bands` a
///   tile; it stores a box, and computes more around it, as much as S steps spoil
struct TileShape {
  std::int64_t lanes = 1, kept = 1;      ///< of a block: points along a row, rows
  std::int64_t across = 1, bands = 1;    ///< blocks
  std::int64_t levels = 1;               ///< S, steps of a launch
  std::int64_t box[maxRank] = {1, 1, 1}; ///< points that are stored along each axis
  /// Along the slowest axis so many boxes have box[0] points, and those behind them `low`; 0: all
  /// have box[0].
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
void takeShape(Plan &plan, const TileShape &shape);

// ---- of these strips: layers walked along the slowest axis, all levels in flight ----------------

/// Layers after which a strip's registers take their turn again.
std::int64_t periodOf(const PlanRequest &request);

/// Points of a layer that a tile computes beside those it stores: rows, and whole vectors.
std::int64_t stripMargin(const PlanRequest &request, const TileShape &shape, int axis);

/// Layers that a work-group walks for a box of so many, over which all levels advance.
std::int64_t iterationsOf(const PlanRequest &request, const TileShape &shape, std::int64_t box);

/// Bytes of local memory: rows within reach of a block's ends are shown whole, of others lanes
/// within reach of its sides.
std::int64_t stripBytes(const PlanRequest &request, const TileShape &shape, std::int64_t buffers);

/// Buffers: two need one barrier a layer, and may be more than a work-group has.
std::int64_t stripBuffers(const PlanRequest &request, const TileShape &shape);

void finishStrips(const PlanRequest &request, Plan &plan, const TileShape &shape);

} // namespace planning
} // namespace eulerc
