// Planner of overlapped tiles of 2-D grids that work-groups keep whole in registers
// (registers_plane.cl), for grids that fit in the registers of all compute units of a GPU.
//
//   Brusselator 500 x 500, 132 compute units → 126 tiles of 52 x 72 points, 36 x 56 of them stored,
//   8 steps a launch; a work-item keeps 4 float4 of both components
//
// A work-item keeps a block: a vector of each of `kept` rows. `across` blocks make a band, `bands`
// bands a tile. A tile stores a box and computes whole blocks around it as the ghost zone of S
// steps.

#include "base/text.h"
#include "forms/forms.h"
#include "forms/streaming.h"

namespace eulerc::forms {
namespace {

/// Limits: values of 32 bits that a work-item keeps, lanes of its vectors, work-items of a
/// work-group (larger ones are slower), and steps of a launch.
constexpr std::int64_t keptValues = mostKeptValues, mostLanes = 4, mostItems = mostKeptItems,
                       mostSteps = 24;

/// Components that a compute unit updates in a second if it has enough work-items ("Planes kept
/// whole" in bench/notes.md).
double rateOf(const GpuFigures::Planes &figures, std::int64_t lanes) {
  return figures.rates[lanes == 1 ? 0 : lanes == 2 ? 1 : 2];
}

/// Registers of 32 bits that a work-item needs in addition to two for each value that it keeps.
constexpr std::int64_t otherRegisters = 50;

/// The most tiles a compute unit with which tiles are kept whole. With more, streaming tiles are
/// better, since they compute less redundantly.
constexpr std::int64_t mostUnitTiles = 4;

std::int64_t ghostZoneOf(const PlanRequest &request, const TileShape &shape, int axis) {
  return roundUp(spoilingLevels(request, shape.levels, axis) * request.reachAlong[axis],
                 axis == 0 ? shape.kept : shape.lanes);
}

/// Bytes of one buffer: the lanes and rows that neighbouring work-items read.
std::int64_t bufferBytes(const PlanRequest &request, const TileShape &shape) {
  const std::int64_t rows = 2 * request.reachAlong[0];
  return (shape.kept * shownLanes(request, shape) + rows * shape.lanes) * shape.group() *
         shownAround(request) * request.realSize;
}

/// Bytes of `buffers` buffers, and of one vector that the kernel declares in addition.
std::int64_t localBytes(const PlanRequest &request, const TileShape &shape, std::int64_t buffers) {
  return buffers * bufferBytes(request, shape) + shape.lanes * request.realSize;
}

/// Whether the grid ends within blocks. Then work-items correct rows and lanes in each step.
bool isCut(const PlanRequest &request, const TileShape &shape) {
  return request.grid.extent[0] % shape.kept != 0 || request.grid.extent[1] % shape.lanes != 0;
}

/// Registers that a work-item needs, estimated.
std::int64_t registersOf(std::int64_t values) { return otherRegisters + 2 * values; }

/// Tiles that a compute unit computes in a launch, rounded up to a multiple of the tiles that it
/// holds at once.
std::int64_t shareOf(const PlanRequest &request, const TileShape &shape) {
  const std::int64_t registers = registersOf(valuesOf(request, shape));
  const std::int64_t together = most(request.device.unitRegisters / (shape.group() * registers), 1);
  const std::int64_t share = ceilDiv(tilesOf(request, shape), most(request.device.computeUnits, 1));
  return share <= together ? share : roundUp(share, together);
}

/// The model's seconds of a step: in launches of one round, or in persistent rounds (`wait`).
double secondsOf(const PlanRequest &request, const TileShape &shape, bool wait) {
  const double items = real(shareOf(request, shape) * shape.group());
  const double values = items * real(valuesOf(request, shape));
  const GpuFigures::Planes &figures = figuresOf(request).planes;
  const double busy = items < figures.busyItems ? 0.25 + 0.75 * items / figures.busyItems : 1;
  const gpu::Speed speed = gpu::speedOf(request);
  const double rate = rateOf(figures, shape.lanes) * speed.arithmetic * busy;
  // Of right-hand sides that take longer than those that the rates were measured with.
  constexpr double measuredFlops = 10;
  const double operations = values * std::max(0.0, request.flops - measuredFlops) *
                            real(request.realSize) / 4 /
                            (figuresOf(request).operations * speed.arithmetic * busy);
  const double step = (values / rate + operations) * (isCut(request, shape) ? 1.04 : 1);
  const double beside = wait ? figures.round : figures.launch * speed.launch;
  return beside / real(shape.levels) + std::max(step, figures.step);
}

bool isPossible(const PlanRequest &request, const TileShape &shape) {
  return shape.box[0] > 0 && shape.box[1] > 0 &&
         localBytes(request, shape, 1) <= request.device.localMemory;
}

/// Searches all shapes that agree with the hints for the one that the model expects to be fastest.
/// Possibly no shape fits.
class Search {
public:
  explicit Search(const PlanRequest &request) : request_(request) {}

