// Threads that build kernels during a run (background_builds.h).

#include "opencl/background_builds.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <numeric>
#include <system_error>
#include <thread>
#include <utility>

#include "base/stopwatch.h"
#include "opencl/kernel_builder.h"
#include "opencl/status.h"

namespace eulerc {
namespace {

std::atomic<int> busyThreads = 0;

/// Waits for builds in progress when the process ends: its exit destroys static objects of the
/// driver. The length of each build is bounded (planning/code_size.h).
void waitAtExit() {
  while (busyThreads > 0)
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
}

/// Counts a thread as busy in a driver during its lifetime.
class Busy {
public:
  Busy() { busyThreads++; }
  ~Busy() { busyThreads--; }
  Busy(const Busy &) = delete;
  Busy &operator=(const Busy &) = delete;
};

/// The context and queue in which a thread builds.
struct Place {
  explicit Place(const Device &device) : context(device.handle), queue(context, device.handle) {}
  cl::Context context;
  cl::CommandQueue queue;
};

} // namespace

/// A job that owns everything that it refers to, except values of fields and data, which builds do
/// not need.
struct OwnedJob {
  explicit OwnedJob(const Job &from)
      : model(from.model), params(from.params), grid(from.grid), tuning(from.tuning),
        buildOptions(from.buildOptions), job{model,
                                             params,
                                             grid,
                                             from.fileRow,
                                             from.components,
                                             from.points,
                                             from.fields,
                                             from.fieldRevisions,
                                             from.data,
                                             from.fieldBytes,
                                             from.run,
                                             from.threads,
                                             tuning,
                                             buildOptions,
                                             {},
                                             {},
                                             Measuring::Never,
                                             from.savedStates,
                                             from.oneByOne,
                                             from.interval} {}
  OwnedJob(const OwnedJob &) = delete;
  OwnedJob &operator=(const OwnedJob &) = delete;

  Model model;
  std::vector<ParamValue> params;
  Grid grid;
  Tuning tuning;
  std::string buildOptions;
  Job job;
};

struct BackgroundBuilds::Work {
  Work(const Device &on, const Job &of, std::vector<Tuning> asked,
       std::shared_ptr<BuildProcesses> in, bool inTurn)
      : device(on), processes(std::move(in)), owned(of), tunings(std::move(asked)),
        builds(tunings.size()), allowed(inTurn && processes->count() == 0 ? 1 : tunings.size()) {
    std::iota(order.begin(), order.end(), 0);
    if (processes->count() > 1)
      std::ranges::stable_partition(order, [&](std::size_t k) {
        return tunings[k].groupsPerUnit == owned.tuning.groupsPerUnit;
      });
  }

  const Device device;
  const std::shared_ptr<BuildProcesses> processes;
  const OwnedJob owned;
  const std::vector<Tuning> tunings;
  /// The order of the builds: those with a register limit come last. They start from the binary
  /// without the limit; at the same time as that build, the text would be built twice.
  std::vector<std::size_t> order = std::vector<std::size_t>(tunings.size());
  std::mutex mutex; ///< guards the members below
  std::condition_variable changed;
  std::vector<Build> builds;
  std::size_t next = 0, allowed; ///< builds that have begun, and that may begin
  bool isLeft = false;           ///< the owner is gone: no further build is needed

  int waiting() const {
    int count = 0;
    for (const Build &build : builds)
      count += build.state == State::Waiting ? 1 : 0;
    return count;
  }
  void settle(std::size_t number, const Build &build) {
    {
      const std::lock_guard lock(mutex);
      builds[number] = build;
    }
    changed.notify_all();
  }
  std::optional<std::size_t> take() {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return next < allowed || next == tunings.size() || isLeft; });
    return next < tunings.size() && !isLeft ? std::optional(order[next++]) : std::nullopt;
  }
  void leave() {
    {
      const std::lock_guard lock(mutex);
      isLeft = true;
    }
    changed.notify_all();
  }
  /// Builds all kernels of a tuning and launches them on no points. Returns the seconds.
  double buildOnce(const cl::Context &context, const cl::CommandQueue &queue, const Tuning &tuning,
                   BuildProcesses *first) const {
    const Stopwatch watch;
    KernelBuilder builder(context, queue, device);
    builder.preferText(true);
    builder.buildFirstIn(first);
    builder.prepareAll(owned.job, tuning);
    return watch.seconds();
  }
  /// Builds a tuning twice, to know the time of a repeated build. A process builds first, before
  /// this thread makes its context: that takes as long as a short build.
  Build build(const Tuning &tuning, std::optional<Place> &place) const {
    Build made;
    const Busy busy;
    try {
      if (processes->count() > 0) {
        const KernelText kernels = kernelText(owned.job, tuning, device);
        processes->build(kernels.text, kernels.options);
      }
      if (!place)
        place.emplace(device);
      const auto &[context, queue] = *place;
      made.seconds = buildOnce(context, queue, tuning, processes.get());
      made.again = buildOnce(context, queue, tuning, nullptr);
      made.state = State::Built;
      return made;
    } catch (const cl::Error &error) {
      made = {State::Failed, 0, 0, openClError(error).what()};
    } catch (const std::exception &error) {
      made = {State::Failed, 0, 0, error.what()};
    }
    place.reset(); // the next build gets a new context
    return made;
  }
  void work() {
    std::optional<Place> place;
    while (const auto number = take())
      settle(*number, build(tunings[*number], place));
  }
};

BackgroundBuilds::BackgroundBuilds(const Device &device, const Job &job,
                                   std::vector<Tuning> tunings,
                                   std::shared_ptr<BuildProcesses> processes, int threads,
                                   bool inTurn)
    : work_(std::make_shared<Work>(device, job, std::move(tunings), std::move(processes), inTurn)) {
  static const bool isTold = std::atexit(waitAtExit) == 0;
  static_cast<void>(isTold);
  const int inProcesses = work_->processes->count();
  const int count = inProcesses > 0 ? inProcesses : threads;
  for (int k = 0; k < count; k++)
    try {
      std::thread([work = work_] { work->work(); }).detach();
    } catch (const std::system_error &) { // no thread, no build
      const std::lock_guard lock(work_->mutex);
      work_->next = k == 0 ? work_->tunings.size() : work_->next;
    }
}

BackgroundBuilds &BackgroundBuilds::operator=(BackgroundBuilds &&other) noexcept {
  if (work_)
    work_->leave();
  work_ = std::move(other.work_);
  return *this;
}

BackgroundBuilds::~BackgroundBuilds() {
  if (work_)
    work_->leave();
}

BackgroundBuilds::Build BackgroundBuilds::operator[](std::size_t number) const {
  const std::lock_guard lock(work_->mutex);
  Build &build = work_->builds[number];
  build.isSeen = build.state != State::Waiting;
  return build;
}

void BackgroundBuilds::goOn() const {
  if (!work_) // there are no builds
    return;
  {
    const std::lock_guard lock(work_->mutex);
    if (work_->next == work_->allowed && work_->next > 0 &&
        work_->builds[work_->order[work_->next - 1]].isSeen)
      work_->allowed++;
  }
  work_->changed.notify_all();
}

int BackgroundBuilds::waiting() const {
  const std::lock_guard lock(work_->mutex);
  return work_->waiting();
}

void BackgroundBuilds::wait(double seconds) const {
  std::unique_lock lock(work_->mutex);
  work_->changed.wait_for(lock, std::chrono::duration<double>(seconds),
                          [&] { return work_->waiting() == 0; });
}

bool isDriverBusy() { return busyThreads > 0; }

} // namespace eulerc
