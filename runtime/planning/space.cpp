// Planner of overlapped tiles of 3-D grids on GPUs: strips of the grid that work-groups walk along,
// with all steps of a launch in flight (strips.cl).
//
//   heat 512 x 512 x 512 floats, 132 compute units → boxes of 57 planes, 22 rows and 64 columns,
//   3 steps a launch; a work-item keeps a float4 of each of 4 rows, 18 x 7 work-items
//
// A tile stores a box of the grid. Of each plane it computes as many rows and whole vectors more as
// S steps spoil, and planes while its levels fill and drain. Every launch reads one copy of the
// state and writes the other.

#include "planning/planners.h"
#include "planning/shared.h"

#include "boxes.h"

namespace eulerc {
namespace {

using namespace planning;

/// What a work-group's tile is.
struct Shape {
  std::int64_t lanes = 1, kept = 1;   ///< of a block: points along a row, rows
  std::int64_t across = 1, bands = 1; ///< blocks
  std::int64_t levels = 1;            ///< S, steps in flight
  std::int64_t box[3] = {1, 1, 1};    ///< points that are stored along each axis
};

/// Lanes of a vector; work-items of a work-group, and steps in flight, unless asked for.
constexpr std::int64_t mostLanes = 4, mostItems = 256, leastItems = 32, mostLevels = 4;

/// Boxes in which the planes of a grid are cut at most.
constexpr std::int64_t mostParts = 64;

/// Of a compute unit of a GPU: registers of 32 bits, those that a work-item has at most and needs
/// beside its values, and work-items that it holds at once.
constexpr std::int64_t unitRegisters = 65536, mostRegisters = 255, otherRegisters = 40,
                       unitItems = 2048;
/// Of its local memory work-groups share this.
constexpr std::int64_t unitLocalMemory = 220 << 10;

// Measured on an H200 (132 units), heat of seven points at 512³ as floats, Gcells/s; linear: 465.
//
//   S = 3, float4   4 rows, 128 work-items, boxes of 86 x 22 x 64    632
//                   4 rows, 256, 86 x 52 x 56                        623
//                   4 rows, 256, 86 or 128 x 22 x 128                576, 535
//                   2 rows, 256, 86 x 22 x 64                        517
//   S = 2, float4   2 rows, 256, 43, 64, 86, 128, 171 x 24 x 64      583, 574, 569, 525, 519
//                   2 rows, 128, 86 x 10 x 64                        564
//                   4 rows, 128, 86 x 24 x 64; 256, 86 x 56 x 56     519, 488
//                   1 row, 256, 86 x 10 x 64                         425
//           float2  4 rows, 256, 64 or 128 x 52 x 32                 551, 518
//           float   4 rows                                           339
//   S = 4, float4   4 rows, 256, 128 x 20 x 128                      561
//
// So: two steps wait for memory, three compute; tall blocks show less of what they compute; of the
// last tiles a unit has fewer than it holds; and a work-group that is alone waits at its barriers.

/// A model of that: what a launch takes beside its steps, and a plane at least (a load and what
/// waits for it); operations and bytes that a compute unit does and moves in a second; operations
/// that a point takes beside those of its right-hand side, of a block of one row and of a vector of
/// one lane; which share of the points that neighbours load as well comes from memory and not from
/// a cache, and how many bytes a row more than it has; points that keep a unit busy, the speed of
/// few, and the share of the shorter one of computing and moving that a work-group that is alone
/// does not hide. They fit those figures, most within a tenth, but for planeSeconds, busyPoints and
/// idleSpeed: these are estimates, which matter for small grids alone.
constexpr double launchSeconds = 4e-6, planeSeconds = 5e-7, operationRate = 1.65e11,
                 byteRate = 2.9e10, rowOperations = 10, vectorOperations = 20, missedShare = 0.9,
                 rowBytes = 32, busyPoints = 4000, idleSpeed = 0.25, shownShare = 0.2;

std::int64_t periodOf(const PlanRequest &request) { return 2 * request.reachAlong[0] + 1; }

/// Points that a tile computes beside those it stores: rows, and whole vectors.
std::int64_t marginOf(const PlanRequest &request, const Shape &shape, int axis) {
  return roundUp(shape.levels * request.reachAlong[axis], axis == 2 ? shape.lanes : 1);
}

/// Work-items that a work-group may have.
std::int64_t mostItemsOf(const PlanRequest &request) {
  const std::int64_t wish = request.tuning.workGroupSize;
  return least(wish > 0 ? wish : mostItems, request.device.maxWorkGroupSize);
}

std::int64_t groupOf(const Shape &shape) { return shape.across * shape.bands; }

/// Points of a plane that a tile computes.
std::int64_t widthOf(const Shape &shape) { return groupOf(shape) * shape.kept * shape.lanes; }

/// Planes that a work-group walks, over which all levels advance.
std::int64_t iterationsOf(const PlanRequest &request, const Shape &shape) {
  return roundUp(shape.box[0] + shape.levels * periodOf(request), periodOf(request));
}

std::int64_t tilesOf(const PlanRequest &request, const Shape &shape) {
  std::int64_t tiles = 1;
  for (int axis = 0; axis < 3; axis++)
    tiles *= ceilDiv(request.grid.extent[axis], shape.box[axis]);
  return tiles;
}

/// Rows within reach of a block's ends are shown whole, of others lanes within reach of its sides.
std::int64_t localBytes(const PlanRequest &request, const Shape &shape, std::int64_t buffers) {
  const std::int64_t reach = request.reachAlong[2];
  const std::int64_t shown = reach > 0 ? least(2 * reach, shape.lanes) : shape.lanes;
  const std::int64_t whole = least(2 * request.reachAlong[1], shape.kept);
  const std::int64_t lanes = whole * shape.lanes + (shape.kept - whole) * shown;
  return buffers * shape.levels * shownAcross(request) * lanes * groupOf(shape) * request.realSize;
}

/// Two buffers need one barrier a plane; they may be more than a work-group has.
std::int64_t buffersOf(const PlanRequest &request, const Shape &shape) {
  return localBytes(request, shape, 2) <= request.device.localMemory ? 2 : 1;
}

std::int64_t registersOf(const PlanRequest &request, const Shape &shape) {
  const std::int64_t block =
      shape.kept * shape.lanes * request.grid.components * most(request.realSize / 4, 1);
  return otherRegisters + (shape.levels * periodOf(request) + 2) * block;
}

/// Work-groups that a compute unit holds at once; 0 if one is too many.
std::int64_t residentOf(const PlanRequest &request, const Shape &shape) {
  const std::int64_t registers = registersOf(request, shape);
  if (registers > mostRegisters)
    return 0;
  const std::int64_t bytes = most(localBytes(request, shape, buffersOf(request, shape)), 1024);
  return least(least(unitRegisters / (groupOf(shape) * registers), unitItems / groupOf(shape)),
               unitLocalMemory / bytes);
}

/// Seconds that a compute unit takes for a tile, if `together` are there at once.
double tileSeconds(const PlanRequest &request, const Shape &shape, double together) {
  const gpu::Speed speed = gpu::speedOf(request);
  const auto components = static_cast<double>(request.grid.components);
  const auto size = static_cast<double>(request.realSize);
  const auto levels = static_cast<double>(shape.levels);
  const auto points = static_cast<double>(widthOf(shape) * iterationsOf(request, shape));
  const auto stored = static_cast<double>(shape.box[0] * shape.box[1] * shape.box[2]);
  const double inFlight = together * static_cast<double>(widthOf(shape));
  const double busy =
      inFlight < busyPoints ? idleSpeed + (1 - idleSpeed) * inFlight / busyPoints : 1;
  const double operations = request.flops + rowOperations / static_cast<double>(shape.kept) +
                            vectorOperations / static_cast<double>(shape.lanes);
  const double computing =
      points * levels * components * operations * (size / 4) / (operationRate * speed.arithmetic);
  const double row = size * static_cast<double>(shape.across * shape.lanes);
  const double states = 2 * stored + missedShare * (points - stored);
  const auto fields = static_cast<double>(request.fields);
  const double moving = size * (states * components + fields * levels * points) *
                        (1 + rowBytes / row) / (byteRate * speed.memory);
  const double longer = computing > moving ? computing : moving;
  const double shorter = computing > moving ? moving : computing;
  const double seconds = (longer + (together > 1 ? 0 : shownShare * shorter)) / busy;
  const double waiting =
      planeSeconds * static_cast<double>(iterationsOf(request, shape)) / together;
  return seconds > waiting ? seconds : waiting;
}

/// Seconds that a step takes, as the model has it.
double secondsOf(const PlanRequest &request, const Shape &shape) {
  const std::int64_t units = most(request.device.computeUnits, 1);
  const auto resident = static_cast<double>(most(residentOf(request, shape), 1));
  const double tiles = // of a unit
      static_cast<double>(tilesOf(request, shape)) / static_cast<double>(units);
  const auto atOnce = static_cast<double>(ceilDiv(tilesOf(request, shape), units));
  const double together = atOnce < resident ? atOnce : resident;
  // Units are not done with the last ones at once.
  const double last = (atOnce <= resident ? 0.5 : 0.8) * together;
  const double rounds = (tiles < 1 ? 1 : tiles) + last;
  return (launchSeconds * gpu::speedOf(request).launch +
          rounds * tileSeconds(request, shape, together)) /
         static_cast<double>(shape.levels);
}

bool isPossible(const PlanRequest &request, const Shape &shape) {
  return shape.box[1] > 0 && localBytes(request, shape, 1) <= request.device.localMemory;
}

/// The shape of those with the wished properties that the model finds fastest.
class Search {
public:
  explicit Search(const PlanRequest &request) : request_(request) {}

