// Changes of the tuning during a run on OpenCL: the operations that trials use (OpenCL::Trial), and
// the launches of a piece.
//
//   tuner_.advance(piece, trial) → switchTo(streaming tiles of 4 steps) → measure(12 steps) →
//   switchTo(…) …

#include "opencl/opencl_stepper.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/stopwatch.h"
#include "host/event_notes.h"
#include "opencl/status.h"
#include "planning/code_size.h"
#include "planning/request.h"
#include "schedule/times.h"

namespace eulerc {
namespace {

/// Whether the launches of a piece overwrite the state that the piece starts from.
bool spoilsItsStart(const Plan &planned, const Job &piece) {
  const Plan plan = withLevels(planned, levelsOf(piece.run, piece.model));
  return plan.form->copies != Copies::OfLaunches || plan.launches > 1;
}

} // namespace

/// Builds the run's own kernels first: later they would wait for a background build. With build
/// processes, the builds begin before there is a state.
void OpenCL::Trial::beginBuilds(const std::vector<Tuning> &others) {
  checked([&] {
    backend_.running_.finish(backend_.queue_, stats_);
    if (backend_.state_->isHeld())
      backend_.state_->buildKernels(job_);
  });
  BuildsBeside &builds = backend_.builds_;
  builds.latest =
      BackgroundBuilds(backend_.device_, whole(job_), others, builds.processes, 1, true);
}

Trials::State OpenCL::Trial::readiness(int other, double secondsLeft) {
  constexpr double fewOfRest = 0.03;
  const double alwaysSoon = backend_.device_.info.limits.isCpu ? 1 : 0.1; // s; more on busy cores
  const BackgroundBuilds::Build build = backend_.builds_.latest[static_cast<std::size_t>(other)];
  if (build.state == BackgroundBuilds::State::Waiting)
    return Trials::State::Waiting;
  const bool isKept = build.again < std::max(alwaysSoon, fewOfRest * secondsLeft);
  return build.state == BackgroundBuilds::State::Built && isKept ? Trials::State::Ready
                                                                 : Trials::State::Failed;
}

bool OpenCL::Trial::switchTo(const Job &piece, const Tuning &tuning) {
  const Tuning before = backend_.tuning_;
  const Stopwatch watch;
  backend_.builder_->preferText(true);
  bool isThere = true;
  try {
    checked([&] { backend_.enterWay(whole(piece), tuning, y_, stats_); });
  } catch (const Error &) {
    isThere = false;
    checked([&] { backend_.enterWay(whole(piece), before, y_, stats_); });
  }
  stats_.tuning.seconds += watch.seconds();
  return isThere;
}

std::optional<double> OpenCL::Trial::measure(const Job &piece, bool isNew) {
  const double before = stats_.seconds;
  std::optional<cl::Buffer> start;
  try {
    return checked([&] {
      backend_.slabRows_->finish();
      if (isNew && spoilsItsStart(backend_.ready_.plan, piece))
        start = backend_.state_->copyOfFirst();
      backend_.launch(piece, stats_, false);
      backend_.finish(stats_);
      return stats_.seconds - before;
    });
  } catch (const Error &) {
    if (!isNew)
      throw;
    backend_.running_ = {};
    if (start)
      checked([&] { backend_.state_->restoreFirst(*start); });
    return std::nullopt;
  }
}

void OpenCL::Trial::take(const Job &piece) {
  checked([&] { backend_.launch(piece, stats_, true); });
}

/// The job with the steps of the whole run: tunings are planned for these.
Job OpenCL::Trial::whole(const Job &piece) const {
  Job job = piece;
  job.run.steps = backend_.plannedSteps_;
  return job;
}

/// Changes to another tuning, with the current state.
void OpenCL::enterWay(const Job &job, const Tuning &tuning, HostArray &y, RunRecord &stats) {
  finish(stats);
  running_.overlap = {};
  running_.readers.finish();
  changeLayout(job, builder_->prepare(job, tuning), y, stats);
  makeReady(job, tuning, ready_);
  builder_->prepareRest(job, ready_.plan, ready_.kernels);
  tuning_ = tuning;
  stats.setPlan(ready_.plan);
}

/// Converts the state to the layout of a plan, on the device if possible, else on the host.
void OpenCL::changeLayout(const Job &job, const Plan &plan, HostArray &y, RunRecord &stats) {
  const Places places = placesOf(job, plan);
  if (places == state_->places() || state_->convert(job, places))
    return;
  save(job, y);
  state_->upload(job, places, y, stats);
}

void OpenCL::launch(const Job &job, RunRecord &stats, bool isToExchange) {
  const auto launchOnce = [&] {
    prepareLaunches(job, isToExchange);
    launchAll(job, ready_.plan, queue_, ready_.kernels, running_, stats,
              job.model.stencil.readsGlobals || gathers(job)
                  ? BeforeLaunch([&](std::int64_t launch) { beginLevel(job, launch); })
                  : BeforeLaunch());
  };
  if (job.events != nullptr && ready_.kernels.lists()) {
    const auto hits = listed_->eventsOf(state_->first(), job.model.program.precision, [&] {
      launchOnce();
      running_.finish(queue_, stats);
    });
    noteFound(job, valuePlaces(state_->places(), job.grid.classes), hits);
  } else {
    launchOnce();
  }
  stats.work.add(leastWork(request_, ready_.plan));
  if (lastCopy(ready_.plan, job.model) == 1)
    state_->swap();
}

void OpenCL::advance(const Job &job, HostArray &y, RunRecord &stats) {
  Trial trial(*this, y, job, stats);
  tuner_.advance(job, trial, stats);
  if (tuner_.isOver())
    builds_ = {};
}

} // namespace eulerc
