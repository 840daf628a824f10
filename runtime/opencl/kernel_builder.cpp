// Plans and builds the kernels of a run (kernel_builder.h), and plans again if the device allows
// smaller work-groups only.

#include "opencl/kernel_builder.h"

#include <vector>

#include "forms/form.h"
#include "model/stages.h"
#include "opencl/build_options.h"
#include "opencl/launches.h"
#include "planning/request.h"
#include "schedule/times.h"
#include "templates/expand.h"

namespace eulerc {
namespace {

/// The fewest stops of a run for which building another kernel pays.
constexpr std::int64_t leastStops = 16;

/// Levels of the shorter launch before each stop, if a kernel for exactly that number pays for its
/// build; else 0.
Levels levelsOfRest(const Job &job, const Plan &plan) {
  const std::int64_t stops = job.interval > 0 ? job.run.steps / job.interval : 0;
  if (stops < leastStops || plan.form->withLevels == nullptr || plan.grain < plan.levelsOfStep)
    return 0;
  return Levels(job.interval * job.model.method.stages) % plan.levelsPerLaunch;
}

/// Definitions before the text of the kernels, for a fixed number of levels a launch or for any.
std::string textBefore(const Job &job, const Plan &plan) {
  const Levels built = plan.form->withLevels != nullptr ? plan.levelsPerLaunch : 0;
  return textBefore(job.model, job.grid,
                    plan.grain == plan.levelsOfStep ? Parts::Whole : partsOf(job.model, built));
}

PlanRequest requestFor(const Job &job, const Tuning &tuning, const Device &device) {
  PlanRequest request = planRequest(job.model, job.params, job.grid, device.info.limits, tuning,
                                    levelsOf(job.run, job.model));
  request.interval = job.interval * job.model.method.stages;
  request.listsEvents = job.events != nullptr;
  return request;
}

} // namespace

KernelText kernelText(const Job &job, const Tuning &tuning, const Device &device) {
  const Plan plan = plannerOf(job.model).plan(requestFor(job, tuning, device));
  requirePlan(plan);
  return {textBefore(job, plan) + withTemplates(job.model.device.kernels),
          buildOptions(job, plan, device)};
}

PlanRequest KernelBuilder::requestOf(const Job &job, const Tuning &tuning) const {
  return requestFor(job, tuning, device_);
}

void KernelBuilder::build(const Job &job, const Plan &plan) {
  program_.build(context_, device_, job.model.device.kernels, buildOptions(job, plan, device_),
                 textBefore(job, plan), plan.groupsPerUnit);
}

Plan KernelBuilder::prepare(const Job &job, const Tuning &tuning) {
  PlanRequest request = requestOf(job, tuning);
  Plan plan = plannerOf(job.model).plan(request);
  requirePlan(plan);
  build(job, plan);
  const std::int64_t allowed = Kernels(program_, job, plan).largestWorkGroup(device_.handle);
  if (allowed > 0 && allowed < plan.workGroupSize && !launches(job, plan)) {
    request.device.maxWorkGroupSize = allowed;
    plan = plannerOf(job.model).plan(request);
    requirePlan(plan);
    build(job, plan);
  }
  return plan;
}

/// Whether the device launches the kernels. NVIDIA's driver reports a limit of 256 work-items for
/// each kernel, but launches kernels that require 1,024.
bool KernelBuilder::launches(const Job &job, const Plan &plan) {
  try {
    const cl::Buffer nothing(context_, CL_MEM_READ_WRITE, 64);
    const std::vector<std::byte> constants =
        job.constants(job.layout(plan.arrangement, plan.alignment), plan.alignment);
    Kernels kernels(program_, job, plan);
    kernels.setArguments(context_, queue_, {nothing, nothing},
                         std::vector<cl::Buffer>(job.fields.size() + job.data.size() + 2, nothing),
                         constants, 1);
    launchOnNoPoints(plan, queue_, kernels, constants);
    return true;
  } catch (const cl::Error &) {
    return false;
  }
}

void KernelBuilder::prepareRest(const Job &job, const Plan &plan, Kernels &kernels) {
  const Levels levels = levelsOfRest(job, plan);
  if (levels == 0)
    return;
  const Plan rest = plan.form->withLevels(plan, levels);
  program_.build(context_, device_, job.model.device.kernels, buildOptions(job, rest, device_),
                 textBefore(job.model, job.grid, Parts::Whole), rest.groupsPerUnit);
  kernels.setRest(levels, program_.kernel(rest.kernel));
  build(job, plan);
}

void KernelBuilder::prepareAll(const Job &job, const Tuning &tuning) {
  const Plan plan = prepare(job, tuning);
  Kernels kernels(program_, job, plan);
  if (!launches(job, plan))
    throw Error(Error::Kind::Run, "the device does not launch the kernels");
  prepareRest(job, plan, kernels);
}

} // namespace eulerc
