// The kernels of a run and their arguments. Constant arguments are set once, the others for each
// launch.
//
//   Kernels kernels(program, job, plan);  kernels.setArguments(...);  kernels.forLaunch(7) →
//   enqueue
//
// Arguments of linear steps: y, next (twice if levels read it), fields…, large tables, data…,
// constants, t, h, level; one kernel object for each direction between the two copies. Arguments of
// tilings: even steps, odd steps, fields…, large tables, data…, constants, times of all levels, h,
// length of the last step, eulerc_tiling, number of the launch, and room for the windows of tiles
// that keep layers in global memory; tiles that swap the copies have one object for each direction.
// Persistent forms: as tilings, with the counters of their barrier.
#pragma once

#include <array>
#include <vector>

#include "backend/backend.h"
#include "forms/form.h"
#include "opencl/bindings.h"
#include "opencl/launch_parts.h"
#include "opencl/program.h"

namespace eulerc {

class Kernels {
public:
  Kernels() = default;
  Kernels(const Program &program, const Job &job, const Plan &plan);

  /// Largest work-group that the kernel can run with on a device.
  std::int64_t largestWorkGroup(const cl::Device &device) const;

  /// Changes to another piece of the run. The plan may differ only in its steps; setArguments()
  /// must follow.
  void goOn(const Program &program, const Job &job);

  /// Replaces the job by one with the same values: the old object is about to end.
  void takeJob(const Job &job) { job_ = &job; }

  /// The kernel of a last launch that advances `levels` levels; for any other number, the kernel
  /// that skips the missing levels.
  void setRest(Levels levels, const cl::Kernel &kernel);

  /// Whether the kernels list the events of each step, in the last of `fields`.
  bool lists() const { return lists_; }

  /// Whether a launch writes a buffer of the state.
  bool writes(std::int64_t launch, const cl::Buffer &buffer) const;

  /// Sets the arguments that are constant for the run, and the arguments of launch 0. buffers[k]
  /// holds the state after steps k, k + 2, …; `fields` holds the fields, the large tables, data,
  /// and the list of events if there is one. `timed`: number of levels, from the first, that get
  /// their times; no others may be run.
  void setArguments(const cl::Context &context, const cl::CommandQueue &queue,
                    const std::array<cl::Buffer, 2> &buffers, const std::vector<cl::Buffer> &fields,
                    const std::vector<std::byte> &constants, std::int64_t timed);
  /// Sets other values for the constants block.
  void setConstants(const std::vector<std::byte> &constants);

  /// Limits the next launches to the tiles up to the last of a part (overlapped tiles only).
  void setTiles(const LaunchPart &part);

  /// Throws Run if work-groups of a persistent launch gave up waiting. All launches must be done.
  void requireMet(const cl::CommandQueue &queue) const;

  /// The kernels of a launch with their arguments: one, or two with a kernel for tiles at the ends.
  std::vector<cl::Kernel *> forLaunch(std::int64_t launch);

private:
  void setReal(cl::Kernel &kernel, cl_uint index, double value) const;
  void setLevelTimes(cl::Kernel &kernel, std::int64_t level) const;
  const Form &form() const { return *plan_->form; }
  bool swaps() const { return form().copies == Copies::OfLaunches; }
  /// Whether launches get a tiling and advance several levels; else they get one level.
  bool takesTiling() const { return form().tiling != nullptr; }
  bool hasRest() const {
    return *form().restKernel != '\0' && plan_->levels % plan_->levelsPerLaunch != 0;
  }
  /// Whether levels read some values from the copy of the state that they write.
  bool readsOther() const { return !takesTiling() && job_->model.method.readsOtherCopy; }
  /// The copy, 0 or 1, that a launch reads.
  std::size_t copyBefore(std::int64_t launch) const;
  Tiling tiling() const;
  bool splits() const { return *plan_->endsKernel != '\0'; }
  /// Index of an argument after the buffers: constants, time, length of a step, …
  cl_uint argument(cl_uint behindFields) const {
    const int tables = job_->model.host.tableValues > 0 ? 1 : 0;
    const int lists = lists_ ? 1 : 0;
    return (readsOther() ? 3 : 2) +
           static_cast<cl_uint>(job_->model.program.fieldCount + tables + job_->model.data.count +
                                lists) +
           behindFields;
  }
  /// templates/persistent/rounds.cl
  struct Arrived {
    cl_ulong all, gaveUp;
  };
  void setScratch(const cl::Context &context, std::int64_t bytes);
  void setArrived(const cl::Context &context, const cl::CommandQueue &queue);
  void setTimes(const cl::Context &context, std::int64_t levels);

  const Job *job_ = nullptr;
  const Plan *plan_ = nullptr;
  bool lists_ = false; ///< whether kernels list the events of each step
  /// One kernel, or one for each direction; as many for tiles at the ends, if there are; and the
  /// kernel of the last launch, if it differs.
  std::vector<cl::Kernel> kernels_;
  std::array<cl::Buffer, 2> buffers_;
  cl::Kernel rest_;
  Levels restLevels_;
  cl::Buffer scratch_; ///< windows of tiles in progress, or counters of the barrier
  cl::Buffer times_;   ///< of each level, for right-hand sides that use them
};

} // namespace eulerc
