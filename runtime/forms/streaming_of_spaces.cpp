// Planner of streaming tiles of 3-D grids on GPUs (2-D grids: streaming.cpp). A work-group walks
// along its tile plane by plane with all steps of a launch in flight (streaming.cl).
//
//   heat 512 x 512 x 512 floats, 132 compute units → boxes of 57 planes, 47 rows and 64 columns,
//   4 steps a launch; a work-item keeps a float4 of each of 4 rows, 18 x 14 work-items
//
// A tile stores a box of the grid. In each plane it also computes a ghost zone for S steps, of rows
// and whole vectors, and further planes while its levels fill and drain. Every launch reads one
// copy of the state and writes the other.

#include "forms/forms.h"
#include "forms/streaming.h"

#include "boxes.h"

#include <algorithm>
#include <utility>

namespace eulerc::forms {
namespace {

/// Lanes of a vector; and, without hints, work-items of a work-group and steps in flight.
constexpr std::int64_t mostLanes = 4, mostItems = 256, leastItems = 32, mostLevels = 4;

/// The most boxes along the slowest axis.
constexpr std::int64_t mostParts = 64;

/// Of NVIDIA GPUs from Volta on: the most registers of 32 bits of a work-item, those that it needs
/// in addition to its values, and the most co-resident work-items of a compute unit.
constexpr std::int64_t mostRegisters = 255, otherRegisters = 31, unitItems = 2048;

// Shapes of tiles: "Tiles in space" in bench/notes.md. Tiles of two steps are bound by memory,
// tiles of four by arithmetic. Tall blocks exchange a smaller share of their values through local
// memory. At the end of a launch units hold fewer tiles than they can. The model uses
// figuresOf(request).spaces. Over 156 shapes of eight programs, with several methods, it
// misses by a sixth (root mean square).

std::int64_t registersOf(const PlanRequest &request, const TileShape &shape) {
  return otherRegisters + (shape.levels * periodOf(request) + 2) * valuesOf(request, shape);
}

/// Work-groups that a compute unit holds at once; 0 if a work-item needs too many registers.
std::int64_t residentOf(const PlanRequest &request, const TileShape &shape) {
  const std::int64_t registers = registersOf(request, shape);
  if (registers > mostRegisters)
    return 0;
  const std::int64_t bytes =
      most(streamingBytes(request, shape, streamingBuffers(request, shape)), 1024);
  return least(
      least(request.device.unitRegisters / (shape.group() * registers), unitItems / shape.group()),
      request.device.unitLocalMemory / bytes);
}

/// Seconds of a compute unit for each tile, if it holds `together` tiles at once.
double tileSeconds(const PlanRequest &request, const TileShape &shape, double together) {
  const gpu::Speed speed = gpu::speedOf(request);
  const GpuFigures::Spaces &figures = figuresOf(request).spaces;
  const double components = real(request.grid.components);
  const double size = real(request.realSize);
  const double levels = real(shape.levels);
  const double points = real(shape.points() * iterationsOf(request, shape, shape.box[0]));
  const double stored = real(shape.box[0] * shape.box[1] * shape.box[2]);
  const double inFlight = together * real(shape.points()) * components;
  const double busy =
      inFlight < figures.busyComponents
          ? figures.idleSpeed + (1 - figures.idleSpeed) * inFlight / figures.busyComponents
          : 1;
  // Components of a point share addresses and loops.
  const double operations = components * request.instructions +
                            figures.rowOperations / real(shape.kept) +
                            figures.vectorOperations / real(shape.lanes);
  const double computing = points * levels * operations * (size == 8 ? figures.doubleShare : 1) /
                           (figures.operations * speed.arithmetic);
  const double row = size * real(shape.across * shape.lanes);
  const double states = 2 * stored + figures.missedShare * (points - stored);
  const double fields = real(request.stencil.fields);
  const double moving = size *
                        (states * components * request.liveOutShare + fields * levels * points) *
                        (1 + figures.rowBytes / row) / (figures.bytes * speed.memory);
  const double longer = computing > moving ? computing : moving;
  const double shorter = computing > moving ? moving : computing;
  const double seconds = (longer + (together > 1 ? 0 : figures.shownShare * shorter)) / busy;
  const double waiting =
      figures.plane * real(iterationsOf(request, shape, shape.box[0])) / together;
  return seconds > waiting ? seconds : waiting;
}

/// The share of tiles at sides of the grid, along axes that are not periodic.
double shareAtSides(const PlanRequest &request, const TileShape &shape) {
  double inside = 1;
  for (int axis = 0; axis < request.grid.rank; axis++)
    if ((request.stencil.rings >> axis & 1) == 0) {
      const double boxes = real(boxesAlong(request, shape, axis));
      inside *= std::max(boxes - 2, 0.0) / boxes;
    }
  return 1 - inside;
}

/// The model's seconds of a step.
double secondsOf(const PlanRequest &request, const TileShape &shape) {
  const GpuFigures::Spaces &figures = figuresOf(request).spaces;
  const std::int64_t units = most(request.device.computeUnits, 1);
  const double resident = real(most(residentOf(request, shape), 1));
  const double tiles = // of a unit
      real(tilesOf(request, shape)) / real(units);
  const double coResident = real(ceilDiv(tilesOf(request, shape), units));
  const double together = coResident < resident ? coResident : resident;
  // Units do not finish their last tiles at the same time.
  const double last = (coResident <= resident ? figures.lastOfOne : figures.lastOfMany) * together;
  const double rounds = std::max((tiles < 1 ? 1 : tiles) + last, coResident);
  const double longer = 1 + (figures.atSides - 1) * shareAtSides(request, shape);
  return (figures.launch * gpu::speedOf(request).launch +
          rounds * longer * tileSeconds(request, shape, together)) /
         real(shape.levels);
}

bool isPossible(const PlanRequest &request, const TileShape &shape) {
  return shape.box[1] > 0 && streamingBytes(request, shape, 1) <= request.device.localMemory;
}

/// Searches all shapes that agree with the hints for the one that the model finds fastest.
class Search {
public:
  explicit Search(const PlanRequest &request) : request_(request) {}

