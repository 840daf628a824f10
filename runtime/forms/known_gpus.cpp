#include "forms/known_gpus.h"

namespace eulerc {
namespace {

struct KnownGpu {
  std::string_view name; ///< a part of the device's
  std::int64_t lastCache, unitRegisters, unitLocalMemory;
  const char *assumed; ///< of plans; "": all was measured on such a device
};

constexpr std::int64_t kibi = 1 << 10, mebi = 1 << 20;

/// Sizes: NVIDIA's tuning guides of the architectures (Hopper 8.1, Ampere 8.0), where work-groups
/// share a kilobyte each less than is told. Shapes and rates: bench/notes.md.
constexpr KnownGpu known[] = {
    {"H200", 50 * mebi, 65536, 220 * kibi, ""},
    {"H100", 50 * mebi, 65536, 220 * kibi,
     "shapes of tiles as measured on an H200, which has the same compute units"},
    {"A100", 40 * mebi, 65536, 160 * kibi,
     "shapes of tiles as measured on an H200, whose compute units have more local memory"},
};

/// More cache than any has (AMD MI300X: 256 MB), so that no byte is counted that it may hold.
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
  limits.assumed = found->assumed;
}

} // namespace eulerc