  Fastest<Shape> run() {
    const std::int64_t wish = request_.tuning.vectorWidth;
    for (Shape shape; shape.lanes <= mostLanes; shape.lanes *= 2)
      if (shape.lanes >= request_.reachAlong[2] && shape.lanes <= request_.grid.extent[2] &&
          (wish == 0 || wish == shape.lanes))
        tryBlocks(shape);
    return fastest_;
  }

private:
  /// Blocks within reach of which lie their neighbours only.
  void tryBlocks(Shape shape) {
    const std::int64_t wish = request_.tuning.kept, steps = request_.wishedSteps();
    const std::int64_t low = most(request_.reachAlong[1], 1);
    constexpr std::int64_t inTurn[] = {1, 2, 4}; // three are slower than either
    for (const std::int64_t kept : inTurn)
      for (std::int64_t levels = steps > 0 ? steps : request_.stages;
           levels <= (steps > 0 ? steps : request_.wholeSteps(least(mostLevels, request_.steps)));
           levels += request_.stages) {
        shape.kept = wish > 0 ? wish : kept;
        shape.levels = levels;
        if (shape.kept >= low)
          tryColumns(shape);
      }
  }

  void tryColumns(Shape shape) {
    const std::int64_t extent = request_.grid.extent[2], wish = request_.tuning.box[2];
    for (std::int64_t parts = 1; parts <= extent; parts++) {
      shape.box[2] = roundUp(wish > 0 ? wish : ceilDiv(extent, parts), shape.lanes);
      shape.across = (shape.box[2] + 2 * marginOf(request_, shape, 2)) / shape.lanes;
      if (shape.across <= most_)
        for (std::int64_t items = most_; items >= least(leastItems, most_) && items >= shape.across;
             items /= 2)
          tryRows(shape, items);
      // Narrower tiles are mostly margin.
      if (wish > 0 || (fastest_.isThere() && shape.box[2] <= 8 * shape.lanes))
        break;
    }
  }

