// Planner of the form `sums` of the linear scheme (sums.cl), for right-hand sides that loop over
// many points, such as N bodies. All points of a work-group read blocks of sources, the values that
// the loop visits, through local memory.
//
//   65,536 bodies, an H200 → work-groups of 512 points, blocks of 2,048 sources

#include "forms/forms.h"
#include "forms/linear.h"

namespace eulerc::forms {
namespace {

/// Bytes of the source that a work-item loads for a pass.
std::int64_t sourceBytes(const PlanRequest &request) {
  return request.stencil.sourceValues * request.realSize;
}

/// The largest size of work-groups, up to 512, that spreads them almost evenly over the compute
/// units; else 32.
std::int64_t sumsGroup(const PlanRequest &request, std::int64_t room) {
  for (std::int64_t size = 512; size > 32; size /= 2) {
    const std::int64_t groups = ceilDiv(request.points, size);
    const std::int64_t turns = ceilDiv(groups, request.device.computeUnits);
    if (size <= room && size <= request.device.maxWorkGroupSize &&
        10 * groups >= 9 * turns * request.device.computeUnits)
      return size;
  }
  return least(32, request.device.maxWorkGroupSize);
}

/// Sets the passes of a block and their bytes of local memory (eulerc_sums_half of sums_sizes.cl).
/// Each work-item that computes terms has `vectorsDeep` passes of a block. The number of passes is
/// a multiple of four, since GPUs load vectors of four.
void planBlocks(const PlanRequest &request, Plan &plan) {
  auto &shape = shapeOf<Sums>(plan);
  const std::int64_t across = shape.points, share = plan.workGroupSize / across;
  const std::int64_t first = ceilDiv(32, across), adding = share >= 4 * first ? first : 0;
  const std::int64_t passes = (share - adding) * shape.vectorsDeep;
  shape.pointsPerChunk = passes < 4 ? passes : passes / 4 * 4;
  const std::int64_t terms =
      request.stencil.termValues * shape.pointsPerChunk + (across < 32 ? 4 : 1);
  shape.localBytes =
      2 * (sourceBytes(request) * shape.pointsPerChunk + request.realSize * across * terms);
}

/// `points`, or the next multiple of a warp if that is few more: the work-items that add up terms
/// then fill whole warps.
std::int64_t evenPoints(std::int64_t points) {
  const std::int64_t whole = roundUp(points, 32);
  return 8 * whole <= 9 * points ? whole : points;
}

/// Plans few points a work-group, with several work-items for each point: most of the 512
/// work-items compute terms that the others add up. There are as many work-groups as the hint says,
/// or two for each compute unit of a GPU. Returns false if a point would get fewer than four
/// work-items, where adding up costs more than it saves, or if local memory has no room.
bool planSharedSums(const PlanRequest &request, Plan &plan) {
  const Tuning &hints = request.tuning;
  const DeviceLimits &device = request.device;
  const std::int64_t groups = hints.workGroups > 0 ? hints.workGroups
                              : device.isCpu       ? 0
                                                   : 2 * device.computeUnits;
  if (groups == 0 || request.stencil.termValues == 0)
    return false;
  const std::int64_t size =
      hints.workGroupSize > 0 ? plan.workGroupSize : least(512, device.maxWorkGroupSize);
  Plan shared = plan;
  auto &shape = shapeOf<Sums>(shared);
  const std::int64_t points = most(1, ceilDiv(request.points, groups));
  shape.points = hints.workGroups > 0 ? points : evenPoints(points);
  const std::int64_t share = size / shape.points;
  if (share < (hints.workGroups > 0 ? 2 : 4))
    return false;
  shared.workGroupSize = share * shape.points;
  shape.vectorsDeep = hintOr(hints.vectorsDeep, 4);
  planBlocks(request, shared);
  while (shape.vectorsDeep > 1 && shape.localBytes > device.localMemory) {
    shape.vectorsDeep--;
    planBlocks(request, shared);
  }
  if (shape.localBytes > device.localMemory)
    return false;
  plan = shared;
  return true;
}

std::string macros(const Plan &plan) {
  const auto &shape = shapeOf<Sums>(plan);
  return sizesOfGroups(shape.pointsPerChunk, shape.points, shape.vectorsDeep) + oneKernel(plan);
}

std::vector<PlanLine> sharedPoints(const Plan &plan) {
  const std::int64_t points = shapeOf<Sums>(plan).points;
  if (points >= plan.workGroupSize)
    return {};
  return {line("shared points", "{} a work-group, {} work-items each", points,
               plan.workGroupSize / points)};
}

std::vector<PlanLine> localMemory(const Plan &plan, const PlanRequest &request) {
  return {localMemoryLine(plan, request)};
}

} // namespace

/// One work-item a point if there are many points, else planSharedSums(). Blocks have four passes
/// for each work-item if they fit in local memory.
Plan planSums(const PlanRequest &request) {
  Plan plan = startLinear<Sums>(request, sums);
  plan.kernel = "eulerc_linear_sums";
  if (!planSharedSums(request, plan)) {
    auto &shape = shapeOf<Sums>(plan);
    const std::int64_t room = request.device.localMemory / sourceBytes(request); // of a block
    if (request.tuning.workGroupSize == 0)
      plan.workGroupSize = sumsGroup(request, room);
    const std::int64_t deep = hintOr(request.tuning.vectorsDeep, 4);
    shape.vectorsDeep = most(1, least(deep, room / plan.workGroupSize));
    shape.points = plan.workGroupSize;
    shape.pointsPerChunk = plan.workGroupSize * shape.vectorsDeep;
    shape.localBytes = sourceBytes(request) * shape.pointsPerChunk;
  }
  plan.workGroups = most(1, ceilDiv(request.points, shapeOf<Sums>(plan).points));
  return plan;
}

bool takesSums(const PlanRequest &request) {
  const Tuning &hints = request.tuning;
  const bool suits =
      !request.device.isCpu && hints.linearForm == LinearForm::Auto && hints.vectorWidth <= 1;
  return request.stencil.sourceValues > 0 && (suits || hints.linearForm == LinearForm::Sums) &&
         sourceBytes(request) * (hints.workGroupSize > 0 ? itemsOf(request, 32) : 32) <=
             request.device.localMemory;
}

const Form sums = rowOf<Sums>({
    .name = "sums",
    .scheme = Scheme::Linear,
    .linearForm = LinearForm::Sums,
    .onProcessors = false,
    .mostRank = 1,
    .reads = optionsOfLinear,
    .plan = planLinear,
    .macros = macros,
    .lines = localMemory,
    .moreLines = sharedPoints,
    .bands =
        [](const Plan &plan, const Grid &grid) {
          Bands bands;
          bands.each = 1;
          for (std::int64_t k = 0; k < grid.extent[0]; k += shapeOf<Sums>(plan).points)
            bands.first.push_back(k);
          return bands;
        },
    .elsewhere = "{0} ({1}) is what the program has",
});

} // namespace eulerc::forms
