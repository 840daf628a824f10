// Helpers that the files of forms share (shared.h).

#include "forms/shared.h"

#include "base/text.h"

#include <bit>
#include <cmath>

namespace eulerc {

eulerc_tiling tilingOf(const Plan &plan) {
  return std::bit_cast<eulerc_tiling>(plan.form->tiling(plan));
}

Memory memoryOf(const Plan &plan) {
  const auto ofShape = [](const auto &shape) {
    Memory memory;
    if constexpr (requires { shape.localBytes; })
      memory.localBytes = shape.localBytes;
    if constexpr (requires { shape.scratchBytes; })
      memory.scratchBytes = shape.scratchBytes;
    if constexpr (requires { shape.sharesTiles; })
      memory.isShared = shape.sharesTiles;
    return memory;
  };
  return std::visit(ofShape, plan.shape);
}

Sizes sizesOf(const Plan &plan) {
  const auto ofShape = [&plan](const auto &shape) {
    Sizes sizes;
    if constexpr (requires { shape.kept; })
      sizes.kept = shape.kept;
    if constexpr (requires { shape.vectorsDeep; })
      sizes.vectorsDeep = sizes.writtenDeep = shape.vectorsDeep;
    if constexpr (requires { shape.unrolled; })
      if (plan.alignment == RowAlignment::Grid) // columns
        sizes.writtenDeep = forms::least(shape.unrolled, shape.vectorsDeep);
    if constexpr (requires { shape.pointsPerChunk; })
      sizes.pointsPerChunk = shape.pointsPerChunk;
    if constexpr (requires { shape.blocks; })
      sizes.tileBlocks = shape.tileWidth;
    return sizes;
  };
  return std::visit(ofShape, plan.shape);
}

Plan withLevels(Plan plan, Levels levels) {
  plan.levels = levels;
  plan.launches = plan.form->copies == Copies::OfLevels
                      ? eulerc_launches(tilingOf(plan))
                      : forms::ceilDiv(levels.count, plan.levelsPerLaunch.count);
  return plan;
}

/// Rounds a ratio to the nearest power of 2^(1 / steps).
static double rounded(double ratio, double steps) {
  return std::exp2(std::round(std::log2(ratio) * steps) / steps);
}

forms::gpu::Speed forms::gpu::speedOf(const PlanRequest &request) {
  const GpuFigures &figures = figuresOf(request);
  const DeviceRates &rates = request.device.rates;
  if (request.device.isCpu || !rates.known())
    return {};
  // Times of launches vary with the driver, the host and from run to run: rounded to powers of two.
  Speed speed;
  speed.launch = rounded(rates.launch / figures.launch, 1);
  // The figures of a known GPU hold for it, while its rates may be of a moment when it was busy.
  // Launches of a slow host may take a few times as long.
  constexpr double slowHost = 4;
  if (request.device.figures != nullptr) {
    speed.launch = std::min(speed.launch, slowHost);
    return speed;
  }
  const double units = real(most(1, request.device.computeUnits));
  const bool isDouble = request.realSize == 8;
  const double computed = isDouble ? 2 * rates.doubleFlops : rates.flops;
  speed.memory = rounded(rates.bytes / units / figures.measuredBytes, 4);
  if (computed > 0)
    speed.arithmetic = rounded(computed / units / figures.measuredFlops, 4);
  return speed;
}

namespace forms {

std::int64_t shownAcross(const PlanRequest &request) {
  return request.stencil.shownAcross > 0 ? request.stencil.shownAcross : request.grid.components;
}

std::int64_t shownAround(const PlanRequest &request) {
  return request.stencil.shownAround > 0 ? request.stencil.shownAround : request.grid.components;
}

std::int64_t itemsOf(const PlanRequest &request, std::int64_t otherwise) {
  return least(hintOr(request.tuning.workGroupSize, otherwise), request.device.maxWorkGroupSize);
}

std::int64_t widestVector(const PlanRequest &request) {
  if (request.tuning.vectorWidth > 0)
    return request.tuning.vectorWidth;
  const std::int64_t fits = request.device.vectorBytes / request.realSize;
  std::int64_t width = 1;
  while (width < 16 && 2 * width <= fits)
    width *= 2;
  return width;
}

Unsupported unsupportedBy(const Form &form, const PlanRequest &request) {
  const std::int64_t rank = request.grid.rank;
  if (form.unsupported == nullptr)
    return {};
  if (request.accessDistance < 0 || request.reach < 0)
    return {.why = Reason::Unbounded};
  if (rank < form.leastRank || rank > form.mostRank)
    return {.why = Reason::OtherGrid, .available = rank};
  return form.unsupported(request.stencil);
}

void refuse(Plan &plan, Reason why, std::int64_t needed, std::int64_t available) {
  if (!plan.isPossible())
    return;
  plan.unsupported.why = why;
  plan.unsupported.needed = needed;
  plan.unsupported.available = available;
}

double roundsOf(std::int64_t tiles, std::int64_t units, std::int64_t few) {
  return tiles <= few * units ? real(ceilDiv(tiles, units)) : real(tiles) / real(units);
}

std::int64_t spoilingLevels(const PlanRequest &request, std::int64_t levels, int axis) {
  const std::int64_t ofStep = request.levelsOfStep;
  const auto among = [&](std::int64_t each) {
    return levels / ofStep * least(each, ofStep) + least(levels % ofStep, each);
  };
  // At an end of the grid, mirroring can carry invalid points of one side to the other, once.
  const std::int64_t mirrored = request.stencil.goesRound(axis) ? 0 : 1;
  return least(among(request.stencil.readingLevels[axis]),
               among(request.stencil.sidedLevels[axis]) + mirrored);
}

std::string oneKernel(const Plan &plan) {
  constexpr std::string_view prefix = "eulerc_"; // of kernels' names
  return fmt::format(" -DEULERC_ONE=1 -DEULERC_BUILDS_{}=1", plan.kernel + prefix.size());
}

std::string sizesOfGroups(std::int64_t chunk, std::int64_t across, std::int64_t deep) {
  return fmt::format(" -DEULERC_CHUNK={} -DEULERC_ACROSS={} -DEULERC_DEEP={}", chunk, across, deep);
}

std::string macrosOfRounds(const Plan &plan, std::int64_t rounds) {
  return fmt::format(" -DEULERC_PERSISTENT_ROUNDS={}{}", rounds,
                     plan.workGroups > 1 ? " -DEULERC_PERSISTENT_WAITS=1" : "");
}

PlanLine localMemoryLine(const Plan &plan, const PlanRequest &request) {
  return line("local memory", "{} bytes a work-group, the device has {}", memoryOf(plan).localBytes,
              request.device.localMemory);
}

std::string boxText(const std::int64_t (&box)[maxRank]) {
  std::string text;
  for (const std::int64_t length : box)
    if (length > 0)
      text += (text.empty() ? "" : " x ") + fmt::format("{}", length);
  return text;
}

std::string stepsText(const Plan &plan) {
  return fmt::format("{} step{}", plan.timeSteps(plan.levelsPerLaunch),
                     plan.levelsPerLaunch == plan.levelsOfStep ? "" : "s");
}

std::string otherTiles(const Plan &plan, std::vector<std::string> cures) {
  if (plan.levelsPerLaunch > plan.levelsOfStep)
    cures.insert(cures.begin(), "fewer --tile-steps");
  return alternatives(std::move(cures));
}

} // namespace forms
} // namespace eulerc
