// Planner of the linear scheme (thesis, ch. 5): one launch a step, the launch is the global
// barrier.
//
//   n = 80,000, String, GPU → eulerc_linear_vector, 40 work-groups of 256, float4

#include "forms/linear.h"

#include <string_view>

#include "forms/forms.h"
#include <eulerc/model/processors.h>

namespace eulerc::forms {
namespace {

void planScalar(const PlanRequest &request, bool blocked, Plan &plan) {
  auto &shape = shapeOf<Linear>(plan);
  plan.form = blocked ? &scalarBlocked : &scalarStrided;
  plan.kernel = blocked ? "eulerc_linear_blocked" : "eulerc_linear_strided";

  // A work-item of the strided form takes four components at a time (listing 5.3): neighbouring
  // lanes of a GPU then read neighbouring memory. On a CPU each work-item is one loop, which
  // must be long enough for vectors and whole cache lines (16 points are a multiple of 64 bytes);
  // four components at a time are 30 times slower there.
  const DeviceLimits &device = request.device;
  const std::int64_t chunkComponents = device.isCpu ? 8192 : 4;
  shape.pointsPerChunk = ceilDiv(chunkComponents, request.stencil.componentsPerPoint);
  if (device.isCpu)
    shape.pointsPerChunk = ceilDiv(shape.pointsPerChunk, 16) * 16;

  // Enough work-groups to fill the device, no more than there is work for.
  const std::int64_t chunks = ceilDiv(request.points, shape.pointsPerChunk);
  const std::int64_t filled = device.computeUnits * (device.isCpu ? 4 : 64);
  plan.workGroups =
      least(ceilDiv(chunks, plan.workGroupSize), hintOr(request.tuning.workGroups, filled));
}

/// A range for each work-item, a few for each core.
void planVectorRanges(const PlanRequest &request, Plan &plan) {
  auto &shape = shapeOf<Linear>(plan);
  plan.kernel = "eulerc_linear_vector_ranges";
  const std::int64_t chunks = ceilDiv(request.points, 16 * plan.vectorWidth);
  const std::int64_t few = hintOr(request.tuning.workGroups, request.device.computeUnits * 4);
  plan.workGroups = most(1, least(ceilDiv(chunks, plan.workGroupSize), few));
  shape.nonTemporal = request.device.isCpu && plan.arrangement == Arrangement::SoA &&
                      2 * request.components * request.realSize > processors::lastCache;
}

/// Whether work-items can stream along the slowest axis: vectors as wide as the program needs, rows
/// that hold one at least, and neighbours made of the lanes of aligned vectors.
bool canStream(const PlanRequest &request, const Plan &plan) {
  const Grid &grid = request.grid;
  for (int axis = 0; axis + 1 < grid.rank; axis++)
    if (grid.extent[axis] < 4) // a mirror might throw rows beyond the other side
      return false;
  return request.stencil.streamingReach >= 0 &&
         request.stencil.streamingReach <= plan.vectorWidth && plan.vectorWidth <= 4 &&
         grid.extent[grid.rank - 1] >= plan.vectorWidth && plan.arrangement == Arrangement::SoA;
}

/// What a work-group of a column takes: vectors of a row, work-items, planes, and how many of the
/// planes are written out.
struct StreamingGroup {
  std::int64_t across, items, deep, unrolled;
};

/// Of grids that give a compute unit few work-groups, and of points of many values, which leave
/// larger ones no registers. 32 vectors of a row lie together; where points look far, so that idle
/// lanes at the end of a row cost much, 16.
StreamingGroup smallGroup(const PlanRequest &request) {
  return {request.stencil.streamingReach > 1 ? 16 : 32, 128, 4, 2};
}

/// Of large grids of floats. What limits them is the way between the halves of an H200's cache:
/// what several work-groups read goes there more often ("In space, H200" in bench/notes.md). So
/// work-groups are larger, and where rows would leave many lanes idle, they are cut into equal
/// parts. Of 512 work-items the driver gives each 128 registers, and of fewer more, which eighth
/// order does not gain from.
StreamingGroup largeGroup(const PlanRequest &request, std::int64_t across) {
  const std::int64_t equal = ceilDiv(across, ceilDiv(across, 128));
  if (request.stencil.streamingReach > 2)
    return {equal, 512, 10, 2};
  if (request.stencil.streamingReach == 2)
    return {16, 256, 6, 2};
  const bool fills = 16 * roundUp(across, 32) <= 17 * across;
  return fills ? StreamingGroup{32, 256, 4, 1} : StreamingGroup{equal, 400, 6, 1};
}

/// Large grids are those of some 260³ points on 132 compute units; 150³ where points look farthest.
StreamingGroup streamingGroupOf(const PlanRequest &request, std::int64_t across) {
  const Grid &grid = request.grid;
  const StreamingGroup large = largeGroup(request, across);
  const std::int64_t columns = across * grid.extent[1] * grid.extent[0] / large.deep;
  const std::int64_t enough =
      (request.stencil.streamingReach > 2 ? 2048 : 8192) * request.device.computeUnits;
  const bool isLarge =
      columns >= enough && request.stencil.componentsPerPoint <= 2 && request.realSize == 4;
  return isLarge ? large : smallGroup(request);
}

/// Of vectors behind one another, which a kernel has written out, as many as its text is not much
/// for: it would take long to build, and a compute unit does not keep it. Where points see more
/// rows, more of them are shared ("Linear steps" in bench/notes.md).
std::int64_t mostWritten(const PlanRequest &request, const Plan &plan, std::int64_t most) {
  constexpr double muchText = 2000; // operations for each row
  const double text = muchText * real(forms::most(request.reachAlong[0], 1));
  const double each = real(plan.vectorWidth * request.stencil.componentsPerPoint) * request.flops;
  while (most > 1 && real(most) * each > text)
    most /= 2;
  return most;
}

/// Of all vectors how many a work-item takes behind one another: as many as are asked for, or up
/// to a number, as long as each compute unit has enough work-items.
std::int64_t vectorsDeep(const PlanRequest &request, std::int64_t most, std::int64_t vectors,
                         std::int64_t enough) {
  std::int64_t deep = hintOr(request.tuning.vectorsDeep, most);
  while (request.tuning.vectorsDeep == 0 && deep > 1 &&
         vectors / deep < enough * request.device.computeUnits)
    deep /= 2;
  return deep;
}

/// A column of vectors for each work-item of 3-D grids. On 2-D grids planVectors() is 5 to 15 %
/// faster.
void planStreaming(const PlanRequest &request, Plan &plan) {
  auto &shape = shapeOf<Linear>(plan);
  plan.kernel = "eulerc_linear_streaming";
  shape.shifts = true;
  plan.alignment = RowAlignment::Grid;
  const Grid &grid = request.grid;
  shape.parts = grid.extent[grid.rank - 1] % plan.vectorWidth != 0;
  const std::int64_t across = ceilDiv(grid.extent[grid.rank - 1], plan.vectorWidth);
  const std::int64_t deep = grid.extent[0], high = grid.extent[1];

  const StreamingGroup group = streamingGroupOf(request, across);
  if (request.tuning.workGroupSize == 0)
    plan.workGroupSize = least(group.items, request.device.maxWorkGroupSize);
  shape.unrolled = group.unrolled;
  shape.vectorsAcross = least(group.across, plan.workGroupSize);
  plan.workGroupSize -= plan.workGroupSize % shape.vectorsAcross;

  shape.vectorsDeep = vectorsDeep(request, group.deep, across * deep * high, 512);
  plan.workGroups = streamingGroups(request, plan, shape);
}

/// A vector for each work-item; the work-groups are counted as in the kernel.
void planVectors(const PlanRequest &request, Plan &plan) {
  auto &shape = shapeOf<Linear>(plan);
  plan.kernel = "eulerc_linear_vector";
  shape.shifts = plan.arrangement == Arrangement::SoA;
  const Grid &grid = request.grid;
  const int last = grid.rank - 1;
  const auto inside = [&](int axis) { return most(grid.end[axis] - grid.begin[axis], 0); };
  // The vectors of a 1-D grid begin where memory is aligned: others are slower.
  const std::int64_t missed =
      last == 0 ? (alignedPoints - grid.begin[0] % alignedPoints) % alignedPoints : 0;
  const std::int64_t across = most(inside(last) - missed, 0) / plan.vectorWidth;
  const std::int64_t deep = grid.rank > 1 ? inside(0) : 1;
  const std::int64_t high = grid.rank > 2 ? inside(1) : 1;

  // Small work-groups have more in flight, which helps most where points compute much.
  if (grid.rank > 1 && request.tuning.workGroupSize == 0)
    plan.workGroupSize = least(128, plan.workGroupSize);

  // Rows share what they read, if points read a component in several of them.
  const bool shares = grid.rank > 1 && request.stencil.rowsShare;

  // A work-group is as wide as a row needs, in powers of two from half a warp on; on planes a warp
  // at most, so that its rows share what they read.
  shape.vectorsAcross = plan.workGroupSize;
  if (grid.rank > 1) {
    const std::int64_t widest = grid.rank == 2 && shares ? 32 : plan.workGroupSize;
    shape.vectorsAcross = 16;
    while (shape.vectorsAcross < across &&
           2 * shape.vectorsAcross <= least(widest, plan.workGroupSize))
      shape.vectorsAcross *= 2;
    shape.vectorsAcross = least(shape.vectorsAcross, plan.workGroupSize);
    plan.workGroupSize -= plan.workGroupSize % shape.vectorsAcross;
  }
  const std::int64_t down = plan.workGroupSize / shape.vectorsAcross;

  shape.vectorsDeep =
      vectorsDeep(request, shares ? mostWritten(request, plan, 4) : 1, across * deep * high, 4096);
  const std::int64_t inVectors =
      grid.rank == 1
          ? ceilDiv(across, shape.vectorsAcross * shape.vectorsDeep)
          : ceilDiv(across, shape.vectorsAcross) *
                (grid.rank == 2 ? ceilDiv(deep, down * shape.vectorsDeep)
                                : ceilDiv(high, down) * ceilDiv(deep, shape.vectorsDeep));
  const std::int64_t others = request.points - across * deep * high * plan.vectorWidth;
  plan.workGroups = most(1, inVectors + ceilDiv(others, plan.workGroupSize));
}

/// Narrow vectors need more instructions for the same values. Where points see farther than a
/// vector is wide, work-items cannot stream along columns ("Work-groups and vectors of planes" in
/// bench/notes.md).
double costOfVectors(const PlanRequest &request, const Plan &plan) {
  constexpr double single = 1.2, noColumns = 1.5;
  const double seconds = costOfSteps(request, plan);
  if (request.device.isCpu)
    return seconds;
  Plan widest = plan;
  widest.vectorWidth = widestVector(request);
  const bool isTooNarrow =
      request.grid.rank == 3 && canStream(request, widest) && plan.alignment != RowAlignment::Grid;
  return seconds * (plan.vectorWidth == 1 ? single : 1) * (isTooNarrow ? noColumns : 1);
}

/// Of columns, which lie along the slowest axis.
Bands bandsOfColumns(const Plan &plan, const Grid &grid) {
  Bands bands;
  for (std::int64_t row = 0; row < grid.extent[0]; row += shapeOf<Linear>(plan).vectorsDeep)
    bands.first.push_back(row);
  bands.each = plan.workGroups / static_cast<std::int64_t>(bands.first.size());
  return bands;
}

/// Of the vectors of a plane. Points in no vector are computed before them.
Bands bandsOfPlane(const Plan &plan, const Grid &grid) {
  const auto &shape = shapeOf<Linear>(plan);
  const std::int64_t rows = plan.workGroupSize / shape.vectorsAcross * shape.vectorsDeep;
  Bands bands;
  bands.first.push_back(0);
  for (std::int64_t row = grid.begin[0] + rows; row < grid.end[0]; row += rows)
    bands.first.push_back(row);
  bands.each = ceilDiv((grid.end[1] - grid.begin[1]) / plan.vectorWidth, shape.vectorsAcross);
  bands.before = plan.workGroups - bands.each * static_cast<std::int64_t>(bands.first.size());
  return bands;
}

Bands bands(const Plan &plan, const Grid &grid) {
  if (plan.alignment == RowAlignment::Grid)
    return bandsOfColumns(plan, grid);
  const bool isPlane = std::string_view(plan.kernel) == "eulerc_linear_vector" && grid.rank == 2;
  return isPlane && grid.begin[0] < grid.end[0] ? bandsOfPlane(plan, grid) : Bands{};
}

constexpr Form formOfSteps(const char *name, LinearForm asked, bool byPoints) {
  return rowOf<Linear>(
      {.name = name,
       .scheme = Scheme::Linear,
       .linearForm = asked,
       .reads = optionsOfLinear,
       .plan = planLinear,
       .macros = [](const Plan &plan) { return macrosOfSteps(plan, shapeOf<Linear>(plan)); },
       .cost = costOfVectors,
       .bands = bands,
       .byPoints = byPoints,
       .listsEvents = true});
}

} // namespace

std::int64_t streamingGroups(const PlanRequest &request, const Plan &plan, const Linear &shape) {
  const Grid &grid = request.grid;
  const std::int64_t across = ceilDiv(grid.extent[grid.rank - 1], plan.vectorWidth);
  return ceilDiv(across, shape.vectorsAcross) *
         ceilDiv(grid.extent[1], plan.workGroupSize / shape.vectorsAcross) *
         ceilDiv(grid.extent[0], shape.vectorsDeep);
}

Plan planLinear(const PlanRequest &request) {
  const LinearForm asked = request.tuning.linearForm;
  const bool isScalar = asked == LinearForm::ScalarBlocked || asked == LinearForm::ScalarStrided;
  if (!isScalar && takesSums(request) && !request.listsEvents)
    return planSums(request);
  Plan plan = startLinear<Linear>(request, linear);
  if (isScalar) {
    planScalar(request, asked == LinearForm::ScalarBlocked, plan);
    return plan;
  }
  plan.vectorWidth = widestVector(request);
  // Sums over many points: what a work-item has to do is long, and as many as there are points can
  // do it.
  if (request.stencil.readsFar && !request.device.isCpu && request.tuning.vectorWidth == 0)
    plan.vectorWidth = 1;
  const bool ranges = asked == LinearForm::VectorRanges ||
                      (asked != LinearForm::VectorGroups && request.device.isCpu);
  if (ranges)
    planVectorRanges(request, plan);
  else if (canStream(request, plan))
    planStreaming(request, plan);
  else
    planVectors(request, plan);
  return plan;
}

std::string macrosOfSteps(const Plan &plan, const Linear &shape) {
  std::string text = sizesOfGroups(shape.pointsPerChunk, shape.vectorsAcross, shape.vectorsDeep);
  text += oneKernel(plan);
  if (shape.nonTemporal)
    text += " -DEULERC_NON_TEMPORAL";
  if (plan.alignment == RowAlignment::Grid)
    text += partsOfRows(shape.parts, shape.unrolled);
  return text + (shape.shifts ? " -DEULERC_SHIFTS" : "");
}

const Form scalarBlocked = formOfSteps("scalar-blocked", LinearForm::ScalarBlocked, true);
const Form scalarStrided = formOfSteps("scalar-strided", LinearForm::ScalarStrided, true);
const Form linear = formOfSteps("vector", LinearForm::Vector, false);

} // namespace eulerc::forms
