// Sets the arguments of kernels, once for a run and for each launch (kernels.h).

#include "opencl/kernels.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include <fmt/format.h>

#include "opencl/status.h"
#include "schedule/times.h"

namespace eulerc {

Kernels::Kernels(const Program &program, const Job &job, const Plan &plan)
    : job_(&job), plan_(&plan), lists_(job.events != nullptr) {
  for (int k = 0; k < (swaps() ? 2 : 1); k++)
    kernels_.push_back(program.kernel(plan.kernel));
  for (int k = 0; k < 2 && splits(); k++)
    kernels_.push_back(program.kernel(plan.endsKernel));
  if (hasRest())
    kernels_.push_back(program.kernel(form().restKernel));
}

void Kernels::goOn(const Program &program, const Job &job) {
  job_ = &job;
  kernels_.resize((swaps() ? 2 : 1) + (splits() ? 2 : 0));
  if (!hasRest())
    return;
  const bool isRest = plan_->levels % plan_->levelsPerLaunch == restLevels_;
  kernels_.push_back(isRest ? rest_ : program.kernel(form().restKernel));
}

void Kernels::setRest(Levels levels, const cl::Kernel &kernel) {
  restLevels_ = levels;
  rest_ = kernel;
}

bool Kernels::writes(std::int64_t launch, const cl::Buffer &buffer) const {
  return !swaps() || buffers_[1 - copyBefore(launch)]() == buffer();
}

std::size_t Kernels::copyBefore(std::int64_t launch) const {
  return static_cast<std::size_t>((takesTiling() ? launch : swapsBefore(job_->model, launch)) % 2);
}

std::int64_t Kernels::largestWorkGroup(const cl::Device &device) const {
  std::size_t largest = SIZE_MAX;
  for (const cl::Kernel &kernel : kernels_)
    largest = std::min(largest, checked([&] {
                         return kernel.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(device);
                       }));
  return static_cast<std::int64_t>(largest);
}

void Kernels::setArguments(const cl::Context &context, const cl::CommandQueue &queue,
                           const std::array<cl::Buffer, 2> &buffers,
                           const std::vector<cl::Buffer> &fields,
                           const std::vector<std::byte> &constants, std::int64_t timed) {
  buffers_ = buffers;
  for (std::size_t k = 0; k < kernels_.size(); k++) {
    const bool isLast = k >= 2 && k + 1 == kernels_.size() && hasRest();
    const std::size_t from = isLast ? static_cast<std::size_t>((plan_->launches - 1) % 2) : k % 2;
    kernels_[k].setArg(0, buffers[from]);
    kernels_[k].setArg(1, buffers[1 - from]);
    if (readsOther())
      kernels_[k].setArg(2, buffers[1 - from]);
    const cl_uint first = readsOther() ? 3 : 2;
    for (cl_uint f = 0; first + f < argument(0); f++)
      kernels_[k].setArg(first + f, fields[f]);
  }
  setConstants(constants);
  if (!takesTiling()) {
    for (cl::Kernel &kernel : kernels_) {
      setLevelTimes(kernel, 0);
      setReal(kernel, argument(2), job_->run.dt);
      kernel.setArg(argument(3), firstLevelOf(job_->run, job_->model));
    }
    return;
  }
  const Tiling tiling = this->tiling();
  setTimes(context, job_->model.stencil.usesTime ? timed : 1);
  for (cl::Kernel &kernel : kernels_) {
    kernel.setArg(argument(1), times_);
    setReal(kernel, argument(2), job_->run.dt);
    setReal(kernel, argument(3), lengthOfStep(job_->run, job_->run.steps - 1));
    kernel.setArg(argument(4), sizeof tiling, &tiling);
  }
  if (const std::int64_t bytes = memoryOf(*plan_).scratchBytes; bytes > 0)
    setScratch(context, bytes);
  if (form().copies == Copies::OfRounds)
    setArrived(context, queue);
}

Tiling Kernels::tiling() const {
  Tiling tiling = form().tiling(*plan_);
  tiling.before = firstLevelOf(job_->run, job_->model);
  return tiling;
}

/// Makes the buffer with the times of all levels. If steps read no time, it has one value and is
/// made once.
void Kernels::setTimes(const cl::Context &context, std::int64_t levels) {
  if (!job_->model.stencil.usesTime && times_() != nullptr)
    return;
  const std::vector<std::byte> times = timesOfLevels(job_->run, job_->model, levels);
  // A write through the queue would wait for earlier launches.
  times_ = cl::Buffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, times.size(),
                      const_cast<std::byte *>(times.data()));
}

