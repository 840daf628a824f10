// Enqueues the launches of a run in batches, in parts for slabs, and measures their time
// (launches.h).

#include "opencl/launches.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace eulerc {
namespace {

// Waiting for every launch costs ten times as much as an empty launch; never waiting lets the queue
// grow without bound. So launches are enqueued in batches, and the host waits for a batch only
// after it has enqueued the next one: the device is never idle.
constexpr std::int64_t firstBatch = 16;
constexpr std::int64_t largestBatch = 8192;
constexpr double shortBatch = 0.05; // seconds; shorter ones are doubled
constexpr double longBatch = 0.2; // seconds; longer ones are halved: progress is reported per batch
// The host does not wait for pieces of fewer launches: it computes monitors and launches more
// meanwhile.
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
  /// The first and the last event of the piece.
  Running::Piece piece() const { return {first_, last_}; }

  void enqueueBatch(std::int64_t begin, std::int64_t end) {
    for (std::int64_t k = begin; k < end; k++)
      enqueue(k, k + 1 == end);
    queue_.flush();
  }

  /// Enqueues the part of the first launch that no exchange touches.
  void begin() {
    std::vector<LaunchedKernel> inner = kernelsOf(0);
    if (parts_.size() < 2 || !beginsEarly(*running_.overlap.slab, 0))
      return;
    awaitLooks(0);
    std::erase_if(inner, [](const LaunchedKernel &each) { return each.isExchanged; });
    inner.front().isNoted = true;
    running_.queues.enqueue(queue_, plan_, kernels_, inner, LaunchQueues::Which::First);
    running_.overlap.begun = inner.front().done;
  }

private:
  void awaitLooks(std::int64_t k) {
    running_.readers.await(queue_,
                           [&](const cl::Buffer &copy) { return kernels_.writes(k, copy); });
  }

  /// Enqueues launch k. `isNoted`: its end is kept in `last_`.
  void enqueue(std::int64_t k, bool isNoted) {
    Overlap &overlap = running_.overlap;
    const bool isBegun = k == 0 && overlap.begun() != nullptr;
    std::vector<LaunchedKernel> launched = kernelsOf(k);
    if (isBegun)
      std::erase_if(launched, [](const LaunchedKernel &each) { return !each.isExchanged; });
    else
      awaitLooks(k);
    const bool isOne = launched.size() == 1 && !isBegun;
    launched.front().isNoted |= k == 0 || (isOne && isNoted);
    running_.queues.enqueue(queue_, plan_, kernels_, launched,
                            isBegun ? LaunchQueues::Which::Rest : LaunchQueues::Which::All);
    if (k == 0)
      first_ = isBegun ? std::exchange(overlap.begun, {}) : launched.front().done;
    if (isNoted && isOne)
      last_ = launched.front().done;
    else if (isNoted)
      running_.queues.await(queue_, &last_);
    overlap.received.clear();
    if (k + 1 == plan_.launches && overlap.slab)
      noteComputed(launched);
  }

  /// Notes the events after which rows may be read for an exchange: the parts of this launch that
  /// compute exchanged rows, or the whole launch.
  void noteComputed(const std::vector<LaunchedKernel> &launched) {
    Overlap &overlap = running_.overlap;
    if (!overlap.slab->isLastInParts)
      overlap.computed.push_back(last_);
    for (const LaunchedKernel &each : launched)
      if (overlap.slab->isLastInParts && each.isExchanged)
        overlap.computed.push_back(each.done);
  }

  /// The kernels of launch k, one for each part. The first launch of a piece waits for rows of
  /// other slabs; other slabs wait for rows of the last one.
  std::vector<LaunchedKernel> kernelsOf(std::int64_t k) {
    const std::vector<cl::Kernel *> kernels = kernels_.forLaunch(k);
    const Overlap &overlap = running_.overlap;
    if (overlap.owned.begin < overlap.owned.end)
      return {{kernels.front(), overlap.owned.end - overlap.owned.begin, overlap.owned.begin}};
    parts_ = overlap.slab ? partsOfLaunch(plan_, *overlap.slab, k) : std::vector<LaunchPart>();
    if (parts_.empty()) {
      std::vector<LaunchedKernel> whole = wholeLaunch(plan_, kernels);
      for (LaunchedKernel &each : whole)
        each.after = overlap.received;
      return whole;
    }
    const bool isEarly = parts_.size() > 1 && beginsEarly(*overlap.slab, k);
    std::vector<LaunchedKernel> launched;
    for (const LaunchPart &part : parts_)
      for (LaunchedKernel &each : wholeLaunch(plan_, kernels)) {
        const bool isShared = each.kernel != kernels.front() && plan_.endsGroups > 0;
        const std::int64_t groups = part.groups.end - part.groups.begin;
        each.workGroups = isShared ? each.workGroups : std::min(each.workGroups, groups);
        each.first = part.groups.begin;
        each.part = plan_.form->tiling != nullptr ? &part : nullptr;
        each.isExchanged = each.isNoted = part.isExchanged;
        each.isInOrder = overlap.isInOrder;
        if (k == 0 && (part.isExchanged || !isEarly))
          each.after = overlap.received;
        launched.push_back(each);
      }
    return launched;
  }

