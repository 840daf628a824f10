// The table of known GPUs (known_gpus.h) and the figures measured on the H200 (gpu_figures.h).

#include "forms/known_gpus.h"

#include "forms/gpu_figures.h"

namespace eulerc {
namespace {

struct KnownGpu {
  std::string_view name; ///< a part of the device's name
  std::int64_t lastCache, unitRegisters, unitLocalMemory;
  const char *assumed;                 ///< what plans assume; "": all was measured on such a device
  const GpuFigures *figures = nullptr; ///< null: the figures of an H200
};

/// Measured with OpenCL, drivers 550 and 580, in 2025 and 2026 (bench/notes.md).
constexpr GpuFigures h200 = {
    .launch = 3e-6,
    .step = 4e-8,
    .wait = 1e-6,    // 132 work-groups, OpenCL by hand
    .round = 1.7e-6, // String of 80,000 components, rounds of 48 to 104 steps: 50 ns a step
    .bytes = 3 * 3.1e10,
    .operations = 2e11,
    .measuredBytes = 3.2e10,
    .measuredFlops = 2.5e11,
    .items = 2048,
    .lines = {.wide = 1.9e11,
              .narrow = 2.3e10,
              .ends = 3.45e10,
              .operations = 3.55e11,
              .bytes = 6e10,
              .waitingItems = 112,
              .fewOperations = 40,
              .freeOfMany = 30,
              .freeOfFew = 80,
              .moreValues = 110},
    .planes = {3.4e-6, 2.7e-6, 1.5e-7, 240, {7.4e9, 9e9, 1.15e10}, 1.5, 1.9},
    .persistent = {3.6e10, 0.825, 320 << 10}, // 50 MB for 132 units; A100: 40 MB for 108
    .streaming = {.lastTiles = 3,
                  .taller = 1.4,
                  .lower = 0.55,
                  .shareOfTall = 0.7,
                  .operations = 5.74e11,
                  .bytes = 2.33e10,
                  .ofComponent = 3.85,
                  .ofRow = 77,
                  .ofShown = 4.8,
                  .ofField = 17,
                  .registers = 14,
                  .spilled = 28,
                  .waitingWarps = 6.2,
                  .shown = 0.55},
    .spaces = {.launch = 4e-6,
               .plane = 2.1e-7,
               .operations = 2.12e11,
               .bytes = 2.86e10,
               .rowOperations = 12.9,
               .vectorOperations = 27.7,
               .missedShare = 1.2,
               .rowBytes = 35,
               .busyComponents = 2050,
               .idleSpeed = 0.3,
               .shownShare = 0.025,
               .lastOfOne = 0.12,
               .lastOfMany = 0.64,
               .doubleShare = 1.05,
               .atSides = 1.42}};

constexpr std::int64_t kibi = 1 << 10, mebi = 1 << 20;

/// Sizes are from NVIDIA's tuning guides of the architectures (Hopper 8.1, Ampere 8.0). Each
/// work-group costs a kilobyte of local memory more than it declares.
constexpr KnownGpu known[] = {
    {"H200", 50 * mebi, 65536, 220 * kibi, "", &h200},
    {"H100", 50 * mebi, 65536, 220 * kibi,
     "shapes of tiles as measured on an H200, which has the same compute units"},
    {"A100", 40 * mebi, 65536, 160 * kibi,
     "shapes of tiles as measured on an H200, whose compute units have more local memory"},
};

/// The largest cache of any GPU (AMD MI300X: 256 MB), so that no byte that a cache may hold is
/// counted as memory traffic.
constexpr KnownGpu unknown = {"", 256 * mebi, 65536, 220 * kibi,
                              "a compute unit of an H200: 65,536 registers, 220 KB that "
                              "work-groups share, its shapes of tiles"};

} // namespace

void noteGpu(std::string_view name, DeviceLimits &limits) {
  const KnownGpu *found = &unknown;
  for (const KnownGpu &each : known)
    if (found == &unknown && name.find(each.name) != name.npos)
      found = &each;
  limits.lastCache = found->lastCache;
  limits.unitRegisters = found->unitRegisters;
  limits.unitLocalMemory = found->unitLocalMemory;
  limits.mostLocalMemory = found == &unknown ? 0 : found->unitLocalMemory;
  limits.assumed = found->assumed;
  limits.figures = found->figures;
}

const GpuFigures &forms::figuresOf(const PlanRequest &request) {
  return request.device.figures == nullptr ? h200 : *request.device.figures;
}

} // namespace eulerc
