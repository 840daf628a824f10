// How long steps may be, as a Solver sees to it (stepsize/): before a run that is long enough for
// an estimate, and when it is asked.
#include "solver_impl.h"

#include <fmt/format.h>

#include "job_of_run.h"
#include "memory.h"
#include "refuse.h"
#include "stages.h"
#include "stepsize/spectrum.h"
#include "stepsize/stability.h"

namespace eulerc {

std::optional<Spectrum> Solver::Impl::spectrumOf(const Run &run, const void *state) {
  const Stopwatch watch;
  const Stages few(model, leastStages);
  const auto found = withJobOf(model.stageLevels > 0 ? few.of(model) : model, run, false,
                               [&](const Job &job) { return estimateSpectrum(job, state); });
  estimateSeconds += watch.seconds();
  return found;
}

bool Solver::Impl::paysForSpectrum(const Run &run) {
  constexpr double share = 0.01; // of a run, whose time the model may expect to be twice as long
  const double expected = stats.tuning.time.expected * static_cast<double>(run.steps);
  return mayEstimate(run, availableHostMemory() / 2) && withJob(run, false, [&](const Job &job) {
           return secondsOfEstimate(job) < share * expected;
         });
}

/// Whether an estimate takes less memory than that, with a copy of the state that it is made from.
bool Solver::Impl::mayEstimate(const Run &run, std::int64_t bytes) {
  return withJob(run, false,
                 [&](const Job &job) { return plus(bytesOfEstimate(job), y.bytes()) < bytes; });
}

std::optional<Spectrum> Solver::Impl::currentSpectrum() {
  checkProblem();
  prepareFields();
  ensureState();
  if (!spectrum)
    spectrum = spectrumOf({time(), 1, 1, 1, time() + 1}, y.data());
  return spectrum;
}

// ---- stages, where their number can be chosen -------------------------------------------------

/// The stepper has to go: it knows the stages before.
void Solver::Impl::takeStages(int count) {
  if (model.stageLevels == 0)
    return;
  dropStepper();
  stages.emplace(model, count);
  model = stages->of(model);
}

/// As many as the steps of a run need, where nobody has said how many.
void Solver::Impl::chooseStages(const Run &run) {
  if (model.stageLevels == 0 || askedStages > 0 || run.steps == 0 || chosenFor == run.dt)
    return;
  const std::optional<Spectrum> found = currentSpectrum();
  const int count = found ? fewestStages(model, *found, run.dt) : usualStages;
  if (count != stages->count())
    takeStages(count);
  chosenFor = run.dt;
}

void Solver::useStages(int count) {
  if (impl_->model.method == std::string_view("map"))
    refuse("maps (next) alone have no stages; leave --stages out");
  if (impl_->model.stageLevels == 0)
    refuse(fmt::format("the number of stages is the method's, {}; only rkl2 leaves it open "
                       "(eulerc --method=rkl2)",
                       impl_->model.method));
  if (count != 0 && (count < leastStages || count > mostStages))
    refuse(
        fmt::format("a step of rkl2 has {} to {} stages, not {}", leastStages, mostStages, count));
  impl_->askedStages = count;
  impl_->chosenFor = 0;
  impl_->takeStages(count > 0 ? count : usualStages);
}

const std::optional<StepControl> &Solver::control() const { return impl_->control; }

int Solver::stages() const { return impl_->askedStages; }

// ---- steps --------------------------------------------------------------------------------------

/// Notes what is wrong with the steps of a run, whose state the stepper holds.
void Solver::Impl::checkStep(const Run &run) {
  constexpr std::int64_t fewest = 100; // steps that take longer than an estimate
  if (!spectrum && run.steps > fewest && paysForSpectrum(run)) {
    const Stopwatch copying;
    HostArray start;
    start.allocate(y.bytes());
    if (const auto rest = copyTo({start.data(), y.bytes() / model.stateCount}).rest)
      rest();
    estimateSeconds += copying.seconds();
    spectrum = spectrumOf(run, start.data());
  }
  if (!spectrum)
    return;
  stats.estimate += std::exchange(estimateSeconds, 0);
  stats.spectrum = *spectrum;
  stats.stabilityLimit = stabilityLimit(model, *spectrum);
  if (const std::string text = unstableText(model, *spectrum, run); note && !text.empty())
    note(text);
}

/// What is wrong with the steps of a run that has failed, or "". The state is lost then.
std::string Solver::Impl::whyTooLong(const Run &run) {
  Spectrum found = stats.spectrum; // at the beginning, if it was estimated
  if (found.radius == 0 && (begun->fromInitial || good.done >= 0)) {
    if (begun->fromInitial)
      computeInitialState();
    if (mayEstimate(begun->run, availableHostMemory()))
      found = spectrumOf(run, begun->fromInitial ? y.data() : good.y.data()).value_or(found);
  }
  return found.radius > 0 ? unstableText(model, found, begun->run) : "";
}

double Solver::stableStep() {
  if (!Amplification(impl_->model).isKnown())
    throw Error(Error::Kind::Run,
                fmt::format("how long steps of a map (next) may be cannot be told, and {} has one; "
                            "give a dt",
                            impl_->model.source));
  const std::optional<Spectrum> spectrum = impl_->currentSpectrum();
  if (!spectrum)
    throw Error(Error::Kind::Run,
                "how long steps may be cannot be told here: near the current state the right-hand "
                "side changes nothing, or is not finite; give a dt");
  return eulerc::stableStep(impl_->model, *spectrum);
}

} // namespace eulerc
