// Planner of wavefronts: overlapped tiles of grids on processors. A core walks a box along its
// slowest axis with all steps of a launch in flight (wavefront.h).
//
//   4000 x 4000 floats, 2 cores, 1 MiB of second cache → some 57 steps a launch, boxes of 4000 x
//   1008
//
// The planner tries boxes that cut the grid evenly and several numbers of steps, and takes the
// choice that a model finds fastest. A launch passes over memory once for all its steps. But with
// each further step, tiles compute more redundantly and keep more rows in caches. Short rows have
// an overhead.

#include "forms/forms.h"
#include "forms/overlapped.h"

#include <eulerc/model/processors.h>

#include "boxes.h"

#include <algorithm>

namespace eulerc::forms {
namespace {

/// Cores that share the last cache, at most.
constexpr std::int64_t lastCores = 8;
/// The share of a core's cache that a tile may fill; other data need the rest.
constexpr double cacheShare = 0.9;
// Figures of the model in cycles of a core, or bytes a cycle, measured on a Zen 5 with vectors of
// 512 bits.
constexpr double vectorCycles = 2;      // cycles for each component of a vector, at least
constexpr double operationCycles = 0.3; // cycles for each operation of a vector
constexpr double rowCycles = 50;        // cycles for each row of a level, whatever its length
constexpr double memoryBytes = 5;       // bytes a cycle from and to memory, of a core
constexpr double farBytes = 24;         // bytes a cycle from and to the cache of all cores
constexpr double streamBytes = 40;      // the same for planes, which are prefetched
constexpr double nearBytes = 30;        // bytes a cycle, a core's second cache (on a Zen 4)
constexpr double meetingCycles = 4000;  // cycles of a barrier of all threads after a turn

/// A candidate that the model rates: a box and a number of steps.
struct Walk {
  std::int64_t box[maxRank] = {}; ///< points along each axis that a tile stores
  std::int64_t tiles = 1, levels = 1;
  std::int64_t width = 1; ///< of vectors
};

/// Points that a level of a tile computes along an axis, on average over levels and tiles.
double meanAlong(const PlanRequest &request, const Walk &walk, int axis) {
  const std::int64_t box = walk.box[axis];
  // In the transposed layout all levels compute as many points of a row as level 0 reads.
  const bool isWhole = axis + 1 == request.grid.rank && request.transposed;
  const double both =
      real((isWhole ? 2 * walk.levels : walk.levels - 1) * request.reachAlong[axis]);
  const std::int64_t extent = request.grid.extent[axis];
  const std::int64_t boxes = eulerc_boxes_along(extent, box);
  const double ends =
      request.stencil.goesRound(axis) ? 0 : 1; // at a side of the grid nothing overlaps
  return real(box < extent ? box : extent) + both * (1 - ends / real(boxes));
}

/// Whether all threads compute each tile together: in 3-D, where a layer has rows to share out, if
/// there are fewer tiles than threads.
bool sharesTiles(const PlanRequest &request, const Walk &walk) {
  return request.device.isHost && request.grid.rank == 3 &&
         walk.tiles < request.device.computeUnits;
}

eulerc_pace paceOf(const PlanRequest &request, const Walk &walk) {
  return eulerc_pace_of(request.reachAlong[0], sharesTiles(request, walk));
}

/// Values in the window of a tile, all components included.
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

/// Points that a level of a tile computes on average, as a multiple of the points that it stores.
double computedShare(const PlanRequest &request, const Walk &walk) {
  double share = 1;
  for (int axis = 0; axis < request.grid.rank; axis++)
    share *=
        meanAlong(request, walk, axis) / real(least(walk.box[axis], request.grid.extent[axis]));
  return share;
}

/// Bytes that a level moves from and to a farther cache for a vector, if the nearer cache holds
/// nothing. Layers that are computed in the same turn share the layers that they read.
double farBytesOf(const PlanRequest &request, const Walk &walk) {
  const double lastValues = real(request.stencil.lastValues);
  const double computed = real(request.grid.components) - lastValues;
  const double reach = real(request.reachAlong[0]);
  const double layers = real(paceOf(request, walk).layers);
  const double values =
      computed * (2 * reach / layers + 2) + lastValues + real(request.stencil.fields);
  return values * real(walk.width * request.realSize);
}

/// Bytes of the rows that a level of a 2-D tile reads and computes in a turn.
double turnBytes(const PlanRequest &request, const Walk &walk) {
  const auto rows = real(2 * request.reachAlong[0] + 2 * paceOf(request, walk).layers);
  const double row = meanAlong(request, walk, 1) * real(request.grid.components * request.realSize);
  return rows * row;
}

/// Bytes that a tile keeps in caches: its window, and the fields that its levels read.
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
  // Rows that the previous level has just computed are still in the first cache, or must be loaded
  // from the second.
  if (grid.rank == 2 && turnBytes(request, walk) > real(request.device.nearCache))
    vector = std::max(vector, farBytesOf(request, walk) / nearBytes);
  const double kept = keptBytes(request, walk);
  if (kept > cacheShare * real(request.device.coreCache))
    vector += farBytesOf(request, walk) / (grid.rank == 3 ? streamBytes : farBytes);
  const std::int64_t cores = sharesTiles(request, walk)
                                 ? 1
                                 : least(least(walk.tiles, request.device.computeUnits), lastCores);
  // The last cache has no room if windows need a quarter of it: the state passes through it, too.
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

/// The length of a box along an axis: the hint, or the length that cuts the axis into even parts.
std::int64_t boxOf(const PlanRequest &request, const Walk &walk, int axis, std::int64_t parts) {
  const std::int64_t extent = request.grid.extent[axis];
  const std::int64_t box = least(hintOr(request.tuning.box[axis], ceilDiv(extent, parts)), extent);
  return axis == request.grid.rank - 1 ? roundUp(box, walk.width) : box;
}

/// Whether an axis may be cut into `parts` parts: not against a hint, nor into very short boxes.
bool admitsParts(const PlanRequest &request, const Walk &walk, int axis, std::int64_t parts) {
  if (parts == 1)
    return true;
  const std::int64_t shortest = axis == request.grid.rank - 1 ? 4 * walk.width : 4;
  return axis < request.grid.rank && request.tuning.box[axis] == 0 &&
         ceilDiv(request.grid.extent[axis], parts) >= shortest;
}

std::int64_t moreParts(std::int64_t parts) { return parts + ceilDiv(parts, 8); }

/// The box and the steps that the model finds fastest, among those that agree with the hints.
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
  // A state that exceeds the last cache is stored past it: the next launch would find nothing
  // there.
  tiles.nonTemporal = 2 * request.components * request.realSize > processors::lastCache;
  tiles.redundantShare = computedShare(request, walk) - 1;
  plan.expected.computedShare = 1 + tiles.redundantShare;
  plan.expected.globalShare = request.liveOutShare * 1.0 / real(walk.levels);
  return plan;
}

std::string macros(const Plan &plan) {
  return fmt::format("{} -DEULERC_TILED -DEULERC_WAVEFRONT{}", sizesOfGroups(1, 1, 1),
                     shapeOf<Wavefront>(plan).nonTemporal ? " -DEULERC_NON_TEMPORAL" : "");
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
