// Planner of the linear scheme (thesis, ch. 5): each step is one launch, and the end of a launch is
// the global barrier.
//
//   n = 80,000, String, GPU → eulerc_linear_vector, 40 work-groups of 256, float4

#include "forms/linear.h"

#include <string_view>

#include "base/text.h"
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

/// Whether work-items can stream along the slowest axis: a vector is at least as wide as the reach,
/// a row holds at least one vector, and the state is stored as SoA.
bool canStream(const PlanRequest &request, const Plan &plan) {
  const Grid &grid = request.grid;
  for (int axis = 0; axis + 1 < grid.rank; axis++)
    if (grid.extent[axis] < 4) // a mirror might throw rows beyond the other side
      return false;
  return request.stencil.streamingReach >= 0 &&
         request.stencil.streamingReach <= plan.vectorWidth && plan.vectorWidth <= 4 &&
         grid.extent[grid.rank - 1] >= plan.vectorWidth && plan.arrangement == Arrangement::SoA;
}

/// A work-group that streams: vectors of a row, work-items, planes, and how many of the planes have
/// their code written out.
struct StreamingGroup {
  std::int64_t across, items, deep, unrolled;
};

/// For grids that give a compute unit few work-groups, and for points of many values, which leave
/// no registers for larger work-groups. A work-group takes 32 vectors of a row; 16 where points
/// look far, because idle lanes at the end of a row cost more there.
StreamingGroup smallGroup(const PlanRequest &request) {
  const std::int64_t deep = request.stencil.planesShare ? 8 : 4;
  return {request.stencil.streamingReach > 1 ? 16 : 32, 128, deep, 2};
}

/// For large grids of floats. The link between the two halves of an H200's cache limits their
/// speed: values that several work-groups read cross it more often ("In space, H200" in
/// bench/notes.md). So work-groups are larger, and rows that would leave many lanes idle are cut
/// into equal parts. In work-groups of 512 the driver gives a work-item 128 registers. Smaller ones
/// get more registers, but stencils of eighth order do not gain from them.
StreamingGroup largeGroup(const PlanRequest &request, std::int64_t across) {
  const std::int64_t equal = ceilDiv(across, ceilDiv(across, 128));
  if (request.stencil.streamingReach > 2)
    return {equal, 512, 10, 2};
  if (request.stencil.streamingReach == 2)
    return {16, 256, 6, 2};
  const bool fills = 16 * roundUp(across, 32) <= 17 * across;
  const StreamingGroup usual =
      fills ? StreamingGroup{32, 256, 4, 1} : StreamingGroup{equal, 400, 6, 1};
  // Work-items load all rows of their first planes, and one of each column of those that follow.
  return request.stencil.planesShare ? StreamingGroup{usual.across, usual.items, 12, 2} : usual;
}

/// A grid is large from about 260³ points on 132 compute units; from 150³ where points look
/// farthest.
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

/// The most vectors, one behind the other, whose code a kernel writes out. Long code takes long to
/// build and does not fit in a compute unit's instruction cache. The limit grows with the reach,
/// because vectors then share more rows ("Linear steps" in bench/notes.md).
std::int64_t mostWritten(const PlanRequest &request, const Plan &plan, std::int64_t most) {
  constexpr double muchText = 2000; // operations for each row
  const double text = muchText * real(forms::most(request.reachAlong[0], 1));
  const double each = real(plan.vectorWidth * request.stencil.componentsPerPoint) * request.flops;
  while (most > 1 && real(most) * each > text)
    most /= 2;
  return most;
}

/// Vectors that a work-item computes one behind the other: the hint, or up to `most`, halved until
/// each compute unit has `enough` work-items.
std::int64_t vectorsDeep(const PlanRequest &request, std::int64_t most, std::int64_t vectors,
                         std::int64_t enough) {
  std::int64_t deep = hintOr(request.tuning.vectorsDeep, most);
  while (request.tuning.vectorsDeep == 0 && deep > 1 &&
         vectors / deep < enough * request.device.computeUnits)
    deep /= 2;
  return deep;
}

