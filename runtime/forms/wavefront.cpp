// Planner of overlapped tiles of grids on processors, wavefronts: boxes that are walked
// along their slowest axis with all steps of a launch in flight (wavefront.h).
//
//   4000 x 4000 floats, 2 cores, 1 MiB of second cache → some 57 steps a launch, boxes of 4000 x
//   1008
//
// Of all boxes that cut the grid evenly, and of some numbers of steps, it takes the choice that a
// model finds fastest. A launch passes memory once, however many steps it takes; but with each step
// more, a tile computes more that its neighbours compute as well, and keeps more rows in its
// caches. Short rows cost more than their vectors.

#include "forms/forms.h"
#include "forms/overlapped.h"

#include <eulerc/model/processors.h>

#include "boxes.h"

#include <algorithm>

namespace eulerc::forms {
namespace {

/// Cores that share the last cache, at most.
constexpr std::int64_t lastCores = 8;
/// Of a core's cache what a tile may take: others want some.
constexpr double cacheShare = 0.9;
// The model's figures, in cycles of a core: as measured on a Zen 5 with vectors of 512 bits.
constexpr double vectorCycles = 2;      // of a component of a vector, whatever it computes
constexpr double operationCycles = 0.3; // of each of its operations
constexpr double rowCycles = 50;        // of a row of a level, whatever its length
constexpr double memoryBytes = 5;       // that a core takes from memory, or gives to it, in a cycle
constexpr double farBytes = 24;         // likewise with a cache that all cores share
constexpr double streamBytes = 40;      // of it in planes, which are fetched while others are read
constexpr double nearBytes = 30;        // of a core's own second cache (as measured on a Zen 4)
constexpr double meetingCycles = 4000;  // of threads that meet after a turn, and wait for the last

/// What the model looks at.
struct Walk {
  std::int64_t box[maxRank] = {}; ///< points along each axis that a tile stores
  std::int64_t tiles = 1, levels = 1;
  std::int64_t width = 1; ///< of vectors
};

/// What a level computes along an axis, on average over all levels, of a box in the grid.
double meanAlong(const PlanRequest &request, const Walk &walk, int axis) {
  const std::int64_t box = walk.box[axis];
  // Of rows whose lanes lie apart all levels compute what level 0 takes.
  const bool isWhole = axis + 1 == request.grid.rank && request.transposed;
  const double both =
      real((isWhole ? 2 * walk.levels : walk.levels - 1) * request.reachAlong[axis]);
  const std::int64_t extent = request.grid.extent[axis];
  const std::int64_t boxes = eulerc_boxes_along(extent, box);
  const double ends =
      request.stencil.goesRound(axis) ? 0 : 1; // at a side of the grid nothing overlaps
  return real(box < extent ? box : extent) + both * (1 - ends / real(boxes));
}

/// Whether all threads compute each tile together: of space, whose layers have rows to share, if
/// there are fewer tiles than threads.
bool sharesTiles(const PlanRequest &request, const Walk &walk) {
  return request.device.isHost && request.grid.rank == 3 &&
         walk.tiles < request.device.computeUnits;
}

eulerc_pace paceOf(const PlanRequest &request, const Walk &walk) {
  return eulerc_pace_of(request.reachAlong[0], sharesTiles(request, walk));
}

/// Values that a tile has room for.
std::int64_t wavefrontValues(const PlanRequest &request, const Walk &walk) {
  const Grid &grid = request.grid;
  const int last = grid.rank - 1;
  const std::int64_t rows =
      grid.rank == 3 ? eulerc_kept_along(grid.extent[1], walk.box[1], walk.levels,
                                         request.reachAlong[1], request.stencil.goesRound(1), 1)
                     : 1;
  const std::int64_t pitch = eulerc_pitch(
      eulerc_kept_along(grid.extent[last], walk.box[last], walk.levels, request.reachAlong[last],
                        request.stencil.goesRound(last), walk.width),
      walk.width);
  const eulerc_slots slots = eulerc_slots_for(walk.levels, request.reachAlong[0],
                                              paceOf(request, walk), request.transposed);
  return eulerc_layers_kept(slots, request.transposed) * grid.components * rows * pitch;
}

/// Points that all levels of a tile compute on average, as a multiple of the points it stores.
double computedShare(const PlanRequest &request, const Walk &walk) {
  double share = 1;
  for (int axis = 0; axis < request.grid.rank; axis++)
    share *=
        meanAlong(request, walk, axis) / real(least(walk.box[axis], request.grid.extent[axis]));
  return share;
}

/// Bytes of a vector that a level brings from a cache that is far, and takes there, if it finds
/// nothing in one that is near: of the layers that it reads, all that no layer made with it reads
/// as well.
double farBytesOf(const PlanRequest &request, const Walk &walk) {
  const double lastValues = real(request.stencil.lastValues);
  const double computed = real(request.grid.components) - lastValues;
  const double reach = real(request.reachAlong[0]);
  const double layers = real(paceOf(request, walk).layers);
  const double values =
      computed * (2 * reach / layers + 2) + lastValues + real(request.stencil.fields);
  return values * real(walk.width * request.realSize);
}

/// Bytes of the rows of a plane that a level reads and makes in a turn.
double turnBytes(const PlanRequest &request, const Walk &walk) {
  const auto rows = real(2 * request.reachAlong[0] + 2 * paceOf(request, walk).layers);
  const double row = meanAlong(request, walk, 1) * real(request.grid.components * request.realSize);
  return rows * row;
}

/// Bytes of the values that a tile keeps, and of the fields that its levels read.
double keptBytes(const PlanRequest &request, const Walk &walk) {
  const double room = real(wavefrontValues(request, walk) * request.realSize);
  const double components = real(request.grid.components);
  double kept = room * (components - real(request.stencil.lastValues)) / components;
  kept += room / components * real(request.stencil.fields) / 2;
  return kept;
}

/// Cycles that a step takes.
double wavefrontCycles(const PlanRequest &request, const Walk &walk) {
  const Grid &grid = request.grid;
  const int last = grid.rank - 1;
  const double components = real(grid.components);
  double rows = 1; // of a level of a tile
  for (int axis = 0; axis < last; axis++)
    rows *= meanAlong(request, walk, axis);
  const double lanes = real(walk.width);
  const double vectors = meanAlong(request, walk, last) / lanes + 0.5;
  const double vectorBytes = lanes * real(request.realSize);

  double vector = (components - real(request.stencil.lastValues)) * vectorCycles +
                  components * operationCycles * request.flops;
  // What the level before has just made is still in the first cache, or comes back.
  if (grid.rank == 2 && turnBytes(request, walk) > real(request.device.nearCache))
    vector = std::max(vector, farBytesOf(request, walk) / nearBytes);
  const double kept = keptBytes(request, walk);
  if (kept > cacheShare * real(request.device.coreCache))
    vector += farBytesOf(request, walk) / (grid.rank == 3 ? streamBytes : farBytes);
  const std::int64_t cores = sharesTiles(request, walk)
                                 ? 1
                                 : least(least(walk.tiles, request.device.computeUnits), lastCores);
  // The state passes through it as well.
  if (kept * real(cores) > real(processors::lastCache) / 4)
    vector += farBytesOf(request, walk) / memoryBytes;
  const double computing = rows * (rowCycles + vectors * vector);
  const double moving =
      rows * vectors * vectorBytes * (2 * components + real(request.stencil.fields)) / memoryBytes;

  const std::int64_t units = most(request.device.computeUnits, 1);
  if (sharesTiles(request, walk)) {
    const eulerc_pace pace = paceOf(request, walk);
    const double turns =
        real(ceilDiv(walk.box[0] + walk.levels * pace.behind, pace.layers) * walk.tiles);
    const double levels = real(walk.levels);
    return real(walk.tiles) * (computing + moving / levels) / real(units) +
           turns * meetingCycles / levels;
  }
  const double launches =
      real(ceilDiv(most(request.steps, 1), walk.levels)) / real(most(request.steps, 1));
  return roundsOf(walk.tiles, units, 4) * (computing + moving * launches);
}

/// Box lengths along an axis: the one asked for, or lengths that cut it into even parts.
std::int64_t boxOf(const PlanRequest &request, const Walk &walk, int axis, std::int64_t parts) {
  const std::int64_t extent = request.grid.extent[axis];
  const std::int64_t box = least(hintOr(request.tuning.box[axis], ceilDiv(extent, parts)), extent);
  return axis == request.grid.rank - 1 ? roundUp(box, walk.width) : box;
}

/// Whether it makes sense to cut an axis into `parts` parts.
bool admitsParts(const PlanRequest &request, const Walk &walk, int axis, std::int64_t parts) {
  if (parts == 1)
    return true;
  const std::int64_t shortest = axis == request.grid.rank - 1 ? 4 * walk.width : 4;
  return axis < request.grid.rank && request.tuning.box[axis] == 0 &&
         ceilDiv(request.grid.extent[axis], parts) >= shortest;
}

std::int64_t moreParts(std::int64_t parts) { return parts + ceilDiv(parts, 8); }

/// Boxes and steps that the model finds fastest, where hints leave a choice.
Walk chosenWalk(const PlanRequest &request, std::int64_t width) {
  const int last = request.grid.rank - 1;
  Walk tried;
  tried.width = width;
  Fastest<Walk> fastest;
  const std::int64_t longest = most(least(most(request.steps, 1), 64), request.stages);
  const eulerc_range hint = hintAmong(request.hintedLevels(), request.stages, longest);
  for (std::int64_t steps = hint.first; steps <= hint.last;
       steps += request.wholeSteps(moreParts(steps) - steps)) {
    tried.levels = steps;
    for (std::int64_t across = 1; admitsParts(request, tried, last, across);
         across = moreParts(across))
      for (std::int64_t high = 1; admitsParts(request, tried, last == 2 ? 1 : 3, high);
           high = moreParts(high))
        for (std::int64_t deep = 1; admitsParts(request, tried, 0, deep); deep = moreParts(deep)) {
          tried.box[0] = boxOf(request, tried, 0, deep);
          if (last == 2)
            tried.box[1] = boxOf(request, tried, 1, high);
          tried.box[last] = boxOf(request, tried, last, across);
          tried.tiles = 1;
          for (int axis = 0; axis <= last; axis++)
            tried.tiles *= eulerc_boxes_along(request.grid.extent[axis], tried.box[axis]);
          fastest.offer(tried, wavefrontCycles(request, tried));
        }
  }
  return fastest.shape;
}

/// The widest vector that does not reach into the next row: rows shorter than 16 points are padded
/// to a power of two (<eulerc/layout.h>).
std::int64_t widestInRow(const PlanRequest &request) {
  std::int64_t width = 1;
  while (width < 16 && width < request.grid.extent[request.grid.rank - 1])
    width *= 2;
  return width;
}

Unsupported unsupportedLayers(const StencilFacts &stencil) {
  if (stencil.keepsLayers)
    return {};
  return {.why = Reason::NoOverlap, .reason = stencil.whyNoLayers};
}

Plan planWavefront(const PlanRequest &request) {
  Plan plan = startOverlapped<Wavefront>(request, wavefront, "eulerc_wavefront_items");
  plan.vectorWidth = widestVector(request);
  if (request.tuning.vectorWidth == 0)
    plan.vectorWidth = least(plan.vectorWidth, widestInRow(request));
  requireReach(request, plan);
  requireRows(request, plan, plan.vectorWidth / 2 + 1); // else wider than widestInRow()
  if (!plan.isPossible())
    return plan;

  const Walk walk = chosenWalk(request, plan.vectorWidth);
  plan.levelsPerLaunch = walk.levels;
  auto &tiles = shapeOf<Wavefront>(plan);
  std::ranges::copy(walk.box, tiles.box);
  tiles.tiles = walk.tiles;
  finishOverlapped(plan, least(tiles.tiles, most(request.device.computeUnits, 1)));
  tiles.sharesTiles = sharesTiles(request, walk);
  tiles.scratchBytes = roundUp(wavefrontValues(request, walk) * request.realSize, 4096);
  if (const std::int64_t kept = plan.workGroups * tiles.scratchBytes;
      kept > request.device.largestBuffer)
    refuse(plan, Reason::Buffer, kept, request.device.largestBuffer);
  // Then a launch finds nothing there of what the one before it gave.
  tiles.nonTemporal = 2 * request.components * request.realSize > processors::lastCache;
  tiles.redundantShare = computedShare(request, walk) - 1;
  plan.expected.computedShare = 1 + tiles.redundantShare;
  plan.expected.globalShare = request.liveOutShare * 1.0 / real(walk.levels);
  return plan;
}

std::string macros(const Plan &plan) {
  return fmt::format("{} -DEULERC_TILED -DEULERC_WAVEFRONT{}{}", sizesOfGroups(1, 1, 1),
                     shapeOf<Wavefront>(plan).nonTemporal ? " -DEULERC_NON_TEMPORAL" : "",
                     partsOfRows(false));
}

std::vector<PlanLine> lines(const Plan &plan, const PlanRequest &) {
  const auto &tiles = shapeOf<Wavefront>(plan);
  return {line("tile", "{} points stored{}", boxText(tiles.box),
               tiles.sharesTiles ? ", shared by all threads" : ""),
          line("computed twice", "{:.2f} of the points", tiles.redundantShare),
          line("kept", "{} bytes a work-group", tiles.scratchBytes),
          line("tiles", "{}", tiles.tiles)};
}

} // namespace

const Form wavefront = rowOf<Wavefront>({
    .name = "wavefront",
    .scheme = Scheme::Overlapped,
    .tileForm = TileForm::Wavefront,
    .onGpus = false,
    .leastRank = 2,
    .reads = optionsOfTiles,
    .unsupported = unsupportedLayers,
    .plan = planWavefront,
    .macros = macros,
    .lines = lines,
    .reason = [](const Plan &plan) { return reasonOfWalk(plan, 0); },
    .evensLaunches = true,
});

} // namespace eulerc::forms
