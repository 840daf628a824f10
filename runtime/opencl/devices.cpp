// Finds the OpenCL devices of this machine and describes them (devices.h).

#include "opencl/devices.h"

#include <pthread.h>

#include <algorithm>
#include <cstdlib>
#include <mutex>
#include <tuple>

#include <fmt/format.h>

#include "backend/select_backend.h"
#include "base/caches.h"
#include "forms/known_gpus.h"
#include "opencl/rates.h"
#include "opencl/status.h"

namespace eulerc {
namespace {

/// Driver strings may be padded with spaces and end with NULs.
std::string trimmed(std::string text) {
  text.resize(text.find_last_not_of(std::string_view(" \0", 2)) + 1);
  text.erase(0, text.find_first_not_of(' '));
  return text;
}

/// Work-groups that are known to run at the same time; 1: not known. NVIDIA's GPUs from compute
/// capability 7.0 on, whose fences persistent.cl uses, give each compute unit one work-group before
/// any gets a second one.
std::int64_t coResidentWorkGroups(const cl::Device &device) {
  constexpr cl_device_info computeCapability = 0x4000; // CL_DEVICE_COMPUTE_CAPABILITY_MAJOR_NV
  cl_uint major = 0;
  const bool isNvidia = device.getInfo<CL_DEVICE_EXTENSIONS>().find(
                            "cl_nv_device_attribute_query") != std::string::npos;
  if (!isNvidia || device.getInfo(computeCapability, &major) != CL_SUCCESS || major < 7)
    return 1;
  return device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>();
}

DeviceInfo describe(const cl::Platform &platform, const cl::Device &device) {
  const cl_device_type type = device.getInfo<CL_DEVICE_TYPE>();
  const bool isGpu = type & CL_DEVICE_TYPE_GPU;
  const bool isAccelerator = !isGpu && (type & CL_DEVICE_TYPE_ACCELERATOR);

  DeviceInfo info;
  info.name = trimmed(device.getInfo<CL_DEVICE_NAME>());
  info.vendor = trimmed(device.getInfo<CL_DEVICE_VENDOR>());
  info.platform = trimmed(platform.getInfo<CL_PLATFORM_NAME>());
  info.driver = trimmed(device.getInfo<CL_DRIVER_VERSION>());
  info.type = isGpu ? "GPU" : isAccelerator ? "accelerator" : "CPU";
  info.limits.computeUnits =
      std::max<std::int64_t>(1, device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>());
  info.limits.maxWorkGroupSize =
      static_cast<std::int64_t>(std::min(device.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>(),
                                         device.getInfo<CL_DEVICE_MAX_WORK_ITEM_SIZES>().at(0)));
  info.limits.coResident = std::max<std::int64_t>(1, coResidentWorkGroups(device));
  info.limits.localMemory = static_cast<std::int64_t>(device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>());
  info.limits.isCpu = !isGpu && !isAccelerator;
  if (info.limits.isCpu)
    noteCaches(info.limits); // OpenCL gives the size of one cache, without saying which
  else
    noteGpu(info.name, info.limits);
  info.limits.vectorBytes =
      info.limits.isCpu
          ? 4 * std::max<std::int64_t>(1, device.getInfo<CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT>())
          : 16; // a GPU's lanes load four floats at once
  info.globalMemory = static_cast<std::int64_t>(device.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>());
  info.limits.largestBuffer =
      static_cast<std::int64_t>(device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>());
  info.hasDouble = device.getInfo<CL_DEVICE_EXTENSIONS>().find("cl_khr_fp64") != std::string::npos;
  info.hasFmaOfFloat = device.getInfo<CL_DEVICE_SINGLE_FP_CONFIG>() & CL_FP_FMA;
  info.hasFmaOfDouble =
      info.hasDouble && (device.getInfo<CL_DEVICE_DOUBLE_FP_CONFIG>() & CL_FP_FMA);
  return info;
}

bool canRoundDivision(const cl::Device &device) {
  return device.getInfo<CL_DEVICE_SINGLE_FP_CONFIG>() & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT;
}

bool usable(const cl::Device &device) {
  return device.getInfo<CL_DEVICE_AVAILABLE>() && device.getInfo<CL_DEVICE_COMPILER_AVAILABLE>();
}

/// Threads that start during its lifetime have at least 64 MiB of stack. PoCL starts its workers
/// when its devices are first queried, and they keep on the stack what a GPU's work-items keep in
/// registers.
class DeepStacks {
public:
  DeepStacks() {
    pthread_attr_t deep;
    if (pthread_getattr_default_np(&usual_) != 0)
      return;
    std::size_t bytes = 0;
    isChanged_ = pthread_attr_getstacksize(&usual_, &bytes) == 0 && bytes < leastBytes &&
                 pthread_getattr_default_np(&deep) == 0;
    if (isChanged_) {
      pthread_attr_setstacksize(&deep, leastBytes);
      pthread_setattr_default_np(&deep);
      pthread_attr_destroy(&deep);
    }
  }
  DeepStacks(const DeepStacks &) = delete;
  ~DeepStacks() {
    if (isChanged_)
      pthread_setattr_default_np(&usual_);
  }

private:
  static constexpr std::size_t leastBytes = 64 << 20;
  pthread_attr_t usual_;
  bool isChanged_ = false;
};

void appendDevices(const cl::Platform &platform, std::vector<Device> &found) {
  std::vector<cl::Device> devices;
  platform.getDevices(CL_DEVICE_TYPE_ALL, &devices);
  for (const cl::Device &device : devices) {
    if (!usable(device))
      continue;
    found.push_back({device, describe(platform, device), 0,
                     static_cast<std::int64_t>(device.getInfo<CL_DEVICE_MAX_PARAMETER_SIZE>()),
                     !(device.getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_CPU),
                     canRoundDivision(device)});
    if (found.back().isRemembered)
      found.back().info.limits.rates = rememberedRates(found.back().info);
  }
}

/// Works around a bug of PoCL 3.1: it tells LLVM that the work-items of a work-group are
/// independent between two barriers, and loses values in their private arrays, so some kernels end
/// with the state that they began with. As plain loops the kernels are as fast.
void mendPocl() { setenv("POCL_WORK_GROUP_METHOD", "loops", 0); }

std::string failureText(const cl::Platform &platform, const cl::Error &error) {
  std::string name;
  platform.getInfo(CL_PLATFORM_NAME, &name);
  return fmt::format("{}: {}", trimmed(name), openClError(error).what());
}

bool better(const Device &a, const Device &b) {
  const auto rank = [](const Device &device) {
    const int kind = device.info.type == "GPU" ? 0 : device.info.type == "accelerator" ? 1 : 2;
    return std::tuple(kind, -device.info.limits.computeUnits);
  };
  return rank(a) < rank(b);
}

} // namespace

FoundDevices findDevices() {
  // Drivers initialise at their first query, and not all of them are thread-safe then: PoCL 3.1
  // crashes, or shows no device to one of two threads.
  static std::mutex asking;
  const std::lock_guard lock(asking);
  mendPocl();
  const DeepStacks deepStacks;
  std::vector<cl::Platform> platforms;
  try {
    cl::Platform::get(&platforms);
  } catch (const cl::Error &) {
    return {}; // no library, or no platform
  }
  FoundDevices found;
  for (const cl::Platform &platform : platforms) {
    try {
      appendDevices(platform, found.devices);
    } catch (const cl::Error &error) { // other platforms may work
      if (error.err() != CL_DEVICE_NOT_FOUND)
        found.failures += (found.failures.empty() ? "" : ", ") + failureText(platform, error);
    }
  }
  std::ranges::stable_sort(found.devices, better);
  for (std::size_t k = 0; k < found.devices.size(); k++)
    found.devices[k].number = static_cast<int>(k);
  return found;
}

std::string failedPlatforms() { return findDevices().failures; }

std::vector<DeviceInfo> listDevices() {
  std::vector<DeviceInfo> infos;
  for (const Device &device : findDevices().devices)
    infos.push_back(device.info);
  return infos;
}

} // namespace eulerc