  /// If the user asks for steps or rows and nothing else is possible, shapes may need more
  /// registers than there are. Such kernels are slow, and drivers take long to build them.
  Fastest<TileShape> run() {
    tryLanes();
    isByHand_ = request_.tuning.tileSteps > 0 || request_.tuning.kept > 0;
    if (isByHand_ && !fastest_.isThere)
      tryLanes();
    return fastest_;
  }

private:
  void tryLanes() {
    const std::int64_t hint = request_.tuning.vectorWidth;
    for (TileShape shape; shape.lanes <= mostLanes; shape.lanes *= 2)
      if (shape.lanes >= request_.reachAlong[2] && shape.lanes <= request_.grid.extent[2] &&
          (hint == 0 || hint == shape.lanes))
        tryBlocks(shape);
  }

  /// Tries blocks that are at least as large as the reach, so that they read neighbouring blocks
  /// only.
  void tryBlocks(TileShape shape) {
    const eulerc_range levels = hintAmong(request_.hintedLevels(), request_.stages,
                                          request_.wholeSteps(least(mostLevels, request_.steps)));
    constexpr std::int64_t inTurn[] = {1, 2, 4}; // three are slower than either
    for (const std::int64_t kept : inTurn) {
      shape.kept = hintOr(request_.tuning.kept, kept);
      if (shape.kept >= request_.reachAlong[1])
        for (shape.levels = levels.first; shape.levels <= levels.last;
             shape.levels += request_.stages)
          tryColumns(shape);
    }
  }

  void tryColumns(TileShape shape) {
    const std::int64_t extent = request_.grid.extent[2], hint = request_.tuning.box[2];
    for (std::int64_t parts = 1, before = 0; parts <= extent; parts++) {
      shape.box[2] = roundUp(hint > 0 ? hint : ceilDiv(extent, parts), shape.lanes);
      if (std::exchange(before, shape.box[2]) == shape.box[2])
        continue;
      shape.across = (shape.box[2] + 2 * streamingGhostZone(request_, shape, 2)) / shape.lanes;
      if (shape.across <= most_)
        for (std::int64_t items = most_; items >= least(leastItems, most_) && items >= shape.across;
             items /= 2)
          tryRows(shape, items);
      // Narrower tiles are mostly ghost zone.
      if (hint > 0 || (fastest_.isThere && shape.box[2] <= 8 * shape.lanes))
        break;
    }
  }

