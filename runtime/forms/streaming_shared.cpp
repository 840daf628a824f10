// Helpers of the planners of streaming tiles in 2-D and 3-D grids (streaming.h): their memory, the
// end of a plan, and the functions of their Form.

#include "forms/streaming.h"

#include "base/text.h"

namespace eulerc::forms {

std::int64_t periodOf(const PlanRequest &request) { return 2 * request.reachAlong[0] + 1; }

std::int64_t streamingGhostZone(const PlanRequest &request, const TileShape &shape, int axis) {
  const bool isRow = axis == request.grid.rank - 1;
  return roundUp(spoilingLevels(request, shape.levels, axis) * request.reachAlong[axis],
                 isRow ? shape.lanes : 1);
}

std::int64_t iterationsOf(const PlanRequest &request, const TileShape &shape, std::int64_t box) {
  return roundUp(box + shape.levels * periodOf(request), periodOf(request));
}

std::int64_t streamingBytes(const PlanRequest &request, const TileShape &shape,
                            std::int64_t buffers) {
  const std::int64_t ends = request.grid.rank == 3 ? 2 * request.reachAlong[1] : 0; // rows
  const std::int64_t whole = least(ends, shape.kept);
  const std::int64_t lanes =
      whole * shape.lanes + (shape.kept - whole) * shownLanes(request, shape);
  // Room for the values of a level that depend on the time alone.
  constexpr std::int64_t timeValues = 16;
  const std::int64_t shown = buffers * shownAcross(request) * lanes * shape.group();
  return shape.levels * (shown + (request.stencil.usesTime ? timeValues : 0)) * request.realSize;
}

std::int64_t streamingBuffers(const PlanRequest &request, const TileShape &shape) {
  return streamingBytes(request, shape, 2) <= request.device.localMemory ? 2 : 1;
}

namespace {

/// Whether some tiles lie at sides of the grid or at guards. A grid that is periodic along all axes
/// and made of whole blocks has no sides.
bool hasOtherTiles(const PlanRequest &request, const Plan &plan) {
  const bool isRing = request.stencil.rings == (1 << request.grid.rank) - 1;
  const bool isCut = shapeOf<Streaming>(plan).lastPoints != 0 || plan.vectorWidth > 4;
  return !isRing || isCut || request.grid.classes > 1 || request.stencil.guards != Guards::None;
}

/// Gives tiles at the ends a second kernel if that saves time. In 2-D, teams of work-groups share
/// each of these tiles.
void splitEnds(const PlanRequest &request, Plan &plan) {
  if (!endsApart(request, plan.levelsPerLaunch.count) || !hasOtherTiles(request, plan))
    return;
  plan.endsKernel = "eulerc_streaming_ends";
  if (request.grid.rank == 3 || request.stencil.guards == Guards::Many)
    return;
  const std::int64_t team = shapeOf<Streaming>(plan).team = 8;
  plan.endsGroups = roundUp(request.device.computeUnits, team);
}

/// How often kernels write out the right-hand side with edges (tiles at sides; all tiles of a last
/// launch of fewer steps) in addition to the interior tiles; and how often the interior one if
/// there are no sides.
constexpr double kindsAtSides = 2, plainKinds = 2;

/// Operations of each component in a level besides its right-hand side: loads, exchange with
/// neighbours, stores, and the sums of the method.
constexpr double besideRightHandSide = 24;

/// Instructions an operation; many operations are fused. Counted for sm_90, instructions
/// (operations): 27 points, two steps, 11,900 (18,400); Gray-Scott by RK4, four rows of four lanes,
/// 22,500 (41,500), a row of two lanes 5,300 (5,200); elastic waves, three steps, 3,000 (3,200).
constexpr double instructionsOfLevels = 0.5;

double codeOfLevels(const PlanRequest &request, const Plan &plan) {
  const auto &tiles = shapeOf<Streaming>(plan);
  const double components = real(request.grid.components);
  const double inside = request.stencil.flopsPerComponent * components;
  const double atEdge = request.stencil.edgeFlopsPerComponent * components;
  const auto points = real(plan.vectorWidth * most(tiles.kept, 1));
  const double written =
      hasOtherTiles(request, plan) ? inside + kindsAtSides * atEdge : plainKinds * inside;
  return instructionsOfLevels * points * real(plan.levelsPerLaunch.count * tiles.phases) *
         (written + besideRightHandSide * components);
}

std::string macros(const Plan &plan) {
  const auto &tiles = shapeOf<Streaming>(plan);
  return fmt::format("{} -DEULERC_STREAMING_LEVELS={} -DEULERC_STREAMING_PHASES={}{}",
                     macrosOfBlocks(tiles), plan.levelsPerLaunch.count, tiles.phases,
                     tiles.team > 0 ? fmt::format(" -DEULERC_STREAMING_TEAM={}", tiles.team) : "");
}

std::vector<PlanLine> lines(const Plan &plan, const PlanRequest &request) {
  const auto &tiles = shapeOf<Streaming>(plan);
  std::vector<PlanLine> all;
  if (request.grid.rank == 3) {
    all = {line("tile", "{} points stored", boxText(tiles.box)),
           line("block", "{} rows of {} values of each component", tiles.kept, plan.vectorWidth)};
  } else {
    all = {line("strip", "{} points, {} of them stored", tiles.tileWidth, tiles.box[1]),
           tiles.tallBoxes > 0
               ? line("segments", "{} rows, those at the end {}", tiles.box[0], tiles.lowBox)
               : line("segment", "{} rows", tiles.box[0]),
           line("vectors", "of {} values of each component", plan.vectorWidth)};
  }
  all.push_back(line("computed twice", "{}", exact(tiles.redundantShare)));
  all.push_back(localMemoryLine(plan, request));
  return all;
}

/// A plan of exactly `levels` levels a launch: a kernel that skips levels takes as long as for all
/// of them. The one kernel treats all tiles as tiles at sides.
Plan withFewer(Plan plan, Levels levels) {
  plan.levelsPerLaunch = levels;
  plan.endsKernel = "";
  return plan;
}

/// A band for each row of boxes.
Bands bands(const Plan &plan, const Grid &grid) {
  const auto &tiles = shapeOf<Streaming>(plan);
  Bands bands;
  for (std::int64_t row = 0; row < grid.extent[0];) {
    const bool isTall = static_cast<std::int64_t>(bands.first.size()) < tiles.tallBoxes;
    bands.first.push_back(row);
    row += isTall ? tiles.box[0] : tiles.lowBox;
  }
  bands.each = tiles.tiles / static_cast<std::int64_t>(bands.first.size());
  return bands;
}

std::string reason(const Plan &plan) { return reasonOfWalk(plan, shapeOf<Streaming>(plan).box[1]); }

std::optional<std::string> cure(const Plan &plan) {
  const auto &box = shapeOf<Streaming>(plan).box;
  switch (plan.unsupported.why) {
  case Reason::Registers:
    return "--scheme linear";
  case Reason::TileShape:
    return box[1] > 0 ? otherTiles(plan, {"a narrower --tile-box", "a larger --work-group"})
                      : otherTiles(plan, {"a larger --work-group"});
  case Reason::PlaneShape:
    return box[1] > 0 || box[2] > 0
               ? otherTiles(plan,
                            {"a smaller --tile-box", "a larger --kept", "a larger --work-group"})
               : otherTiles(plan, {"a larger --kept", "a larger --work-group"});
  default:
    return std::nullopt;
  }
}

} // namespace

void finishStreaming(const PlanRequest &request, Plan &plan, const TileShape &shape) {
  const int last = request.grid.rank - 1;
  auto &tiles = shapeOf<Streaming>(plan);
  takeShape(plan, tiles, shape);
  tiles.ghostZone = streamingGhostZone(request, shape, last);
  tiles.ghostRows = last == 2 ? streamingGhostZone(request, shape, 1) : 0;
  for (int axis = 0; axis <= last; axis++)
    tiles.box[axis] = shape.box[axis];
  tiles.box[0] = least(tiles.box[0], request.grid.extent[0]);
  tiles.tallBoxes = shape.tallBoxes;
  tiles.lowBox = lowBox(shape);
  tiles.buffers = streamingBuffers(request, shape);
  tiles.localBytes = streamingBytes(request, shape, tiles.buffers);
  tiles.lastPoints = request.grid.extent[last] % shape.lanes;
  splitEnds(request, plan);
  // Code that is written out for each layer of a period need not move layers between registers. If
  // it exceeds the instruction cache, moving layers is faster, and builds take half the time.
  // Without calls of functions even long code is faster written out ("Streaming tiles of planes" in
  // bench/notes.md).
  constexpr double mostOfFunctions = 3300;
  tiles.phases = periodOf(request);
  if (request.stencil.callsFunctions && codeOfLevels(request, plan) > mostOfFunctions)
    tiles.phases = 1;
  tiles.tiles = tilesOf(request, shape);
  const std::int64_t boxes = boxesAlong(request, shape, 0);
  const std::int64_t layers =
      shape.tallBoxes * iterationsOf(request, shape, shape.box[0]) +
      (boxes - shape.tallBoxes) * iterationsOf(request, shape, lowBox(shape));
  finishBoxes(request, plan, tiles, real(tiles.tiles / boxes * tiles.tileWidth) * real(layers));
  const double walked = real(request.stencil.walkedFields) / real(most(request.stencil.fields, 1));
  plan.expected.fieldShare =
      1 - walked + walked * plan.expected.computedShare / real(plan.levelsPerLaunch.count);
}

Form formOfStreaming(int rank, Plan (*plan)(const PlanRequest &)) {
  return rowOf<Streaming>({.name = "streaming",
                           .scheme = Scheme::Overlapped,
                           .tileForm = TileForm::Streaming,
                           .onProcessors = false,
                           .onHost = false,
                           .leastRank = rank,
                           .mostRank = rank,
                           .reads = optionsOfTiles,
                           .unsupported = unsupportedTiles,
                           .plan = plan,
                           .macros = macros,
                           .lines = lines,
                           .reason = reason,
                           .cure = cure,
                           .bands = bands,
                           .restKernel = "eulerc_streaming_rest",
                           .withLevels = withFewer,
                           .shortIsAsLong = true,
                           .listsEvents = true,
                           .codeOfLevels = codeOfLevels});
}

} // namespace eulerc::forms