  /// The fastest shape for launches of one round, or for persistent rounds (`wait`).
  Fastest<TileShape> run(bool wait) {
    wait_ = wait;
    fastest_ = {};
    const Tuning &tuning = request_.tuning;
    for (TileShape shape; shape.lanes <= mostLanes; shape.lanes *= 2)
      if (tuning.vectorWidth == 0 || tuning.vectorWidth == shape.lanes)
        tryBlocks(shape);
    return fastest_;
  }

  /// The least local memory, in bytes, among shapes that need more than the device has; 0: none
  /// does.
  std::int64_t fewestBytes() const { return fewestBytes_; }

private:
  /// Tries blocks that are at least as large as the reach, so that they read neighbouring blocks
  /// only.
  void tryBlocks(TileShape shape) {
    if (shape.lanes < request_.reachAlong[1] || shape.lanes > request_.grid.extent[1])
      return;
    const eulerc_range kept = hintAmong(request_.tuning.kept, 1, 16);
    for (shape.kept = kept.first; shape.kept <= kept.last; shape.kept++)
      if (shape.kept >= request_.reachAlong[0] &&
          (request_.tuning.kept > 0 || valuesOf(request_, shape) <= keptValues))
        trySteps(shape);
  }

  void trySteps(TileShape shape) {
    const eulerc_range steps =
        hintAmong(request_.hintedLevels(), request_.stages, least(mostSteps, request_.steps));
    for (shape.levels = steps.first; shape.levels <= steps.last; shape.levels += request_.stages)
      tryBands(shape);
  }

  void tryBands(TileShape shape) {
    const std::int64_t items = itemsOf(request_, mostItems);
    const std::int64_t units = most(request_.device.computeUnits, 1);
    const Grid &grid = request_.grid;
    for (shape.bands = 1; shape.bands <= items; shape.bands++) {
      std::int64_t rows = shape.rows() - 2 * ghostZoneOf(request_, shape, 0);
      if (request_.tuning.box[0] > 0)
        rows = least(rows, roundUp(request_.tuning.box[0], shape.kept));
      rows = least(rows, roundUp(grid.extent[0], shape.kept));
      if (rows <= 0)
        continue;
      shape.box[0] = rows;
      shape.across = items / shape.bands;
      const std::int64_t widest = shape.columns() - 2 * ghostZoneOf(request_, shape, 1);
      if (widest <= 0)
        break;
      // As few tiles along a row as possible, or as many as fill whole rounds of the units.
      const std::int64_t fewest = ceilDiv(grid.extent[1], widest);
      const std::int64_t segments = ceilDiv(grid.extent[0], rows);
      take(shape, fewest);
      for (std::int64_t share = 1; share <= mostUnitTiles; share++)
        if (share * units / segments > fewest)
          take(shape, share * units / segments);
      // More bands would lie beyond the end of the grid.
      if (rows >= grid.extent[0])
        break;
    }
  }

  void take(TileShape shape, std::int64_t tiles) {
    shape.box[1] = roundUp(ceilDiv(request_.grid.extent[1], tiles), shape.lanes);
    shape.across = (shape.box[1] + 2 * ghostZoneOf(request_, shape, 1)) / shape.lanes;
    if (!isPossible(request_, shape)) {
      const std::int64_t bytes = localBytes(request_, shape, 1);
      fewestBytes_ = fewestBytes_ == 0 ? bytes : least(fewestBytes_, bytes);
      return;
    }
    if (!wait_ || waitFor(request_, tilesOf(request_, shape)))
      fastest_.offer(shape, secondsOf(request_, shape, wait_));
  }