  /// Tries as many bands as the work-items allow, without rows beyond the grid.
  void tryRows(TileShape shape, std::int64_t items) {
    const std::int64_t ghostZone = 2 * streamingGhostZone(request_, shape, 1);
    const std::int64_t extent = request_.grid.extent[1], hint = request_.tuning.box[1];
    const std::int64_t rows = items / shape.across * shape.kept - ghostZone;
    if (rows < 1 || rows < hint)
      return;
    shape.box[1] = hint > 0 ? hint : ceilDiv(extent, ceilDiv(extent, rows));
    shape.bands = ceilDiv(shape.box[1] + ghostZone, shape.kept);
    if (isPossible(request_, shape) && (isByHand_ || residentOf(request_, shape) > 0))
      tryPlanes(shape);
  }

  void tryPlanes(TileShape shape) {
    const std::int64_t extent = request_.grid.extent[0], hint = request_.tuning.box[0];
    for (std::int64_t parts = 1, before = 0; parts <= least(extent, mostParts); parts++) {
      shape.box[0] = hint > 0 ? least(hint, extent) : ceilDiv(extent, parts);
      if (std::exchange(before, shape.box[0]) == shape.box[0])
        continue;
      fastest_.offer(shape, secondsOf(request_, shape));
      if (hint > 0)
        return;
    }
  }

  const PlanRequest &request_;
  const std::int64_t most_ = itemsOf(request_, mostItems);
  bool isByHand_ = false;
  Fastest<TileShape> fastest_;
};

/// Says why no shape is possible: the smallest tile has more points than work-items can compute, or
/// needs more local memory or registers than there are.
void refuseShape(const PlanRequest &request, Plan &plan) {
  const Tuning &tuning = request.tuning;
  TileShape shape;
  shape.lanes = leastLanes(request, mostLanes);
  shape.kept = hintOr(tuning.kept, most(request.reachAlong[1], 1));
  shape.levels = most(request.hintedLevels(), request.stages);
  const std::int64_t items = itemsOf(request, mostItems);
  const std::int64_t rows = most(tuning.box[1], 1) + 2 * streamingGhostZone(request, shape, 1);
  const std::int64_t columns =
      roundUp(most(tuning.box[2], 1), shape.lanes) + 2 * streamingGhostZone(request, shape, 2);
  shape.bands = ceilDiv(rows, shape.kept);
  shape.across = columns / shape.lanes;
  plan.levelsPerLaunch = shape.levels;
  auto &box = shapeOf<Streaming>(plan).box;
  box[1] = tuning.box[1];
  box[2] = tuning.box[2];
  const std::int64_t bytes = streamingBytes(request, shape, 1);
  if (shape.group() > items) {
    refuse(plan, Reason::PlaneShape, shape.points(), items * shape.kept * shape.lanes);
  } else if (bytes > request.device.localMemory) {
    refuse(plan, Reason::LocalMemory, bytes, request.device.localMemory);
  } else {
    refuse(plan, Reason::Registers, registersOf(request, shape), mostRegisters);
  }
}

Plan planSpaces(const PlanRequest &request) {
  Plan plan = startOverlapped<Streaming>(request, streamingOfSpaces, "eulerc_streaming");
  requireReach(request, plan);
  requireLanes(request, plan, mostLanes);
  if (request.tuning.kept > 0 && request.tuning.kept < request.reachAlong[1])
    refuse(plan, Reason::KeptRows, request.reachAlong[1], request.tuning.kept);
  requireRows(request, plan, plan.vectorWidth); // shorter ones are not aligned
  if (!plan.isPossible())
    return plan;
  const Fastest<TileShape> fastest = Search(request).run();
  if (!fastest.isThere) {
    refuseShape(request, plan);
    return plan;
  }
  finishStreaming(request, plan, fastest.shape);
  plan.expected.seconds = fastest.seconds;
  return plan;
}

} // namespace

const Form streamingOfSpaces = formOfStreaming(3, planSpaces);

} // namespace eulerc::forms
