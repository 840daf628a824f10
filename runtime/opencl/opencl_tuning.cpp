// Builds and measurements of the OpenCL backend before the first step: the long build of a tuning
// that the user named, and the candidates of --tune.
//
//   --tune → candidates with short builds → measure → neighbours of the fastest → … → the tuning
#include "opencl/opencl_stepper.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/stopwatch.h"
#include "opencl/status.h"
#include "planning/code_size.h"
#include "planning/request.h"

namespace eulerc {
namespace {

/// Candidates are measured with the state of the run if uploading takes at most so many seconds.
/// With zeros or NaN as values a device may take longer.
constexpr double soonUploaded = 0.3;

/// In --tune, no build begins that is expected to end after so many seconds.
constexpr double mostTuning = 8;

/// Whether other processes build. Their contexts need room on the device, which a large run lacks.
bool buildsElsewhere(const Tuner &tuner, const Job &job, const Device &device) {
  const std::int64_t state = times(times(job.components, job.realSize()), 2);
  return tuner.buildsMuch(job) && plus(state, job.allFieldBytes()) < device.info.globalMemory / 2;
}

} // namespace

/// Builds kernels in the background, and reports progress until they are built or `most` seconds
/// have passed.
void OpenCL::waitForBuilds(const Job &job, const std::vector<Tuning> &tunings, double most,
                           int threads, RunRecord &stats) {
  constexpr double look = 0.1;
  builds_.latest = BackgroundBuilds(device_, job, tunings, builds_.processes, threads);
  builder_->preferText(true);
  const Stopwatch waiting;
  while (builds_.latest.waiting() > 0 && waiting.seconds() < most) {
    stats.tuning.building = builds_.latest.waiting();
    if (job.progress)
      job.progress(0);
    builds_.latest.wait(look);
  }
  stats.tuning.building = 0;
}

/// Starts the build processes. A tuning that the user named is built even if its code is long,
/// within a limit of seconds.
void OpenCL::beginBuilds(const Job &job, const PlanRequest &request, const Tuning &tuning,
                         RunRecord &stats) {
  builds_ = {{}, std::make_shared<BuildProcesses>(device_, buildsElsewhere(tuner_, job, device_))};
  const double longest = device_.info.limits.isCpu ? 600 : 120; // s
  const Plan plan = planOf(job.model, request, tuning);
  if (!plan.isPossible() || isSoonBuilt(request, plan))
    return;
  const double code = codeOf(request, plan);
  if (code > mostCode && job.note)
    job.note(fmt::format(
        "the kernels of {} {} have some {:.0f} operations, and auto takes ways of {:.0f} at most: "
        "their build is given {:.0f} s",
        plan.scheme(), plan.name(), code, mostCode, longest));
  const Stopwatch building;
  waitForBuilds(job, {tuning}, longest, 1, stats);
  stats.build += building.seconds();
  const BackgroundBuilds::Build build = builds_.latest[0];
  if (build.state == BackgroundBuilds::State::Built)
    return;
  const std::string why = build.state == BackgroundBuilds::State::Waiting
                              ? fmt::format("not done after {:.0f} s", building.seconds())
                              : build.why;
  throw Unusable(
      fmt::format("{} does not build kernels of {:.0f} operations", device_.info.name, code),
      fmt::format("the kernels of {} {} do not build: {}; their code has some {:.0f} operations, "
                  "and auto takes ways of {:.0f} at most; fewer --tile-steps, a smaller "
                  "--vector-width or --kept make it less",
                  plan.scheme(), plan.name(), why, code, mostCode));
}

/// Builds candidates and measures them, short builds first, as long as some may be faster and time
/// suffices.
Tuning OpenCL::chooseOfAll(const Job &job, const TuningCosts &costs, RunRecord &stats,
                           DeviceMeasurer &measurer, std::vector<int> &built) {
  const int threads = std::max(device_.info.limits.isCpu ? 3 : 1, builds_.processes->count());
  const Candidates &candidates = tuner_.candidates();
  const Stopwatch choosing;
  state_->buildKernels(job); // the run would wait for a build in progress
  Tuning best = candidates.list[0].tuning;
  built = {0}; // the run's own kernels
  while (true) {
    const double left = mostTuning - choosing.seconds();
    const auto widens = [&](bool isThorough) {
      return choosing.seconds() < longTuning && tuner_.widen(job.model, isThorough);
    };
    std::vector<int> asked = tuner_.soonToMeasure(threads * left);
    if (asked.empty() && widens(false))
      continue;
    if (asked.empty())
      asked = tuner_.lateToMeasure(left);
    if (asked.empty() && widens(true))
      continue;
    if (asked.empty())
      return best;
    std::vector<int> missing = asked;
    std::erase(missing, 0);
    std::vector<Tuning> others;
    for (const int k : missing)
      others.push_back(candidates.list[k].tuning);
    waitForBuilds(job, others, left, threads, stats);
    for (std::size_t number = 0; number < missing.size(); number++)
      if (builds_.latest[number].state == BackgroundBuilds::State::Built)
        built.push_back(missing[number]);
    builds_.latest = {}; // unfinished builds would delay the measurement
    best = tuner_.measure(job, costs, measurer, stats.tuning, asked);
  }
}

/// Measures candidates and makes the fastest one ready. `uploading`: seconds of an upload of the
/// state.
void OpenCL::choose(const Job &job, const PlanRequest &request, const HostArray &y,
                    double uploading, RunRecord &stats) {
  const Stopwatch choosing;
  const auto planned = [&](const Tuning &tuning) { return planOf(job.model, request, tuning); };
  const bool isAsked = job.measuring == Measuring::Always;
  std::vector<int> built;
  DeviceMeasurer measurer(queue_, state_->copies(), device_.info.limits, planned,
                          [&](const Tuning &tuning, ReadyKernels &kernels) {
                            const int k =
                                tuner_.candidateOf(job.model, planned(tuning)).value_or(0);
                            if (isAsked && std::ranges::find(built, k) == built.end())
                              throw Error(Error::Kind::Run, "the kernels are not built");
                            makeReady(job, tuning, kernels);
                            if (uploading < soonUploaded)
                              state_->upload(job, placesOf(job, kernels.plan), y, stats);
                          });
  const TuningCosts costs = {stats.build, uploading};
  const Tuning tuning = isAsked ? chooseOfAll(job, costs, stats, measurer, built)
                                : tuner_.measure(job, costs, measurer, stats.tuning);
  builds_ = {};
  makeReady(job, tuning, ready_);
  tuning_ = tuning;
  if (!state_->isHeld() || measurer.hasRun())
    state_->upload(job, placesOf(job, ready_.plan), y, stats);
  stats.tuning.seconds = choosing.seconds();
}

} // namespace eulerc
