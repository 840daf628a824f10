// Planner of overlapped tiles of lines on processors, by time skewing (skewed.h): a tile stays in a
// core's cache, and each pass over it advances several steps that are in flight in registers.
//
//   String, n = 100,000,000, 2 cores, 16 floats a vector → tiles that store 30,720 points, with
//   room for 33,104, 1,024 steps a launch, 4 in flight

#include "forms/forms.h"
#include "forms/overlapped.h"

#include <eulerc/model/processors.h>

#include <numeric>

namespace eulerc::forms {
namespace {

/// Points between the components of a tile, padded: at a distance of a power of two, components
/// would compete for the same sets of a cache.
std::int64_t planeOf(std::int64_t points, const PlanRequest &request) {
  const std::int64_t page = 4096 / request.realSize, beside = 1344 / request.realSize;
  if (request.grid.components == 1 || points < page)
    return points;
  return points + (beside - points % page + page) % page;
}

Plan planSkewed(const PlanRequest &request) {
  const Tuning &tuning = request.tuning;
  Plan plan = startOverlapped<Skewed>(request, skewed, "eulerc_skewed");
  auto &tiles = shapeOf<Skewed>(plan);
  plan.vectorWidth = widestVector(request);
  requireLine(request, plan);
  if (!plan.isPossible())
    return plan;

  const std::int64_t reach = most(request.reach, 1);
  const std::int64_t pointBytes = request.grid.components * request.realSize;
  const std::int64_t block = plan.vectorWidth * request.stencil.vectorsTogether; // in points
  tiles.kept = tuning.kept;
  if (tiles.kept == 0)
    tiles.kept = processors::stepsInFlight(request.stencil.vectorsInFlight,
                                           plan.vectorWidth * request.realSize >= 64);

  // A quarter of the cache: it also holds the next tile's input and the last tile's output.
  const std::int64_t bytes =
      least(request.device.coreCache / 4, request.device.localMemory * 3 / 4);
  const std::int64_t points = most(bytes / pointBytes / block, 4) * block;
  // On average half of the ghost zones is computed redundantly: a 32nd of a tile.
  std::int64_t levels = request.hintedLevels();
  if (levels == 0) {
    const std::int64_t steps = least(most(points / 32 / reach, 1), request.steps);
    const std::int64_t unit = std::lcm(tiles.kept, request.stages); // whole passes of whole steps
    levels = steps < unit ? request.wholeSteps(steps) : steps / unit * unit;
  }
  plan.levelsPerLaunch = levels;
  tiles.ghostZone = roundUp(levels * reach, block);
  if (tuning.box[0] > 0) {
    tiles.blockUnits = roundUp(tuning.box[0], block);
  } else {
    // If there are few tiles, each core gets the same number.
    const std::int64_t cores = most(request.device.computeUnits, 1);
    const std::int64_t largest = most(points - 2 * tiles.ghostZone, 4 * block);
    const std::int64_t count = roundUp(ceilDiv(tiles.units, largest), cores);
    tiles.blockUnits = roundUp(ceilDiv(tiles.units, count), block);
  }
  tiles.tileWidth = planeOf(tiles.blockUnits + 2 * tiles.ghostZone, request);
  tiles.localBytes = tiles.tileWidth * pointBytes;
  if (tiles.localBytes >= request.device.localMemory) {
    refuse(plan, Reason::LocalMemory, tiles.localBytes + 1, request.device.localMemory);
    return plan;
  }
  tiles.tiles = ceilDiv(tiles.units, tiles.blockUnits);
  finishOverlapped(plan, tiles.tiles);
  plan.expected.globalShare = request.liveOutShare *
                              (2 + 2 * real(tiles.ghostZone) / real(tiles.blockUnits)) /
                              (2 * real(levels));
  return plan;
}

std::string macros(const Plan &plan) {
  const auto &tiles = shapeOf<Skewed>(plan);
  return fmt::format("{} -DEULERC_TILED -DEULERC_SKEWED_WIDTH={} -DEULERC_KEPT={}",
                     sizesOfGroups(1, 1, 1), tiles.tileWidth, tiles.kept);
}

std::vector<PlanLine> lines(const Plan &plan, const PlanRequest &request) {
  const auto &tiles = shapeOf<Skewed>(plan);
  return linesOfLine(
      plan, tiles, request,
      line("in flight", "{} steps, in vectors of {} values", tiles.kept, plan.vectorWidth));
}

std::optional<std::string> cure(const Plan &plan) {
  if (plan.unsupported.why != Reason::LocalMemory)
    return std::nullopt;
  return otherTiles(plan, {"a smaller --tile-box", "--scheme linear"});
}

} // namespace

const Form skewed = rowOf<Skewed>({
    .name = "skewed",
    .scheme = Scheme::Overlapped,
    .tileForm = TileForm::Skewed,
    .onGpus = false,
    .mostRank = 1,
    .reads = optionsOfTiles,
    .unsupported = unsupportedTiles,
    .plan = planSkewed,
    .macros = macros,
    .lines = lines,
    .cure = cure,
    .shortIsAsLong = true,
    .carriesEvents = true,
});

} // namespace eulerc::forms
