// Seconds that a step of a plan should take, by its operations and bytes and the device's rates.
//
//   heat 8,192², linear, an H200 → 0.11 ms, all of it memory
//
// The model only has to separate forms that differ by a large factor.

#include "forms/shared.h"

namespace eulerc::forms {
namespace {

/// Rates of a compute unit: of GPUs from their figures, of CPUs as measured on a Zen 4 core with
/// PoCL.
struct Rates {
  double launch; ///< seconds of a launch in addition to its arithmetic
  double step;   ///< minimal seconds of a step of tiles
  double flops;  ///< operations in a second, in usual kernels
  double bytes;  ///< bytes to and from memory in a second
};

Rates ratesOf(const PlanRequest &request) {
  if (!request.device.isCpu) {
    const double each = 4.0 / real(request.realSize);
    const gpu::Speed speed = gpu::speedOf(request);
    const GpuFigures &figures = figuresOf(request);
    return {figures.launch * speed.launch, figures.step,
            figures.operations * each * speed.arithmetic, figures.bytes / 3 * speed.memory};
  }
  const double lanes = real(most(1, request.device.vectorBytes / request.realSize));
  // The rate depends on whether both copies of the state fit in the cores' caches.
  const double each =
      request.stateBytes * real(request.components) / real(request.device.computeUnits);
  return {1e-5, 0, 2e9 * lanes, each < (1 << 20) ? 4e10 : 1e10};
}

/// Seconds of a step that computes for at least `atLeast` seconds.
double costOf(const PlanRequest &request, const Plan &plan, const Rates &rates, double atLeast) {
  if (plan.expected.seconds > 0)
    return plan.expected.seconds;
  const double components = real(request.components);
  const double busy = real(most(1, least(plan.workGroups, request.device.computeUnits)));
  const bool isSpaceOfGpu = request.grid.rank == 3 && !request.device.isCpu;
  const double operations = components * plan.expected.computedShare *
                            (isSpaceOfGpu ? request.instructions : request.flops);
  const double bytes = components * (request.stateBytes * plan.expected.globalShare +
                                     request.fieldBytes * plan.expected.fieldShare);
  const double computing = std::max(operations / (busy * rates.flops), atLeast);
  const double moving = bytes / (busy * rates.bytes);
  return rates.launch / real(plan.levelsPerLaunch.count) + std::max(computing, moving);
}

} // namespace

double costOfSteps(const PlanRequest &request, const Plan &plan) {
  return costOf(request, plan, ratesOf(request), 0);
}

double costOfTiles(const PlanRequest &request, const Plan &plan) {
  const Rates rates = ratesOf(request);
  return costOf(request, plan, rates, rates.step);
}

} // namespace eulerc::forms
