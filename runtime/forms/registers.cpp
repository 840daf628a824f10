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

/// The most values of 32 bits, and vectors, that a work-item keeps in registers.
struct MostKept {
  std::int64_t values, vectors;
};
constexpr MostKept ofFewOperations = {48, 8}, ofManyOperations = {96, 20};
/// The same for a reach of more than one point, where ghost zones are wide, and these operations.
constexpr MostKept ofFar = {80, 20};
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

/// What is searched for: work-items, vectors of each component that a work-item keeps, and levels
/// of a launch.
struct LineShape {
  std::int64_t items = 1, kept = 1, steps = 1;
};

bool isSmall(const PlanRequest &request) { return shareOf(request) < smallShare; }

/// Whether the operations of a point need few registers. A compiler computes one or two components
/// at a time.
bool computesLittle(const PlanRequest &request) {
  const std::int64_t atATime = least(request.grid.components, 2);
  return request.flops * real(atATime) < figuresOf(request).lines.fewOperations;
}

MostKept mostKept(const PlanRequest &request) {
  if (!computesLittle(request))
    return ofManyOperations;
  return request.reach > 1 && request.flops >= muchToCompute ? ofFar : ofFewOperations;
}

std::int64_t valuesOfVector(const PlanRequest &request, const Plan &plan) {
  return plan.vectorWidth * request.grid.components * most(request.realSize / 4, 1);
}

/// Local memory of a work-group: the first and last vectors of its work-items, twice.
std::int64_t bytesOfGroup(const PlanRequest &request, const Plan &plan, std::int64_t items) {
  return 4 * items * plan.vectorWidth * request.grid.components * request.realSize;
}

std::int64_t localMemoryOf(const PlanRequest &request) {
  return most(request.device.localMemory, request.device.mostLocalMemory);
}

/// The numbers of work-items to try, as far as their vectors fit in local memory. In small systems
/// the model chooses; in others, work-groups of 128 were the fastest.
std::vector<std::int64_t> itemsAmong(const PlanRequest &request, const Plan &plan) {
  constexpr std::int64_t usual = 128, ofSmall = 512;
  const std::int64_t most = request.device.maxWorkGroupSize;
  std::vector<std::int64_t> found;
  const auto tryItems = [&](std::int64_t items) {
    if (items <= most && bytesOfGroup(request, plan, items) <= localMemoryOf(request))
      found.push_back(items);
  };
  if (request.tuning.workGroupSize > 0)
    tryItems(least(request.tuning.workGroupSize, most));
  else
    for (std::int64_t items = isSmall(request) ? ofSmall : usual;
         items > 0 && (items >= usual || found.empty()); items /= 2)
      tryItems(items);
  return found;
}

/// The numbers of vectors to try. In large systems each compute unit needs a few tiles, or it idles
/// at their barriers.
eulerc_range keptAmong(const PlanRequest &request, const Plan &plan, std::int64_t items) {
  const MostKept kept = mostKept(request);
  const std::int64_t ofRegisters = least(kept.vectors, kept.values / valuesOfVector(request, plan));
  const std::int64_t ofUnit = shareOf(request) / (3 * items * plan.vectorWidth);
  return hintAmong(request.tuning.kept, 1,
                   most(isSmall(request) ? ofRegisters : least(ofRegisters, ofUnit), 1));
}

std::int64_t ghostZoneOf(const PlanRequest &request, const Plan &plan, std::int64_t steps) {
  return roundUp(request.reach > 0 ? spoilingLevels(request, steps, 0) * request.reach : steps,
                 plan.vectorWidth);
}

std::int64_t widthOf(const Plan &plan, const LineShape &shape) {
  return shape.items * shape.kept * plan.vectorWidth;
}

/// Points that a tile stores; negative if the steps are too many.
std::int64_t storedBy(const PlanRequest &request, const Plan &plan, const LineShape &shape) {
  return widthOf(plan, shape) - 2 * ghostZoneOf(request, plan, shape.steps);
}

std::int64_t tilesOf(const PlanRequest &request, const Plan &plan, const LineShape &shape) {
  return ceilDiv(request.grid.extent[0], most(storedBy(request, plan, shape), 1));
}

