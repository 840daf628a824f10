// Measures the rates of a device with small kernels and copies, and keeps them (rates.h).

#include "opencl/rates.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <string>

#include <fmt/format.h>

#include "base/stopwatch.h"
#include "base/user_cache.h"
#include "opencl/device_cache.h"
#include "opencl/program.h"

namespace eulerc {
namespace {

/// CHAINS independent sums of fused operations, TURNS in a round. The result is stored only under a
/// condition that never holds: compilers cannot omit the sums.
constexpr const char *rateKernels = R"(#define EULERC_UNROLL _Pragma("unroll")
#define EULERC_FUSED_SUMS(NAME, REAL)                                                  \
  kernel void NAME(global REAL *out, const int rounds, const REAL a, const REAL b) {  \
    REAL x[CHAINS], sum = 0;                                                           \
    EULERC_UNROLL for (int k = 0; k < CHAINS; k++)                                     \
      x[k] = a * (get_global_id(0) + k);                                               \
    for (int round = 0; round < rounds; round++) {                                     \
      EULERC_UNROLL for (int turn = 0; turn < TURNS; turn++)                           \
        EULERC_UNROLL for (int k = 0; k < CHAINS; k++)                                 \
          x[k] = fma(x[k], a, b);                                                      \
    }                                                                                  \
    EULERC_UNROLL for (int k = 0; k < CHAINS; k++)                                     \
      sum += x[k];                                                                     \
    if (sum == (REAL)-1)                                                               \
      out[0] = sum;                                                                    \
  }
kernel void eulerc_nothing(global float *out) {}
EULERC_FUSED_SUMS(eulerc_sums_of_float, float)
#ifdef DOUBLE
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
EULERC_FUSED_SUMS(eulerc_sums_of_double, double)
#endif
)";

constexpr int chains = 8, turns = 16;
constexpr std::size_t group = 256, busyGroups = 8; // enough to keep a compute unit busy

/// Seconds of one repetition, where `run(count)` does `count` of them: the fastest of `repeats`
/// runs, each long enough for the clock and for a sleeping device to wake up.
double secondsOfOne(double longEnough, int repeats, const std::function<void(std::int64_t)> &run) {
  const auto seconds = [&](std::int64_t count) {
    const Stopwatch watch;
    run(count);
    return watch.seconds();
  };
  run(1); // one-time work
  std::int64_t count = 1;
  while (seconds(count) < longEnough && count < (std::int64_t{1} << 30))
    count *= 2;
  double least = seconds(count);
  for (int k = 1; k < repeats; k++)
    least = std::min(least, seconds(count));
  return least / static_cast<double>(count);
}

class Measurement {
public:
  Measurement(const cl::Context &context, cl::CommandQueue &queue, const Device &device)
      : context_(context), queue_(queue), device_(device),
        items_(static_cast<std::size_t>(device.info.limits.computeUnits) * busyGroups * group),
        out_(context, CL_MEM_READ_WRITE, sizeof(double)) {
    program_.build(context_, device_, rateKernels,
                   fmt::format("-cl-std=CL1.2 -w -DCHAINS={} -DTURNS={}{}", chains, turns,
                               device.info.hasDouble ? " -DDOUBLE" : ""));
  }

  DeviceRates rates() {
    DeviceRates rates;
    rates.flops = sums<float>("eulerc_sums_of_float");
    rates.launch = launch(items_);
    rates.leastLaunch = launch(group);
    if (device_.info.hasDouble)
      rates.doubleFlops = sums<double>("eulerc_sums_of_double");
    rates.bytes = copy();
    return rates;
  }

private:
  void enqueue(const cl::Kernel &kernel, std::size_t items) {
    queue_.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(items), cl::NDRange(group));
  }

  template <class Real> double sums(const char *name) {
    cl::Kernel kernel = program_.kernel(name);
    kernel.setArg(0, out_);
    kernel.setArg(2, static_cast<Real>(0.5));
    kernel.setArg(3, static_cast<Real>(0.25));
    const double round = secondsOfOne(4e-3, 3, [&](std::int64_t rounds) {
      kernel.setArg(1, static_cast<cl_int>(rounds));
      enqueue(kernel, items_);
      queue_.finish();
    });
    return static_cast<double>(items_) * chains * turns / round;
  }

  double launch(std::size_t items) {
    cl::Kernel kernel = program_.kernel("eulerc_nothing");
    kernel.setArg(0, out_);
    constexpr int repeats = 20; // others may use the device or the processor in some of them
    return secondsOfOne(1e-3, repeats, [&](std::int64_t count) {
      for (std::int64_t k = 0; k < count; k++)
        enqueue(kernel, items);
      queue_.finish();
    });
  }

  /// Bytes in a second when copying far more than caches hold; reads and writes count.
  double copy() {
    const std::int64_t bytes =
        std::min<std::int64_t>({std::int64_t{256} << 20, device_.info.globalMemory / 16,
                                device_.info.limits.largestBuffer});
    const cl::Buffer from(context_, CL_MEM_READ_WRITE, static_cast<std::size_t>(bytes));
    const cl::Buffer to(context_, CL_MEM_READ_WRITE, static_cast<std::size_t>(bytes));
    const double once = secondsOfOne(2e-3, 3, [&](std::int64_t count) {
      for (std::int64_t k = 0; k < count; k++)
        queue_.enqueueCopyBuffer(from, to, 0, 0, static_cast<std::size_t>(bytes));
      queue_.finish();
    });
    return 2 * static_cast<double>(bytes) / once;
  }

  const cl::Context &context_;
  cl::CommandQueue &queue_;
  const Device &device_;
  Program program_;
  std::size_t items_;
  cl::Buffer out_;
};

DeviceCache cacheOf(const DeviceInfo &device) {
  return {inUserCache("rates"), device, rateKernels};
}

/// Measures and keeps the rates. They stay unknown, without an error, if the device cannot run the
/// kernels.
DeviceRates measured(const cl::Context &context, cl::CommandQueue &queue, const Device &device) {
  try {
    const DeviceRates rates = Measurement(context, queue, device).rates();
    const std::string text = fmt::format("{} {} {} {} {}\n", rates.bytes, rates.flops,
                                         rates.doubleFlops, rates.launch, rates.leastLaunch);
    cacheOf(device.info).keep({text.begin(), text.end()});
    return rates;
  } catch (const cl::Error &) { // no memory, for example
    return {};
  } catch (const Error &) { // builds nothing: building the kernels of the steps reports it
    return {};
  }
}

} // namespace

DeviceRates rememberedRates(const DeviceInfo &device) {
  const std::optional<DeviceCache::Bytes> bytes = cacheOf(device).read();
  DeviceRates rates;
  const std::string text = bytes ? std::string(bytes->begin(), bytes->end()) : "";
  const int found = std::sscanf(text.c_str(), "%lf %lf %lf %lf %lf", &rates.bytes, &rates.flops,
                                &rates.doubleFlops, &rates.launch, &rates.leastLaunch);
  return found == 5 ? rates : DeviceRates();
}

double measureUnknownRates(const cl::Context &context, cl::CommandQueue &queue, Device &device) {
  DeviceRates &rates = device.info.limits.rates;
  if (!device.isRemembered || rates.known())
    return 0;
  const Stopwatch measuring;
  rates = measured(context, queue, device);
  return measuring.seconds();
}

} // namespace eulerc
