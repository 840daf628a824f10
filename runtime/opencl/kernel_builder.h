// The kernels of a run: planned, built for one device, and tried there.
//
//   KernelBuilder builder(context, queue, device);
//   plan = builder.prepare(job, tuning);  kernels = Kernels(builder.program(), job, plan);
//   builder.prepareRest(job, plan, kernels);
#pragma once

#include <string>

#include "backend/backend.h"
#include "opencl/bindings.h"
#include "opencl/devices.h"
#include "opencl/kernels.h"
#include "opencl/program.h"

namespace eulerc {

/// What a driver is given for the kernels of a way, as they are planned first.
struct KernelText {
  std::string text, options;
};
/// Throws where the way cannot be planned.
KernelText kernelText(const Job &job, const Tuning &tuning, const Device &device);

class KernelBuilder {
public:
  /// Plans ask the device's rates when they are made.
  KernelBuilder(const cl::Context &context, const cl::CommandQueue &queue, const Device &device)
      : context_(context), queue_(queue), device_(device) {}

  PlanRequest requestOf(const Job &job, const Tuning &tuning) const;

  /// Plans the launches and builds the kernel. What the device allows in general, a kernel that
  /// needs many registers may not: then the launches are planned again.
  Plan prepare(const Job &job, const Tuning &tuning);

  /// Adds a kernel of its own for the launch before each stop, where that is worth its building.
  void prepareRest(const Job &job, const Plan &plan, Kernels &kernels);

  /// All of that, for nobody: what a driver remembers of it, it need not do again. Throws where the
  /// kernels do not build, or the device does not launch them.
  void prepareAll(const Job &job, const Tuning &tuning);

  /// Builds texts that the driver has built before, where else it would be given what was kept of
  /// them in the user's cache folder: NVIDIA's driver has a cache of texts, and assembles the
  /// others again.
  void preferText(bool prefers) { program_.preferText(prefers); }

  /// From now on these build each text first; null: none do.
  void buildFirstIn(BuildProcesses *processes) { program_.buildFirstIn(processes); }

  /// Built for the latest plan.
  const Program &program() const { return program_; }

private:
  void build(const Job &job, const Plan &plan);
  bool launches(const Job &job, const Plan &plan);

  cl::Context context_;
  cl::CommandQueue queue_;
  const Device &device_;
  Program program_;
};

} // namespace eulerc
