// What a model expects of a step of a plan, from its numbers and the rates of a device.
//
//   heat 8,192², linear, an H200 → 0.11 ms, all of it memory
//
// The model only has to separate forms that differ by a large factor.

#include "forms/shared.h"

namespace eulerc::forms {
namespace {

/// Rates of a compute unit; of GPUs measured on an H200, of CPUs on a Zen 4 core with PoCL.
struct Rates {
  double launch;    ///< seconds of a launch in addition to its arithmetic
  double empty;     ///< seconds of an empty one
  double step;      ///< seconds of a step of tiles, at least
  double flops;     ///< of usual kernels
  double mostFlops; ///< of additions and products in turn, in full vectors
  double bytes;
  double mostBytes; ///< as a copy moves them
};

Rates ratesOf(const PlanRequest &request) {
  if (!request.device.isCpu) {
    const double each = 4.0 / real(request.realSize);
    const gpu::Speed speed = gpu::speedOf(request);
    const double launch = gpu::launchSeconds * speed.launch;
    const double bytes = gpu::unitBandwidth / 3 * speed.memory;
    Rates rates = {
        launch, launch, gpu::stepSeconds, gpu::unitFlops * each * speed.arithmetic, 2.5e11 * each,
        bytes,  bytes};
    if (const DeviceRates &measured = request.device.rates; measured.known()) {
      const double units = real(most(1, request.device.computeUnits));
      rates.empty = measured.launch;
      rates.mostFlops = (request.realSize == 4 ? measured.flops : measured.doubleFlops) / units;
      rates.mostBytes = measured.bytes / units;
    }
    return rates;
  }
  const double lanes = real(most(1, request.device.vectorBytes / request.realSize));
  // Both copies of the state in the caches of the cores, or beyond.
  const double each =
      request.stateBytes * real(request.components) / real(request.device.computeUnits);
  const double bytes = each < (1 << 20) ? 4e10 : 1e10;
  return {1e-5, 1.5e-6, 0, 2e9 * lanes, 7.4e9 * lanes, bytes, bytes};
}

/// Of steps that compute for `atLeast` seconds.
StepTime costOf(const PlanRequest &request, const Plan &plan, const Rates &rates, double atLeast) {
  const double components = real(request.components);
  const double units = real(most(1, request.device.computeUnits));
  const double busy = real(most(1, least(plan.workGroups, request.device.computeUnits)));
  const double operations = components * plan.expected.computedShare * request.flops;
  StepTime time;
  time.bytes = components * (request.stateBytes * plan.expected.globalShare + request.fieldBytes);
  time.launching = rates.empty / real(plan.levelsPerLaunch.count);
  time.arithmetic = operations / (units * rates.mostFlops);
  time.memory = time.bytes / (units * rates.mostBytes);
  const double computing = std::max(operations / (busy * rates.flops), atLeast);
  const double moving = time.bytes / (busy * rates.bytes);
  time.expected = rates.launch / real(plan.levelsPerLaunch.count) + std::max(computing, moving);
  if (plan.expected.seconds > 0)
    time.expected = plan.expected.seconds;
  return time;
}

} // namespace

StepTime costOfSteps(const PlanRequest &request, const Plan &plan) {
  return costOf(request, plan, ratesOf(request), 0);
}

StepTime costOfTiles(const PlanRequest &request, const Plan &plan) {
  const Rates rates = ratesOf(request);
  return costOf(request, plan, rates, rates.step);
}

} // namespace eulerc::forms
