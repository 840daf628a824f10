// The launches of a run: enqueued in batches without waiting for each one.
#pragma once

#include <array>

#include "backend.h"
#include "opencl/bindings.h"

namespace eulerc {

inline cl::NDRange localSize(const Plan &plan) {
  return cl::NDRange(static_cast<std::size_t>(plan.workGroupSize));
}
inline cl::NDRange globalSize(const Plan &plan) {
  return cl::NDRange(static_cast<std::size_t>(plan.workGroups * plan.workGroupSize));
}

/// Places of a kernel's arguments: y, next, the fields, then these.
inline cl_uint constantsArgument(const Model &model) {
  return 2 + static_cast<cl_uint>(model.fieldCount);
}
inline cl_uint timeArgument(const Model &model) { return constantsArgument(model) + 1; }
inline cl_uint lengthArgument(const Model &model) { return constantsArgument(model) + 2; }

/// Sets a kernel argument of type `real`.
void setReal(cl::Kernel &kernel, cl_uint index, Precision precision, double value);

/// Runs all launches of the plan, kernels[0] and kernels[1] in turn, and waits for the last one.
/// Fills in stats.seconds and stats.deviceSeconds. Throws cl::Error, or what the job's progress
/// throws; the queue is idle then.
void launchAll(const Job &job, const Plan &plan, cl::CommandQueue &queue,
               std::array<cl::Kernel, 2> &kernels, RunStats &stats);

} // namespace eulerc
