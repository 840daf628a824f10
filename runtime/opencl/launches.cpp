#include "opencl/launches.h"

#include <algorithm>

#include "stopwatch.h"
#include "times.h"

namespace eulerc {
namespace {

// Waiting for every launch costs ten times what an empty launch does; never waiting lets the queue
// grow without bound. So launches go out in batches, and the host waits for a batch only when
// another one is behind it: the device never runs dry.
constexpr std::int64_t firstBatch = 16;
constexpr std::int64_t largestBatch = 8192;
constexpr double shortBatch = 0.05; // seconds; shorter ones are doubled
constexpr double longBatch = 0.2; // seconds; longer ones are halved: progress is reported per batch

std::int64_t nextBatch(std::int64_t batch, double seconds) {
  if (seconds < shortBatch)
    return std::min(2 * batch, largestBatch);
  return seconds > longBatch ? std::max<std::int64_t>(batch / 2, 1) : batch;
}

class Launcher {
public:
  Launcher(const Job &job, const Plan &plan, cl::CommandQueue &queue,
           std::array<cl::Kernel, 2> &kernels)
      : job_(job), plan_(plan), queue_(queue), kernels_(kernels) {}

  /// Event of the whole run's first launch.
  const cl::Event &first() const { return first_; }
  /// Event of the latest batch's last launch.
  const cl::Event &last() const { return last_; }

  void enqueueBatch(std::int64_t begin, std::int64_t end) {
    for (std::int64_t k = begin; k < end; k++)
      enqueue(k, k == 0 ? &first_ : k + 1 == end ? &last_ : nullptr);
    if (end == 1)
      last_ = first_;
    queue_.flush();
  }

private:
  void enqueue(std::int64_t k, cl::Event *event) {
    cl::Kernel &kernel = kernels_[static_cast<std::size_t>(k % 2)];
    if (job_.model.usesTime)
      setReal(kernel, timeArgument(job_.model), job_.model.precision, timeOfStep(job_.run, k));
    if (lengthOfStep(job_.run, k) != job_.run.dt)
      setReal(kernel, lengthArgument(job_.model), job_.model.precision, lengthOfStep(job_.run, k));
    queue_.enqueueNDRangeKernel(kernel, cl::NullRange, globalSize(plan_), localSize(plan_), nullptr,
                                event);
  }

  const Job &job_;
  const Plan &plan_;
  cl::CommandQueue &queue_;
  std::array<cl::Kernel, 2> &kernels_;
  cl::Event first_;
  cl::Event last_;
};

void runBatches(const Job &job, const Plan &plan, cl::CommandQueue &queue, Launcher &launcher) {
  std::int64_t enqueued = 0;
  std::int64_t batch = firstBatch;
  Stopwatch sinceWait;
  while (enqueued < plan.launches) {
    const std::int64_t done = enqueued; // once the batch before this one is waited for
    const cl::Event before = launcher.last();
    const std::int64_t end = std::min(enqueued + batch, plan.launches);
    launcher.enqueueBatch(enqueued, end);
    enqueued = end;
    if (done == 0)
      continue;
    before.wait();
    batch = nextBatch(batch, sinceWait.seconds());
    sinceWait = Stopwatch();
    if (job.progress)
      job.progress(done * plan.stepsPerLaunch);
  }
  queue.finish();
}

} // namespace

void setReal(cl::Kernel &kernel, cl_uint index, Precision precision, double value) {
  if (precision == Precision::Double)
    kernel.setArg(index, value);
  else
    kernel.setArg(index, static_cast<float>(value));
}

void launchAll(const Job &job, const Plan &plan, cl::CommandQueue &queue,
               std::array<cl::Kernel, 2> &kernels, RunStats &stats) {
  Launcher launcher(job, plan, queue, kernels);
  const Stopwatch watch;
  try {
    runBatches(job, plan, queue, launcher);
  } catch (...) {
    clFinish(queue()); // whatever it says: the first failure is the one to report
    throw;
  }
  stats.seconds = watch.seconds();
  const cl_ulong begin = launcher.first().getProfilingInfo<CL_PROFILING_COMMAND_START>();
  const cl_ulong end = launcher.last().getProfilingInfo<CL_PROFILING_COMMAND_END>();
  stats.deviceSeconds = 1e-9 * static_cast<double>(end - begin);
}

} // namespace eulerc
