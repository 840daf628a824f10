// The part of Solver that runs: it plans the length and the number of steps, and takes them.
#include <eulerc/solver.h>

#include <fmt/format.h>

#include "base/refuse.h"
#include "model/model_lists.h"
#include "model/stages.h"
#include "reduction/error.h"
#include "run/solver_impl.h"
#include "schedule/times.h"
#include "stepsize/stability.h"

namespace eulerc {

namespace {

const char *whyNoSpectrum(const Model &model) {
  if (model.traced != nullptr)
    return "the right-hand side has no finite derivatives at the current state";
  return model.stencil.usesStep ? "the derivatives of the right-hand side follow from random "
                                  "numbers, or it is too long "
                                  "a program"
                                : "the right-hand side is too long a program";
}

} // namespace

double Solver::stableStep() {
  if (!Amplification(impl_->setup.model).isKnown())
    throw Error(Error::Kind::Run,
                fmt::format("how long steps of a map (next) may be cannot be told, and {} has one; "
                            "give a dt",
                            impl_->setup.model.source));
  if (const std::string read = globalsText(impl_->setup.model); !read.empty())
    throw Error(Error::Kind::Run,
                fmt::format("how long steps may be is not known here: right-hand sides read {}, of "
                            "the whole grid, and what it changes from step to step is not looked "
                            "at; give a dt",
                            read));
  const std::optional<Estimate> spectrum = impl_->loop.sizes.currentSpectrum();
  if (!spectrum)
    throw Error(Error::Kind::Run,
                fmt::format("how long steps may be cannot be told here: {}; give a dt",
                            whyNoSpectrum(impl_->setup.model)));
  return eulerc::stableStep(impl_->setup.model, *spectrum);
}

void Solver::chooseStages(const Run &run) {
  impl_->requireIdle();
  impl_->setup.check(run);
  impl_->loop.sizes.chooseStages(run);
}

void Solver::runTo(double tEnd) {
  if (impl_->setup.control && tEnd > time()) {
    runTo(tEnd, tEnd - time());
    return;
  }
  const Timespan span = timespan();
  if (!span.hasDt)
    refuse(fmt::format("{} gives no dt; give one", impl_->setup.model.source));
  runTo(tEnd, span.dt);
}

void Solver::runTo(double tEnd, double dt) {
  Run run = planTimes(impl_->loop.startOfNext(dt), tEnd, dt);
  if (const BegunRun *before = impl_->loop.countedBy(dt)) {
    const std::int64_t done = before->run.first + before->done;
    const Run whole = planTimes(startOf(before->run), tEnd, dt);
    if (whole.steps == done + run.steps) // false if rounding differs
      run = pieceOf(whole, done, run.steps);
  }
  this->run(run);
}

void Solver::runSteps(std::int64_t steps, double dt) {
  Run run = planSteps(impl_->loop.startOfNext(dt), dt, steps);
  if (const BegunRun *before = impl_->loop.countedBy(dt)) {
    const std::int64_t done = before->run.first + before->done;
    run = pieceOf(planSteps(startOf(before->run), dt, done + steps), done, steps);
  }
  this->run(run);
}

void Solver::run(const Run &run) {
  impl_->setup.check(run);
  impl_->setup.checkProblem();
  impl_->setup.frames.check(run, timeOfStep(run, 0));
  impl_->loop.turnTo(run);
  std::optional<BegunRun> &begun = impl_->store.begun;
  const std::optional<BegunRun> before = begun;
  impl_->loop.begin(impl_->loop.counted(run));
  try {
    impl_->loop.takeSteps(run.steps);
  } catch (...) {
    if (begun && !begun->isStarted) { // refused: the time and the count of steps stay
      begun = before;
      if (begun && begun->left() > 0)
        begun->endHere();
    }
    throw;
  }
}

void Solver::begin(const Run &run) {
  impl_->setup.check(run);
  impl_->loop.turnTo(run);
  impl_->loop.begin(impl_->loop.counted(run));
}

std::int64_t Solver::stepsLeft() const {
  return impl_->store.begun ? impl_->store.begun->left() : 0;
}

void Solver::advance(std::int64_t steps) {
  impl_->requireIdle();
  if (steps < 0)
    refuse(fmt::format("the number of steps must not be negative, as {} is", steps));
  if (steps > stepsLeft())
    refuse(fmt::format("{} {} more than the {} that {} left of the run begun", steps,
                       steps == 1 ? "step is" : "steps are", stepsLeft(),
                       stepsLeft() == 1 ? "is" : "are"));
  const std::optional<BegunRun> &begun = impl_->store.begun;
  if (steps > 0 || (begun && !begun->isStarted))
    impl_->loop.takeSteps(steps);
}

const RunStats &Solver::stats() const { return impl_->store.stats; }

} // namespace eulerc
