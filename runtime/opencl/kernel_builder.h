// KernelBuilder: plans the kernels of a run, builds them for one device, and tries to launch them.
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

/// Source text and build options of a tuning's kernels, by its first plan.
struct KernelText {
  std::string text, options;
};
/// Throws if the tuning has no plan.
KernelText kernelText(const Job &job, const Tuning &tuning, const Device &device);

class KernelBuilder {
public:
  /// Keeps a reference to the device: later plans use the rates that it has then.
  KernelBuilder(const cl::Context &context, const cl::CommandQueue &queue, const Device &device)
      : context_(context), queue_(queue), device_(device) {}

  PlanRequest requestOf(const Job &job, const Tuning &tuning) const;

  /// Plans the launches and builds the kernel. A kernel that needs many registers may allow smaller
  /// work-groups than the device: then the launches are planned again.
  Plan prepare(const Job &job, const Tuning &tuning);

  /// Builds a further kernel for the shorter launch before each stop, if that pays.
  void prepareRest(const Job &job, const Plan &plan, Kernels &kernels);

  /// Builds everything and discards it, so that the driver's cache has it for a later build. Throws
  /// if the kernels do not build or the device does not launch them.
  void prepareAll(const Job &job, const Tuning &tuning);

  /// Builds from source texts, not from binaries in the user's cache folder. NVIDIA's driver caches
  /// the builds of texts, but assembles binaries again.
  void preferText(bool prefers) { program_.preferText(prefers); }

  /// From now on, these processes build each text first; null: no process does.
  void buildFirstIn(BuildProcesses *processes) { program_.buildFirstIn(processes); }

  /// The program that was built for the latest plan.
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
