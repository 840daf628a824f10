// Planner of overlapped tiles of 2-D grids that work-groups keep whole in registers
// (registers_plane.cl), for grids that all compute units of a GPU together can hold.
//
//   Brusselator 500 x 500, 132 compute units → 126 tiles of 52 x 72 points, 36 x 56 of them stored,
//   8 steps a launch; a work-item keeps 4 float4 of both components
//
// A work-item keeps a block: a vector of each of `kept` rows. `across` blocks make a band of a
// tile, `bands` of them a tile. A tile stores a box, and computes whole blocks more on all sides,
// as many as S steps spoil.

#include "base/text.h"
#include "forms/forms.h"
#include "forms/streaming.h"

namespace eulerc::forms {
namespace {

/// Values of 32 bits that a work-item keeps at most, lanes of its vectors, work-items of a
/// work-group (more are slower), and steps of a launch.
constexpr std::int64_t keptValues = mostKeptValues, mostLanes = 4, mostItems = mostKeptItems,
                       mostSteps = 24;

/// Components that a compute unit updates in a second if it has as many work-items as keep it busy
/// ("Planes kept whole" in bench/notes.md).
double rateOf(const GpuFigures::Planes &figures, std::int64_t lanes) {
  return figures.rates[lanes == 1 ? 0 : lanes == 2 ? 1 : 2];
}

/// Registers of 32 bits that a work-item needs in addition to two for each value it keeps.
constexpr std::int64_t otherRegisters = 50;

/// Tiles for each compute unit up to which they are kept whole: beyond, streaming tiles compute
/// less twice.
constexpr std::int64_t mostUnitTiles = 4;

std::int64_t ghostZoneOf(const PlanRequest &request, const TileShape &shape, int axis) {
  return roundUp(spoilingLevels(request, shape.levels, axis) * request.reachAlong[axis],
                 axis == 0 ? shape.kept : shape.lanes);
}

/// Of one buffer: lanes and rows that neighbours look at.
std::int64_t bufferBytes(const PlanRequest &request, const TileShape &shape) {
  const std::int64_t rows = 2 * request.reachAlong[0];
  return (shape.kept * shownLanes(request, shape) + rows * shape.lanes) * shape.group() *
         shownAround(request) * request.realSize;
}

/// Of `buffers` of them; the kernel declares a vector more.
std::int64_t localBytes(const PlanRequest &request, const TileShape &shape, std::int64_t buffers) {
  return buffers * bufferBytes(request, shape) + shape.lanes * request.realSize;
}

/// Whether the grid ends within blocks: then all mend their rows and lanes in each step.
bool isCut(const PlanRequest &request, const TileShape &shape) {
  return request.grid.extent[0] % shape.kept != 0 || request.grid.extent[1] % shape.lanes != 0;
}

/// Registers that a work-item needs, more or less.
std::int64_t registersOf(std::int64_t values) { return otherRegisters + 2 * values; }

/// Tiles that a compute unit computes in a launch: whole rounds of as many as it holds at once.
std::int64_t shareOf(const PlanRequest &request, const TileShape &shape) {
  const std::int64_t registers = registersOf(valuesOf(request, shape));
  const std::int64_t together = most(request.device.unitRegisters / (shape.group() * registers), 1);
  const std::int64_t share = ceilDiv(tilesOf(request, shape), most(request.device.computeUnits, 1));
  return share <= together ? share : roundUp(share, together);
}

/// Seconds that a step takes, as the model has it: of launches, or of rounds that `wait`.
double secondsOf(const PlanRequest &request, const TileShape &shape, bool wait) {
  const double items = real(shareOf(request, shape) * shape.group());
  const double values = items * real(valuesOf(request, shape));
  const GpuFigures::Planes &figures = figuresOf(request).planes;
  const double busy = items < figures.busyItems ? 0.25 + 0.75 * items / figures.busyItems : 1;
  const gpu::Speed speed = gpu::speedOf(request);
  const double rate = rateOf(figures, shape.lanes) * speed.arithmetic * busy;
  const double operations = // of right-hand sides that take longer than what was measured
      values * request.flops * real(request.realSize) / 4 /
      (figuresOf(request).operations * speed.arithmetic * busy);
  const double step = std::max(values / rate, operations) * (isCut(request, shape) ? 1.12 : 1);
  const double beside = wait ? figures.round : figures.launch * speed.launch;
  return beside / real(shape.levels) + std::max(step, figures.step);
}

bool isPossible(const PlanRequest &request, const TileShape &shape) {
  return shape.box[0] > 0 && shape.box[1] > 0 &&
         localBytes(request, shape, 1) <= request.device.localMemory;
}

/// Looks for the shape of those with the asked properties that the model finds fastest. None may
/// be possible.
class Search {
public:
  explicit Search(const PlanRequest &request) : request_(request) {}