/// Operations of a point beyond which columns of two floats are faster than columns of four. On
/// small grids narrow columns have more planes each, which helps if points look two planes away. On
/// large grids that read far, wide columns load fewer neighbours.
double manyOperations(const PlanRequest &request) {
  constexpr std::int64_t fewVectors = 3000; // of a compute unit
  const bool isSmall = request.points < 4 * fewVectors * request.device.computeUnits;
  constexpr double never = 1e9;
  if (request.stencil.streamingReach == 2)
    return isSmall ? 20 : 160;
  return isSmall || request.stencil.planesShare ? never : 20;
}

/// A column of vectors for each work-item of 3-D grids. On 2-D grids planVectors() is 5 to 15 %
/// faster.
void planStreaming(const PlanRequest &request, Plan &plan) {
  auto &shape = shapeOf<Linear>(plan);
  plan.kernel = "eulerc_linear_streaming";
  shape.shifts = true;
  plan.alignment = RowAlignment::Grid;
  const Grid &grid = request.grid;
  shape.lastPoints = grid.extent[grid.rank - 1] % plan.vectorWidth;
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

/// Work-items compute single vectors, or a few behind one another. The work-groups are counted as
/// in the kernel.
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

  // Small work-groups keep more loads in flight, which helps most where points compute much.
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

/// Seconds of a step, with factors for narrow vectors: they need more instructions for the same
/// values, and work-items cannot stream if a vector is narrower than the reach ("Work-groups and
/// vectors of planes" in bench/notes.md).
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

/// Bands of a streaming launch: work-items walk along the slowest axis.
Bands bandsOfColumns(const Plan &plan, const Grid &grid) {
  Bands bands;
  for (std::int64_t row = 0; row < grid.extent[0]; row += shapeOf<Linear>(plan).vectorsDeep)
    bands.first.push_back(row);
  bands.each = plan.workGroups / static_cast<std::int64_t>(bands.first.size());
  return bands;
}

/// Bands of a 2-D grid. The first work-groups compute the points that lie in no vector.
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

std::int64_t lanesOfColumns(const PlanRequest &request, double manyOperations) {
  const std::int64_t widest = widestVector(request);
  const bool isOpen =
      request.tuning.vectorWidth == 0 && request.grid.rank == 3 && !request.device.isCpu;
  const std::int64_t reach = request.stencil.streamingReach;
  const bool fit = reach == 2 || ((reach == 0 || reach == 1) && request.levelsOfStep <= 2);
  const double operations = request.instructions * real(request.grid.components);
  return isOpen && fit && operations > manyOperations ? least(widest, 2) : widest;
}

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
  // Sums over many points take long for each point: one work-item a point keeps the device busy.
  if (request.stencil.readsFar && !request.device.isCpu && request.tuning.vectorWidth == 0)
    plan.vectorWidth = 1;
  const bool ranges = asked == LinearForm::VectorRanges ||
                      (asked != LinearForm::VectorGroups && request.device.isCpu);
  if (ranges)
    planVectorRanges(request, plan);
  else if (canStream(request, plan)) {
    plan.vectorWidth = lanesOfColumns(request, manyOperations(request));
    planStreaming(request, plan);
  } else
    planVectors(request, plan);
  return plan;
}

std::string macrosOfSteps(const Plan &plan, const Linear &shape) {
  std::string text = sizesOfGroups(shape.pointsPerChunk, shape.vectorsAcross, shape.vectorsDeep);
  text += oneKernel(plan);
  if (shape.nonTemporal)
    text += " -DEULERC_NON_TEMPORAL";
  if (plan.alignment == RowAlignment::Grid)
    text += fmt::format(" -DEULERC_LINEAR_STREAMING -DEULERC_LAST_POINTS={} "
                        "-DEULERC_LINEAR_STREAMING_UNROLL={}",
                        shape.lastPoints, shape.unrolled);
  return text + (shape.shifts ? " -DEULERC_SHIFTS" : "");
}

const Form scalarBlocked = formOfSteps("scalar-blocked", LinearForm::ScalarBlocked, true);
const Form scalarStrided = formOfSteps("scalar-strided", LinearForm::ScalarStrided, true);
const Form linear = formOfSteps("vector", LinearForm::Vector, false);

} // namespace eulerc::forms
