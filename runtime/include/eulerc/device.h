// Backends and OpenCL devices: where steps are computed.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace eulerc {

/// Where steps are computed. Auto: OpenCL on the best device, or Threads if the processor is the
/// only device. EULERC_PROCESSOR=opencl in the environment selects OpenCL on the processor instead.
/// Serial: one thread, point by point.
enum class Backend { Auto, OpenCL, Threads, Serial };

/// Rates of a GPU, measured once for each device; 0: unknown.
struct DeviceRates {
  double bytes = 0;       ///< bytes read and written per second by a copy in global memory.
  double flops = 0;       ///< independent fused multiply-adds of float per second.
  double doubleFlops = 0; ///< as flops, of double; 0 also where the device has no double.
  double launch = 0;      ///< seconds of an empty launch in a queue of launches
  double leastLaunch = 0; ///< as above, of a single work-group
  bool known() const { return bytes > 0; }
};

/// The properties of a device that planners read.
struct DeviceLimits {
  std::int64_t computeUnits = 1;            ///< CPU cores, GPU multiprocessors.
  std::int64_t maxWorkGroupSize = 1;        ///< largest number of work-items in a work-group.
  std::int64_t localMemory = 0;             ///< bytes of local memory of a work-group.
  std::int64_t vectorBytes = 16;            ///< bytes of the widest vector of one instruction.
  bool isCpu = true;                        ///< few wide work-items suit it; else many narrow ones.
  std::int64_t nearCache = 32 << 10;        ///< bytes of the first cache of a CPU core.
  std::int64_t coreCache = 1 << 20;         ///< bytes of the second cache of a CPU core.
  std::int64_t coResident = 1;              ///< co-resident work-groups of a launch, a lower bound.
  std::int64_t lastCache = 0;               ///< bytes that all caches may hold of global memory
  std::int64_t unitRegisters = 65536;       ///< registers of 32 bits of a GPU's compute unit
  std::int64_t unitLocalMemory = 220 << 10; ///< bytes of local memory of a GPU's compute unit
  const char *assumed = ""; ///< what plans assume of a device that was never measured
  const struct GpuFigures *figures =
      nullptr;            ///< figures of a GPU, for models of the run time; null: assumed
  bool isHost = false;    ///< the threads of the solver; isCpu holds as well
  DeviceRates rates = {}; ///< of a GPU
  std::int64_t largestBuffer = std::numeric_limits<std::int64_t>::max(); ///< bytes
  /// Bytes of local memory of a work-group that the driver of a known GPU accepts; 0:
  /// `localMemory`.
  std::int64_t mostLocalMemory = 0;
};

/// An OpenCL device of this machine.
struct DeviceInfo {
  std::string name;
  std::string vendor;
  std::string platform;
  std::string driver; ///< version of the driver
  std::string type;   ///< "GPU", "CPU", "accelerator"
  DeviceLimits limits;
  std::int64_t globalMemory; ///< bytes
  bool hasDouble;            ///< cl_khr_fp64
  /// Whether fma is an instruction, in float and in double; else it is a sequence of many.
  bool hasFmaOfFloat = true, hasFmaOfDouble = true;
};

/// All OpenCL devices, the best first: GPUs, then accelerators, then CPUs, each by compute units.
/// Empty without OpenCL.
std::vector<DeviceInfo> listDevices();

} // namespace eulerc
