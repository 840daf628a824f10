#include "opencl/launches.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace eulerc {
namespace {

// Waiting for every launch costs ten times what an empty launch does; never waiting lets the queue
// grow without bound. So launches go out in batches, and the host waits for a batch only when
// another one is behind it: the device never runs dry.
constexpr std::int64_t firstBatch = 16;
constexpr std::int64_t largestBatch = 8192;
constexpr double shortBatch = 0.05; // seconds; shorter ones are doubled
constexpr double longBatch = 0.2; // seconds; longer ones are halved: progress is reported per batch
// Pieces of fewer launches run on while the host looks at what a monitor needs and launches more.
constexpr std::int64_t shortPiece = 128;

std::int64_t nextBatch(std::int64_t batch, double seconds) {
  if (seconds < shortBatch)
    return std::min(2 * batch, largestBatch);
  return seconds > longBatch ? std::max<std::int64_t>(batch / 2, 1) : batch;
}

class Launcher {
public:
  Launcher(const Plan &plan, cl::CommandQueue &queue, Kernels &kernels, Running &running)
      : plan_(plan), queue_(queue), kernels_(kernels), running_(running) {}

  /// Event of the latest batch's last launch.
  const cl::Event &last() const { return last_; }
  /// The whole piece.
  Running::Piece piece() const { return {first_, last_}; }

  void enqueueBatch(std::int64_t begin, std::int64_t end) {
    for (std::int64_t k = begin; k < end; k++)
      enqueue(k, k == 0 ? &first_ : nullptr, k + 1 == end ? &last_ : nullptr);
    queue_.flush();
  }

private:
  /// The events of a launch's kernels, where these are asked for.
  void enqueue(std::int64_t k, cl::Event *first, cl::Event *last) {
    running_.looks.await(queue_, [&](const cl::Buffer &copy) { return kernels_.writes(k, copy); });
    running_.queues.enqueue(queue_, plan_, kernels_.forLaunch(k), first, last);
  }

  const Plan &plan_;
  cl::CommandQueue &queue_;
  Kernels &kernels_;
  Running &running_;
  cl::Event first_;
  cl::Event last_;
};

/// `before`: what is to be done before each launch; empty: nothing, and many go out at once.
void runBatches(const Job &job, const Plan &plan, Launcher &launcher, const BeforeLaunch &before) {
  for (std::int64_t k = 0; before && k < plan.launches; k++) {
    before(k);
    launcher.enqueueBatch(k, k + 1);
  }
  std::int64_t enqueued = before ? plan.launches : 0;
  std::int64_t batch = firstBatch;
  Stopwatch sinceWait;
  while (enqueued < plan.launches) {
    const std::int64_t done = enqueued; // once the batch before this one is waited for
    const cl::Event latest = launcher.last();
    const std::int64_t end = std::min(enqueued + batch, plan.launches);
    launcher.enqueueBatch(enqueued, end);
    enqueued = end;
    if (done == 0)
      continue;
    latest.wait();
    batch = nextBatch(batch, sinceWait.seconds());
    sinceWait = Stopwatch();
    if (job.progress)
      job.progress(
          std::min(done * plan.levelsPerLaunch.count / job.model.method.stages, job.run.steps));
  }
}

/// From the start of a piece's first launch to the end of its last one, of a run of so many
/// seconds. NVIDIA's driver now and then has no times of launches that are over, beside a copy in
/// another queue, or gives an end before the start (H200, cubes of 512 points); that ends no run.
std::optional<double> secondsOnDevice(const Running::Piece &piece, double ofRun) {
  try {
    const cl_ulong begin = piece.first.getProfilingInfo<CL_PROFILING_COMMAND_START>();
    const cl_ulong end = piece.last.getProfilingInfo<CL_PROFILING_COMMAND_END>();
    const double seconds = 1e-9 * (static_cast<double>(end) - static_cast<double>(begin));
    return seconds >= 0 && seconds <= ofRun ? std::optional(seconds) : std::nullopt;
  } catch (const cl::Error &) {
    return std::nullopt;
  }
}

} // namespace

void LaunchQueues::enqueue(cl::CommandQueue &queue, const Plan &plan,
                           const std::vector<cl::Kernel *> &kernels, cl::Event *first,
                           cl::Event *last) {
  const auto enqueueIn = [&](cl::CommandQueue &into, const cl::Kernel &kernel, std::int64_t groups,
                             const std::vector<cl::Event> *after, cl::Event *event) {
    into.enqueueNDRangeKernel(kernel, cl::NullRange, globalSize(plan, groups), localSize(plan),
                              after, event);
  };
  if (kernels.size() == 1) {
    await(queue);
    enqueueIn(queue, *kernels.front(), plan.workGroups, nullptr, last ? last : first);
    if (first && last)
      *first = *last;
    return;
  }
  if (beside_() == nullptr)
    beside_ = cl::CommandQueue(queue.getInfo<CL_QUEUE_CONTEXT>(), queue.getInfo<CL_QUEUE_DEVICE>());
  cl::Event before;
  await(queue, &before);
  enqueueIn(queue, *kernels[0], plan.workGroups, nullptr, first);
  queue.flush();
  const std::vector<cl::Event> after = {before};
  const std::int64_t groups = plan.endsGroups > 0 ? plan.endsGroups : plan.workGroups;
  enqueueIn(beside_, *kernels[1], groups, &after, &besideDone_);
  beside_.flush();
  if (last)
    await(queue, last);
}

void LaunchQueues::await(cl::CommandQueue &queue, cl::Event *event) {
  const std::vector<cl::Event> done = {besideDone_};
  const bool isBusy = besideDone_() != nullptr;
  if (isBusy || event)
    queue.enqueueBarrierWithWaitList(isBusy ? &done : nullptr, event);
  besideDone_ = cl::Event();
}

void launchOnNoPoints(const Plan &plan, const cl::CommandQueue &queue, Kernels &kernels,
                      const std::vector<std::byte> &constants) {
  std::vector<std::byte> nothing = constants;
  reinterpret_cast<ConstantsHead *>(nothing.data())->points = 0;
  kernels.setConstants(nothing);
  for (cl::Kernel *kernel : kernels.forLaunch(0))
    queue.enqueueNDRangeKernel(*kernel, cl::NullRange, globalSize(plan, plan.workGroups),
                               localSize(plan));
  queue.finish();
  kernels.setConstants(constants);
}

void Running::finish(cl::CommandQueue &queue, RunRecord &stats) {
  if (!since)
    return;
  const std::vector<Piece> done = std::exchange(pieces, {});
  const Stopwatch watch = *std::exchange(since, std::nullopt);
  queue.finish();
  const double seconds = watch.seconds();
  stats.seconds += seconds;
  for (const Piece &piece : done)
    stats.deviceSeconds +=
        secondsOnDevice(piece, seconds).value_or(seconds / static_cast<double>(done.size()));
}

void launchAll(const Job &job, const Plan &plan, cl::CommandQueue &queue, Kernels &kernels,
               Running &running, RunRecord &stats, const BeforeLaunch &before) {
  Launcher launcher(plan, queue, kernels, running);
  if (job.progress)
    job.progress(0);
  if (!running.since)
    running.since.emplace();
  try {
    runBatches(job, plan, launcher, before);
  } catch (...) {
    clFinish(queue()); // whatever it says: the first failure is the one to report
    throw;
  }
  running.pieces.push_back(launcher.piece());
  if (plan.launches >= shortPiece)
    running.finish(queue, stats);
}

} // namespace eulerc