void Kernels::setScratch(const cl::Context &context, std::int64_t bytes) {
  if (scratch_() == nullptr)
    scratch_ = cl::Buffer(context, CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS,
                          static_cast<std::size_t>(plan_->workGroups * bytes));
  const std::int64_t values = bytes / job_->realSize();
  for (cl::Kernel &kernel : kernels_) {
    kernel.setArg(argument(6), scratch_);
    kernel.setArg(argument(7), values);
  }
}

/// Makes the counters of the barrier between rounds: work-groups that have arrived, and work-groups
/// that gave up waiting. They count on from piece to piece.
void Kernels::setArrived(const cl::Context &context, const cl::CommandQueue &queue) {
  if (scratch_() == nullptr) {
    scratch_ = cl::Buffer(context, CL_MEM_READ_WRITE, sizeof(Arrived));
    const Arrived none = {};
    queue.enqueueWriteBuffer(scratch_, CL_TRUE, 0, sizeof none, &none);
  }
  for (cl::Kernel &kernel : kernels_)
    kernel.setArg(argument(6), scratch_);
}

void Kernels::requireMet(const cl::CommandQueue &queue) const {
  if (kernels_.empty() || form().copies != Copies::OfRounds)
    return;
  Arrived arrived = {};
  queue.enqueueReadBuffer(scratch_, CL_TRUE, 0, sizeof arrived, &arrived);
  if (arrived.gaveUp > 0)
    throw Error(Error::Kind::Run,
                fmt::format("the device did not run all work-groups of a launch at the same time: "
                            "another program keeps it busy; take another --linear-form or "
                            "--tile-form than {}",
                            plan_->name()));
}

void Kernels::setConstants(const std::vector<std::byte> &constants) {
  for (cl::Kernel &kernel : kernels_)
    kernel.setArg(argument(0), constants.size(), constants.data());
}

void Kernels::setTiles(const LaunchPart &part) {
  Tiling tiling = this->tiling();
  tiling.tiles = part.groups.end;
  if (part.band > 0) {
    tiling.tallBoxes = 1;
    tiling.box[0] = part.before;
    tiling.lowBox = part.band;
  }
  for (cl::Kernel &kernel : kernels_)
    kernel.setArg(argument(4), sizeof tiling, &tiling);
}

std::vector<cl::Kernel *> Kernels::forLaunch(std::int64_t launch) {
  const bool isOther = hasRest() && launch + 1 == plan_->launches;
  const std::size_t direction = swaps() ? copyBefore(launch) : 0;
  cl::Kernel &kernel = isOther ? kernels_.back() : kernels_[direction];
  std::vector<cl::Kernel *> all = {&kernel};
  if (splits() && !isOther)
    all.push_back(&kernels_[2 + direction]);
  if (takesTiling()) {
    for (cl::Kernel *each : all)
      each->setArg(argument(5), launch);
    return all;
  }
  if (job_->model.stencil.usesTime)
    setLevelTimes(kernel, launch);
  const double length = lengthOfStep(job_->run, launch / job_->model.method.stages);
  if (length != job_->run.dt)
    setReal(kernel, argument(2), length);
  if (job_->model.method.stages > 1 || job_->model.stencil.usesStep || lists())
    kernel.setArg(argument(3), firstLevelOf(job_->run, job_->model) + launch);
  return all;
}

/// Sets the times of a level and of the next one: eulerc_times of templates/language/moments.h.
void Kernels::setLevelTimes(cl::Kernel &kernel, std::int64_t level) const {
  const double now = timeOfLevel(job_->run, job_->model, level),
               next = timeOfLevel(job_->run, job_->model, level + 1);
  if (job_->model.program.precision == Precision::Double)
    kernel.setArg(argument(1), std::array{now, next});
  else
    kernel.setArg(argument(1), std::array{static_cast<float>(now), static_cast<float>(next)});
}

void Kernels::setReal(cl::Kernel &kernel, cl_uint index, double value) const {
  if (job_->model.program.precision == Precision::Double)
    kernel.setArg(index, value);
  else
    kernel.setArg(index, static_cast<float>(value));
}

} // namespace eulerc