  const Plan &plan_;
  cl::CommandQueue &queue_;
  Kernels &kernels_;
  Running &running_;
  std::vector<LaunchPart> parts_; ///< of the latest launch
  cl::Event first_;
  cl::Event last_;
};

/// Runs all launches. `before` is called before each launch; if it is empty, launches go in
/// batches.
void runBatches(const Job &job, const Plan &plan, Launcher &launcher, const BeforeLaunch &before) {
  for (std::int64_t k = 0; before && k < plan.launches; k++) {
    before(k);
    launcher.enqueueBatch(k, k + 1);
  }
  std::int64_t enqueued = before ? plan.launches : 0;
  std::int64_t batch = firstBatch;
  Stopwatch sinceWait;
  while (enqueued < plan.launches) {
    const std::int64_t done = enqueued; // launches that are done after the wait below
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

/// Seconds from the start of a piece's first launch to the end of its last one; nullopt if they are
/// unknown or do not fit in the run's `ofRun` seconds. With a copy in another queue, NVIDIA's
/// driver sometimes has no times of finished launches, or an end before the start (H200, cubes of
/// 512 points). That is no error.
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

std::vector<LaunchedKernel> wholeLaunch(const Plan &plan,
                                        const std::vector<cl::Kernel *> &kernels) {
  std::vector<LaunchedKernel> launched;
  for (cl::Kernel *kernel : kernels) {
    const bool isOfEnds = kernel != kernels.front() && plan.endsGroups > 0;
    launched.push_back({kernel, isOfEnds ? plan.endsGroups : plan.workGroups});
  }
  return launched;
}

void LaunchQueues::enqueue(cl::CommandQueue &queue, const Plan &plan, Kernels &kernels,
                           std::vector<LaunchedKernel> &launched, Which which) {
  const bool isOne = launched.size() == 1 && which == Which::All;
  const bool isPart = launched.front().part != nullptr;
  if (which != Which::Rest) {
    await(queue, isOne ? nullptr : &before_);
    used_ = 0;
  }
  for (LaunchedKernel &each : launched) {
    const bool isFirst = used_ == 0 || each.isInOrder;
    cl::CommandQueue &into = isFirst ? queue : beside(queue, used_ - 1);
    if (!isFirst)
      each.after.push_back(before_);
    // Work-groups of a started kernel occupy the device until its last one. If the inner part began
    // first, the second border would wait for all of it, and the exchange for the border.
    if (used_ > 1 && !each.isExchanged && launched[1].isExchanged)
      each.after.push_back(launched.front().done);
    if (isPart)
      kernels.setTiles(*each.part);
    into.enqueueNDRangeKernel(*each.kernel,
                              each.first == 0 ? cl::NullRange : globalSize(plan, each.first),
                              globalSize(plan, each.workGroups), localSize(plan),
                              each.after.empty() ? nullptr : &each.after,
                              each.isNoted || !isFirst ? &each.done : nullptr);
    if (!isOne)
      into.flush();
    if (!isFirst)
      besideDone_.push_back(each.done);
    used_ += each.isInOrder ? 0 : 1;
  }
  if (isPart)
    kernels.setTiles({{0, plan.form->tiling(plan).tiles}});
}

cl::CommandQueue &LaunchQueues::beside(const cl::CommandQueue &queue, std::size_t number) {
  while (beside_.size() <= number)
    beside_.emplace_back(queue.getInfo<CL_QUEUE_CONTEXT>(), queue.getInfo<CL_QUEUE_DEVICE>());
  return beside_[number];
}

void LaunchQueues::await(cl::CommandQueue &queue, cl::Event *event) {
  if (!besideDone_.empty() || event)
    queue.enqueueBarrierWithWaitList(besideDone_.empty() ? nullptr : &besideDone_, event);
  besideDone_.clear();
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

void launchBeginning(const Plan &plan, cl::CommandQueue &queue, Kernels &kernels,
                     Running &running) {
  Launcher(plan, queue, kernels, running).begin();
}

void launchAll(const Job &job, const Plan &plan, cl::CommandQueue &queue, Kernels &kernels,
               Running &running, RunRecord &stats, const BeforeLaunch &before) {
  running.overlap.computed.clear();
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