/// The model's seconds of a step: in launches of one round, or in persistent rounds (`wait`).
double secondsOf(const PlanRequest &request, const Plan &plan, const LineShape &shape, bool wait) {
  const std::int64_t units = most(request.device.computeUnits, 1);
  const gpu::Speed speed = gpu::speedOf(request);
  const GpuFigures &figures = figuresOf(request);
  const GpuFigures::Lines &lines = figures.lines;
  const double words = real(most(request.realSize / 4, 1));
  const double values = real(shape.kept * valuesOfVector(request, plan));
  const double free = computesLittle(request) ? lines.freeOfFew : lines.freeOfMany;
  const double crowded = 1 + std::max(0.0, values - free) / lines.moreValues;
  const double moved =
      plan.vectorWidth < 4 ? 1 / lines.narrow : 1 / lines.wide + 1 / lines.ends / real(shape.kept);
  const double ofComponent =
      crowded * (moved + request.flops * words / lines.operations) / speed.arithmetic;
  const std::int64_t tiles = tilesOf(request, plan, shape);
  const std::int64_t width = widthOf(plan, shape);
  const double busy = (roundsOf(tiles, units, 8) * real(shape.items) + lines.waitingItems) *
                      real(shape.kept * plan.vectorWidth * request.grid.components) * ofComponent;
  const double moving =
      real((tiles * width + request.grid.extent[0]) * request.grid.components * request.realSize) /
      (lines.bytes * speed.memory * real(units));
  const double beside = wait ? figures.round : figures.launch * speed.launch;
  return (beside + moving) / real(shape.steps) + std::max(busy, figures.step);
}

/// Offers `shape` with each number of levels that leaves a quarter of its tile to store.
void offerLevels(const PlanRequest &request, const Plan &plan, LineShape shape, bool wait,
                 Fastest<LineShape> &fastest) {
  const std::int64_t hint = request.hintedLevels();
  const std::int64_t first = hint > 0 ? hint : request.stages;
  for (shape.steps = first; shape.steps == first || (hint == 0 && storedBy(request, plan, shape) >=
                                                                      widthOf(plan, shape) / 4);
       shape.steps += request.wholeSteps(shape.steps < 16 ? 1 : 4))
    if (!wait || waitFor(request, tilesOf(request, plan, shape)))
      fastest.offer(shape, secondsOf(request, plan, shape, wait));
}

/// The shape that the model finds fastest. More levels share the cost of a launch. More vectors and
/// work-items make larger tiles, which compute less redundantly; many vectors need many registers.
/// With `wait` there may be no possible shape.
Fastest<LineShape> fastestOfLines(const PlanRequest &request, const Plan &plan, bool wait) {
  Fastest<LineShape> fastest;
  for (const std::int64_t items : itemsAmong(request, plan)) {
    const eulerc_range kept = keptAmong(request, plan, items);
    for (std::int64_t each = kept.first; each <= kept.last; each++)
      offerLevels(request, plan, {items, each}, wait, fastest);
  }
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

  const std::int64_t lanes = plan.vectorWidth;
  if (itemsAmong(request, plan).empty()) {
    const std::int64_t items = hintOr(request.tuning.workGroupSize, 1);
    refuse(plan, Reason::LocalMemory, bytesOfGroup(request, plan, items), localMemoryOf(request));
    return plan;
  }
  const auto [found, waits] = launchesOrRounds<LineShape>(
      request, [&](bool wait) { return fastestOfLines(request, plan, wait); });
  auto &tiles = shapeOf<Registers>(plan);
  plan.workGroupSize = found.shape.items;
  tiles.kept = found.shape.kept;
  tiles.tileWidth = widthOf(plan, found.shape);
  plan.levelsPerLaunch = found.shape.steps;
  tiles.ghostZone = ghostZoneOf(request, plan, found.shape.steps);
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
        takeRounds(request, plan, persistentLines, "eulerc_persistent_lines", found.seconds);
  else if (tiles.tiles >= manyTiles * most(request.device.computeUnits, 1))
    plan.endsKernel = "eulerc_registers_lines_ends";
  tiles.localBytes = bytesOfGroup(request, plan, plan.workGroupSize);
  const double computed = real(tiles.tileWidth) / real(tiles.blockUnits);
  plan.expected.computedShare = computed;
  plan.expected.globalShare = request.liveOutShare * (1 + computed) / (2 * real(found.shape.steps));
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
