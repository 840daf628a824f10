// Planner of overlapped tiles of lines in the registers of a GPU's work-groups
// (registers_line.cl). Tiles overlap by ghost zones, wide enough for the steps of a launch.
//
//   String, n = 100,000,000, 132 compute units → tiles of 3072 points (6 float4 of each component a
//   work-item, 128 work-items), 76 steps a launch, 5 % of the points computed twice
//
// Tile w stores points [w * blockUnits, (w + 1) * blockUnits) and computes `ghostZone` more on both
// sides. Every launch reads one copy of the state and writes the other.

#include "forms/forms.h"
#include "forms/overlapped.h"

namespace eulerc::forms {
namespace {

/// The most values of 32 bits, and vectors, that a work-item keeps in registers. They leave room
/// for several co-resident work-groups, which hide each other's latency.
constexpr std::int64_t keptValues = 48, keptVectors = 8;
/// The same for a reach of more than one point, where ghost zones are wide, and many operations.
constexpr std::int64_t keptFarValues = 80, keptFarVectors = 20;
constexpr double muchToCompute = 12; ///< operations of a component

/// A system is small below so many points a compute unit: the latency of barriers dominates, and
/// narrow vectors pass through local memory faster. In larger systems wide vectors are faster, from
/// and to global memory.
constexpr std::int64_t smallShare = 8192;

std::int64_t shareOf(const PlanRequest &request) {
  return ceilDiv(request.grid.extent[0], most(request.device.computeUnits, 1));
}

/// Lanes of a vector, at least the reach.
std::int64_t overlappedLanes(const PlanRequest &request) {
  constexpr std::int64_t usual = 4, most = 16;
  const std::int64_t asked = request.tuning.vectorWidth;
  if (asked > 0)
    return request.reach > usual ? asked : least(asked, usual);
  std::int64_t lanes = shareOf(request) >= smallShare ? least(widestVector(request), usual) : 1;
  while (lanes < request.reach && lanes < most)
    lanes *= 2;
  return lanes;
}

/// Shape of a tile: work-items, and vectors of each component that a work-item keeps.
struct OverlappedShape {
  std::int64_t group, kept;
};

/// Small systems: two narrow vectors of each component a work-item. One vector is too little work
/// to hide the latency of a barrier; with three, too much is computed redundantly. Other systems:
/// the largest tiles of which every compute unit gets a few, since large tiles compute less
/// redundantly.
OverlappedShape overlappedShape(const PlanRequest &request, std::int64_t lanes) {
  const Tuning &tuning = request.tuning;
  const std::int64_t perVector = lanes * request.grid.components * most(request.realSize / 4, 1);
  OverlappedShape shape = {tuning.workGroupSize, tuning.kept};
  const std::int64_t share = shareOf(request);
  const bool isSmall = share < smallShare && tuning.vectorWidth == 0;
  if (shape.group == 0)
    shape.group = isSmall ? 256 : 128;
  shape.group = least(shape.group, request.device.maxWorkGroupSize);
  if (shape.kept > 0)
    return shape;
  const bool looksFar = request.reach > 1 && request.flops >= muchToCompute;
  shape.kept = most(least(looksFar ? keptFarVectors : keptVectors,
                          (looksFar ? keptFarValues : keptValues) / perVector),
                    1);
  if (isSmall)
    shape.kept = least(shape.kept, 2);
  // Each compute unit needs a few tiles, or it idles at their barriers.
  while (!isSmall && shape.kept > 1 && 3 * shape.kept * shape.group * lanes > share)
    shape.kept--;
  return shape;
}

std::int64_t ghostZoneOf(const PlanRequest &request, const Plan &plan, std::int64_t steps) {
  return roundUp(request.reach > 0 ? spoilingLevels(request, steps, 0) * request.reach : steps,
                 plan.vectorWidth);
}

/// Points that a tile stores in a launch of `steps` steps; negative if the steps are too many.
std::int64_t overlappedStores(const PlanRequest &request, const Plan &plan, std::int64_t steps) {
  return shapeOf<Registers>(plan).tileWidth - 2 * ghostZoneOf(request, plan, steps);
}

std::int64_t tilesOf(const PlanRequest &request, const Plan &plan, std::int64_t steps) {
  return ceilDiv(request.grid.extent[0], most(overlappedStores(request, plan, steps), 1));
}

/// The model's seconds of a step: in launches of one round, or in persistent rounds (`wait`).
double secondsOf(const PlanRequest &request, const Plan &plan, std::int64_t steps, bool wait) {
  const std::int64_t units = most(request.device.computeUnits, 1);
  const gpu::Speed speed = gpu::speedOf(request);
  const GpuFigures &figures = figuresOf(request);
  const double rate =
      (plan.vectorWidth < 4 ? figures.lines.narrow : figures.lines.wide) * speed.arithmetic;
  const std::int64_t tiles = tilesOf(request, plan, steps);
  const std::int64_t width = shapeOf<Registers>(plan).tileWidth;
  const double busy = roundsOf(tiles, units, 8) * real(width * request.grid.components) / rate;
  const double computing = std::max(busy, figures.step);
  const double moving =
      real((tiles * width + request.grid.extent[0]) * request.grid.components * request.realSize) /
      (figures.bytes * speed.memory * real(units));
  const double beside = wait ? figures.round : figures.launch * speed.launch;
  return (beside + moving) / real(steps) + computing;
}

/// The number of steps that the model finds fastest. More steps share the cost of a launch, but a
/// larger part of a tile is computed redundantly. With `wait` there may be no possible number.
Fastest<std::int64_t> overlappedSteps(const PlanRequest &request, const Plan &plan, bool wait) {
  const std::int64_t hint = request.hintedLevels();
  const std::int64_t least = hint > 0 ? hint : request.stages;
  Fastest<std::int64_t> fastest;
  for (std::int64_t steps = least;
       steps == least || (hint == 0 && overlappedStores(request, plan, steps) >=
                                           shapeOf<Registers>(plan).tileWidth / 4);
       steps += request.wholeSteps(steps < 16 ? 1 : 4))
    if (!wait || waitFor(request, tilesOf(request, plan, steps)))
      fastest.offer(steps, secondsOf(request, plan, steps, wait));
  return fastest;
}

/// Plans tiles of lines: launched or persistent, by hint or whichever the model finds faster.
Plan planLines(const PlanRequest &request) {
  const Form &form = mayLaunch(request) ? registers : persistentLines;
  Plan plan = startOverlapped<Registers>(request, form, "eulerc_registers_lines");
  plan.vectorWidth = overlappedLanes(request);
  requireLine(request, plan);
  if (!plan.isPossible())
    return plan;

  auto &tiles = shapeOf<Registers>(plan);
  const OverlappedShape shape = overlappedShape(request, plan.vectorWidth);
  const std::int64_t lanes = plan.vectorWidth;
  plan.workGroupSize = shape.group;
  tiles.kept = shape.kept;
  tiles.tileWidth = shape.group * shape.kept * lanes;

  const auto [steps, waits] = launchesOrRounds<std::int64_t>(
      request, [&](bool wait) { return overlappedSteps(request, plan, wait); });
  plan.levelsPerLaunch = steps.shape;
  tiles.ghostZone = ghostZoneOf(request, plan, steps.shape);
  tiles.blockUnits = tiles.tileWidth - 2 * tiles.ghostZone;
  if (tiles.blockUnits < lanes) {
    refuse(plan, Reason::TileShape, 2 * tiles.ghostZone + lanes, tiles.tileWidth);
    return plan;
  }
  tiles.tiles = ceilDiv(tiles.units, tiles.blockUnits);
  finishOverlapped(plan, tiles.tiles);
  // With many tiles, a second launch for the tiles at the ends of the grid costs little, and tiles
  // inside the grid are faster without tests for the ends.
  constexpr std::int64_t manyTiles = 8; // of each compute unit
  if (waits)
    tiles.rounds =
        takeRounds(request, plan, persistentLines, "eulerc_persistent_lines", steps.seconds);
  else if (tiles.tiles >= manyTiles * most(request.device.computeUnits, 1))
    plan.endsKernel = "eulerc_registers_lines_ends";
  tiles.localBytes = 4 * shape.group * lanes * request.grid.components * request.realSize;
  const double computed = real(tiles.tileWidth) / real(tiles.blockUnits);
  plan.expected.computedShare = computed;
  plan.expected.globalShare = request.liveOutShare * (1 + computed) / (2 * real(steps.shape));
  return plan;
}

std::string macros(const Plan &plan) {
  const auto &tiles = shapeOf<Registers>(plan);
  return fmt::format("{} -DEULERC_TILED -DEULERC_KEPT={} -DEULERC_SHIFTS{}", sizesOfGroups(1, 1, 1),
                     tiles.kept, tiles.rounds > 0 ? macrosOfRounds(plan, tiles.rounds) : "");
}

std::vector<PlanLine> lines(const Plan &plan, const PlanRequest &request) {
  const auto &tiles = shapeOf<Registers>(plan);
  return linesOfLine(plan, tiles, request,
                     line("registers", "{} vectors of {} values of each component a work-item",
                          tiles.kept, plan.vectorWidth));
}

constexpr Form formOfLines(const char *name, TileForm asked) {
  return rowOf<Registers>({.name = name,
                           .scheme = Scheme::Overlapped,
                           .tileForm = asked,
                           .onProcessors = false,
                           .onHost = false,
                           .mostRank = 1,
                           .reads = OptionTileForm | OptionTileSteps | OptionKept,
                           .unsupported = unsupportedTiles,
                           .plan = planLines,
                           .macros = macros,
                           .lines = lines,
                           .listsEvents = true});
}

constexpr Form launched() {
  Form form = formOfLines("registers", TileForm::Registers);
  form.shortIsAsLong = true;
  return form;
}

} // namespace

const Form registers = launched(),
           persistentLines = inRounds(formOfLines("persistent", TileForm::Persistent));

} // namespace eulerc::forms