  /// For launches, or for rounds that `wait`.
  Fastest<TileShape> run(bool wait) {
    wait_ = wait;
    fastest_ = {};
    const Tuning &tuning = request_.tuning;
    for (TileShape shape; shape.lanes <= mostLanes; shape.lanes *= 2)
      if (tuning.vectorWidth == 0 || tuning.vectorWidth == shape.lanes)
        tryBlocks(shape);
    return fastest_;
  }

  /// Of local memory that the shapes needed which had none; 0 if there were no such shapes.
  std::int64_t fewestBytes() const { return fewestBytes_; }

private:
  /// Blocks within reach of which lie their neighbours only.
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
      // As few tiles along a row as there can be, or whole rounds of them.
      const std::int64_t fewest = ceilDiv(grid.extent[1], widest);
      const std::int64_t segments = ceilDiv(grid.extent[0], rows);
      take(shape, fewest);
      for (std::int64_t share = 1; share <= mostUnitTiles; share++)
        if (share * units / segments > fewest)
          take(shape, share * units / segments);
      // Bands beyond the end of the grid.
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
  tiles.parts = isCut(request, shape);
  tiles.tiles = tilesOf(request, shape);
  finishBoxes(request, plan, tiles, real(tiles.tiles * tiles.tileWidth));
}

/// No shape is possible: a block holds less than the reach or too much, or a tile no more than what
/// its steps spoil, or more than local memory (`fewestBytes` at least; 0: no tile came that far).
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

/// Whether a plan is not refused and few enough tiles hold the grid.
bool holdsGrid(const PlanRequest &request, const Plan &plan) {
  return plan.isPossible() &&
         shapeOf<RegistersOfPlanes>(plan).tiles <= mostUnitTiles * request.device.computeUnits;
}

/// Tiles of launches or of rounds, whichever the model finds faster, if not asked for.
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

/// The share of a step's levels that read neighbours: the others wait for nobody in tiles that are
/// kept whole, and take a layer of delay as well in streaming ones.
double readingShare(const PlanRequest &request) {
  const std::int64_t levels = request.levelsOfStep;
  std::int64_t reading = 0;
  for (int axis = 0; axis < request.grid.rank; axis++)
    reading = most(reading, least(request.stencil.readingLevels[axis], levels));
  return real(reading) / real(levels);
}

/// Whether what streaming tiles compute is worth their delay: tiles that are kept whole compute
/// more twice and have none ("Planes kept whole" in bench/notes.md). Tiles that do not know what
/// their levels read are slower for methods of several stages.
bool worthTheirDelay(const PlanRequest &request, const Plan &streamingPlan) {
  if (!streamingPlan.isPossible())
    return true;
  const bool areKnown = request.stencil.levelsTogether == request.levelsOfStep;
  if (!areKnown && request.stages > 2)
    return true;
  const double share = areKnown ? readingShare(request) : 1;
  return delayOfStreaming(request, streamingPlan) <= figuresOf(request).planes.mostDelay * share;
}

/// Whether points wait long for what they compute, and see no farther than their neighbours. Levels
/// of a streaming tile wait for each other, and quotients are long to wait for: then tiles are kept
/// whole at any size. Not where points see two rows: too much is computed twice; nor of many
/// values, of which small tiles are kept ("Planes kept whole" in bench/notes.md).
bool waitsForQuotients(const PlanRequest &request) {
  const double values = real(request.grid.components) * request.liveOutShare;
  const double few = request.stages == 2 ? 2 : 3;
  return request.stencil.divides && values <= few &&
         most(request.reachAlong[0], request.reachAlong[1]) <= 1;
}

/// Of planes on a GPU: small ones are kept whole, others walked in streaming tiles, if these have
/// room for a step. By hand, --kept and --tile-box ask for the one and the other.
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

/// All tiles of a launch run at once, or the last ones take as long as the first ones; unless that
/// leaves work-items less than seven tenths of the registers that they need.
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