  /// As many bands as there are work-items for, and no more rows than the grid has.
  void tryRows(Shape shape, std::int64_t items) {
    const std::int64_t margin = 2 * marginOf(request_, shape, 1);
    const std::int64_t extent = request_.grid.extent[1], wish = request_.tuning.box[1];
    const std::int64_t rows = items / shape.across * shape.kept - margin;
    if (rows < 1 || rows < wish)
      return;
    shape.box[1] = wish > 0 ? wish : ceilDiv(extent, ceilDiv(extent, rows));
    shape.bands = ceilDiv(shape.box[1] + margin, shape.kept);
    if (isPossible(request_, shape) && (isByHand_ || residentOf(request_, shape) > 0))
      tryPlanes(shape);
  }

  void tryPlanes(Shape shape) {
    const std::int64_t extent = request_.grid.extent[0], wish = request_.tuning.box[0];
    for (std::int64_t parts = 1; parts <= least(extent, mostParts); parts++) {
      shape.box[0] = wish > 0 ? least(wish, extent) : ceilDiv(extent, parts);
      fastest_.offer(shape, secondsOf(request_, shape));
      if (wish > 0)
        return;
    }
  }

  const PlanRequest &request_;
  const std::int64_t most_ = mostItemsOf(request_);
  /// Then more registers may be taken than there are.
  const bool isByHand_ = request_.tuning.tileSteps > 0 || request_.tuning.kept > 0;
  Fastest<Shape> fastest_;
};

void finish(const PlanRequest &request, Plan &plan, const Shape &shape) {
  plan.vectorWidth = shape.lanes;
  plan.workGroupSize = groupOf(shape);
  plan.vectorsAcross = shape.across;
  plan.kept = shape.kept;
  plan.levels = plan.tileSteps = shape.levels;
  plan.tileWidth = widthOf(shape);
  plan.margin = marginOf(request, shape, 2);
  for (int axis = 0; axis < 3; axis++)
    plan.box[axis] = shape.box[axis];
  plan.buffers = buffersOf(request, shape);
  plan.localBytes = localBytes(request, shape, plan.buffers);
  plan.parts = request.grid.extent[2] % shape.lanes != 0;
  plan.seconds = secondsOf(request, shape);
  const std::int64_t tiles = tilesOf(request, shape);
  splitStrips(request, plan);
  finishBoxes(request, plan, tiles,
              static_cast<double>(tiles * plan.tileWidth) *
                  static_cast<double>(iterationsOf(request, shape)));
}

/// Refuses blocks of fewer rows than the reach.
void requireBlocks(const PlanRequest &request, Plan &plan) {
  const std::int64_t reach = request.reachAlong[1], kept = request.tuning.kept;
  if (plan.refusal == Refusal::None && kept > 0 && kept < reach)
    refuse(plan, Refusal::KeptRows, reach, kept);
}

/// No shape is possible: the smallest tile has more points than work-items compute, or needs more
/// local memory or registers than there are.
void refuseShape(const PlanRequest &request, Plan &plan) {
  const Tuning &tuning = request.tuning;
  Shape shape;
  shape.lanes = leastLanes(request, mostLanes);
  shape.kept = tuning.kept > 0 ? tuning.kept : most(request.reachAlong[1], 1);
  shape.levels = most(request.wishedSteps(), request.stages);
  const std::int64_t items = mostItemsOf(request);
  const std::int64_t rows = most(tuning.box[1], 1) + 2 * marginOf(request, shape, 1);
  const std::int64_t columns =
      roundUp(most(tuning.box[2], 1), shape.lanes) + 2 * marginOf(request, shape, 2);
  shape.bands = ceilDiv(rows, shape.kept);
  shape.across = columns / shape.lanes;
  plan.tileSteps = shape.levels;
  plan.box[1] = tuning.box[1];
  plan.box[2] = tuning.box[2];
  plan.tileWidth = items * shape.kept * shape.lanes;
  const std::int64_t bytes = localBytes(request, shape, 1);
  if (groupOf(shape) > items) {
    refuse(plan, Refusal::PlaneShape, widthOf(shape), plan.tileWidth);
  } else if (bytes > request.device.localMemory) {
    refuse(plan, Refusal::LocalMemory, bytes, request.device.localMemory);
  } else {
    refuse(plan, Refusal::Registers, registersOf(request, shape), mostRegisters);
  }
}

} // namespace

Plan planSpace(const PlanRequest &request) {
  Plan plan = startBoxes(request, "strips", "eulerc_strips", 3);
  requireReach(request, plan);
  requireLanes(request, plan, mostLanes);
  requireBlocks(request, plan);
  requireRows(request, plan, plan.vectorWidth); // shorter ones are not aligned
  if (plan.refusal != Refusal::None)
    return plan;
  const Fastest<Shape> fastest = Search(request).run();
  if (fastest.isThere())
    finish(request, plan, fastest.shape());
  else
    refuseShape(request, plan);
  return plan;
}

} // namespace eulerc