  const PlanRequest &request_;
  bool wait_ = false;
  std::int64_t fewestBytes_ = 0;
  Fastest<TileShape> fastest_;
};

void finish(const PlanRequest &request, Plan &plan, const TileShape &shape) {
  auto &tiles = shapeOf<RegistersOfPlanes>(plan);
  takeShape(plan, tiles, shape);
  tiles.ghostZone = ghostZoneOf(request, shape, 1);
  tiles.ghostRows = ghostZoneOf(request, shape, 0);
  tiles.box[0] = shape.box[0];
  tiles.box[1] = shape.box[1];
  // Two buffers need one barrier a step; they may be more than a work-group has.
  tiles.buffers = localBytes(request, shape, 2) <= request.device.localMemory ? 2 : 1;
  tiles.localBytes = localBytes(request, shape, tiles.buffers);
  tiles.lastPoints = request.grid.extent[1] % shape.lanes;
  tiles.lastRows = request.grid.extent[0] % shape.kept;
  tiles.tiles = tilesOf(request, shape);
  finishBoxes(request, plan, tiles, real(tiles.tiles * tiles.tileWidth));
}

/// Says why no shape is possible: a block is smaller than the reach or too large, a tile is all
/// ghost zone, or every tile exceeds local memory (`fewestBytes` at least; 0: that was not the
/// reason).
void refuseShape(const PlanRequest &request, Plan &plan, std::int64_t fewestBytes) {
  TileShape fewest;
  fewest.lanes = leastLanes(request, mostLanes);
  fewest.kept = hintOr(request.tuning.kept, most(request.reachAlong[0], 1));
  fewest.levels = most(request.hintedLevels(), request.stages);
  plan.levelsPerLaunch = fewest.levels;
  const std::int64_t rows = 2 * ghostZoneOf(request, fewest, 0) + fewest.kept;
  const std::int64_t columns = 2 * ghostZoneOf(request, fewest, 1) + fewest.lanes;
  const std::int64_t width = itemsOf(request, mostItems) * fewest.lanes * fewest.kept;
  if (fewest.kept < request.reachAlong[0])
    refuse(plan, Reason::KeptRows, request.reachAlong[0], fewest.kept);
  else if (fewestBytes > 0)
    refuse(plan, Reason::LocalMemory, fewestBytes, request.device.localMemory);
  else if (width < rows * columns)
    refuse(plan, Reason::TileShape, rows * columns, width);
  else
    refuse(plan, Reason::Registers, valuesOf(request, fewest), keptValues);
}

/// Whether the plan is possible and has at most `mostUnitTiles` tiles a compute unit.
bool holdsGrid(const PlanRequest &request, const Plan &plan) {
  return plan.isPossible() &&
         shapeOf<RegistersOfPlanes>(plan).tiles <= mostUnitTiles * request.device.computeUnits;
}

/// Plans tiles kept whole: launched or persistent, by hint or whichever the model finds faster.
Plan planKept(const PlanRequest &request) {
  const Form &form = mayLaunch(request) ? registersOfPlanes : persistentPlanes;
  Plan plan = startOverlapped<RegistersOfPlanes>(request, form, "eulerc_registers_planes");
  requireReach(request, plan);
  requireLanes(request, plan, mostLanes);
  requireRows(request, plan, plan.vectorWidth);
  if (!plan.isPossible())
    return plan;
  Search search(request);
  const auto chosen =
      launchesOrRounds<TileShape>(request, [&](bool wait) { return search.run(wait); });
  if (!chosen.best.isThere) {
    refuseShape(request, plan, search.fewestBytes());
    return plan;
  }
  finish(request, plan, chosen.best.shape);
  if (chosen.waits)
    shapeOf<RegistersOfPlanes>(plan).rounds = takeRounds(
        request, plan, persistentPlanes, "eulerc_persistent_planes", chosen.best.seconds);
  else if (holdsGrid(request, plan))
    plan.expected.seconds = chosen.best.seconds;
  return plan;
}

/// The share of a step's levels that read neighbours. In tiles kept whole the other levels wait for
/// nothing; in streaming tiles they add a layer of delay like all levels.
double readingShare(const PlanRequest &request) {
  const std::int64_t levels = request.levelsOfStep;
  std::int64_t reading = 0;
  for (int axis = 0; axis < request.grid.rank; axis++)
    reading = most(reading, least(request.stencil.readingLevels[axis], levels));
  return real(reading) / real(levels);
}

/// Whether points read two rows or columns away. Tiles kept whole then compute much redundantly.
bool looksFar(const PlanRequest &request) {
  return most(request.reachAlong[0], request.reachAlong[1]) > 1;
}

/// Whether streaming tiles are faster in spite of their delay. Tiles kept whole have no delay but
/// compute more redundantly ("Planes kept whole" in bench/notes.md), most of all if points have
/// many components, so that tiles are small. With several stages they are also slower if their code
/// does not know which values each level reads.
bool worthTheirDelay(const PlanRequest &request, const Plan &streamingPlan) {
  constexpr std::int64_t many = 5;
  if (!streamingPlan.isPossible())
    return true;
  const bool areKnown = request.stencil.levelsTogether == request.levelsOfStep;
  if (!areKnown && request.stages > 2)
    return true;
  const GpuFigures::Planes &figures = figuresOf(request).planes;
  const double share = areKnown ? readingShare(request) : 1;
  const bool areSmall = looksFar(request) || request.grid.components >= many;
  return delayOfStreaming(request, streamingPlan) <=
         share * (areSmall ? figures.mostDelayOfSmall : figures.mostDelay);
}

/// Whether latency of divisions favours tiles kept whole at any size of the grid: the levels of a
/// streaming tile wait for each other, and quotients have a long latency ("Planes kept whole" in
/// bench/notes.md).
bool waitsForQuotients(const PlanRequest &request) {
  constexpr double few = 2; // values of a point
  return request.stencil.divides && !looksFar(request) &&
         real(request.grid.components) * request.liveOutShare <= few;
}

/// Plans a 2-D grid on a GPU: small grids are kept whole, others use streaming tiles if these have
/// room for a step. --kept asks for tiles kept whole, --tile-box for streaming tiles.
Plan planPlane(const PlanRequest &request) {
  const Tuning &tuning = request.tuning;
  if (tuning.tileForm != TileForm::Auto || tuning.kept > 0)
    return planKept(request);
  Plan streamingPlan = streaming.plan(request);
  if (tuning.box[0] == 0 && tuning.box[1] == 0) {
    Plan kept = planKept(request);
    const bool hasRoom = streamingPlan.unsupported.why != Reason::LocalMemory;
    const bool isSlow =
        !hasRoom || waitsForQuotients(request) || !worthTheirDelay(request, streamingPlan);
    if (holdsGrid(request, kept) || (isSlow && kept.isPossible()))
      return kept;
  }
  return streamingPlan;
}

/// Work-groups that a unit must hold so that all tiles of a launch run at once; otherwise a few
/// last tiles take as long as the first ones. 0 if that leaves work-items less than 70 % of the
/// registers that they need.
std::int64_t groupsAtOnce(const PlanRequest &request, const Plan &plan) {
  const auto &tiles = shapeOf<RegistersOfPlanes>(plan);
  const std::int64_t share = ceilDiv(tiles.tiles, most(request.device.computeUnits, 1));
  TileShape shape;
  shape.kept = tiles.kept;
  shape.lanes = plan.vectorWidth;
  const std::int64_t left =
      request.device.unitRegisters / (share * roundUp(plan.workGroupSize, 32));
  return share > 1 && 10 * left >= 7 * registersOf(valuesOf(request, shape)) ? share : 0;
}

std::string macros(const Plan &plan) {
  const auto &tiles = shapeOf<RegistersOfPlanes>(plan);
  return macrosOfBlocks(tiles) + (tiles.rounds > 0 ? macrosOfRounds(plan, tiles.rounds) : "");
}

std::vector<PlanLine> lines(const Plan &plan, const PlanRequest &request) {
  const auto &tiles = shapeOf<RegistersOfPlanes>(plan);
  return {line("tile", "{} x {} points, {} x {} of them stored",
               plan.workGroupSize / tiles.across * tiles.kept, tiles.across * plan.vectorWidth,
               tiles.box[0], tiles.box[1]),
          line("registers", "{} vectors of {} values of each component a work-item", tiles.kept,
               plan.vectorWidth),
          line("computed twice", "{}", exact(tiles.redundantShare)), localMemoryLine(plan, request),
          line("tiles", "{}", tiles.tiles)};
}

std::optional<std::string> cure(const Plan &plan) {
  if (plan.unsupported.why != Reason::Registers)
    return std::nullopt;
  return std::string("--tile-form ") + streaming.name;
}

constexpr Form formOfPlanes(const char *name, TileForm asked) {
  return rowOf<RegistersOfPlanes>({.name = name,
                                   .scheme = Scheme::Overlapped,
                                   .tileForm = asked,
                                   .onProcessors = false,
                                   .onHost = false,
                                   .leastRank = 2,
                                   .mostRank = 2,
                                   .reads = optionsOfTiles,
                                   .unsupported = unsupportedTiles,
                                   .plan = planPlane,
                                   .macros = macros,
                                   .lines = lines,
                                   .cure = cure,
                                   .listsEvents = true});
}

constexpr Form launched() {
  Form form = formOfPlanes("registers", TileForm::Registers);
  form.shortIsAsLong = true;
  form.rival = TileForm::Streaming;
  form.groupsPerUnit = groupsAtOnce;
  return form;
}

} // namespace

const Form registersOfPlanes = launched(),
           persistentPlanes = inRounds(formOfPlanes("persistent", TileForm::Persistent));

} // namespace eulerc::forms
