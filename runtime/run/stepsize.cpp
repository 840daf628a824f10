// How long steps may be, as a Solver sees to it (stepsize/): before a run that is long enough for
// an estimate, and when it is asked.
#include "run/solver_impl.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "base/refuse.h"
#include "model/stages.h"
#include "run/job_of_run.h"
#include "schedule/times.h"
#include "state/state.h"
#include "stepsize/spectrum.h"
#include "stepsize/stability.h"

namespace eulerc {
namespace {

/// Of the largest value in a run, that is worth a look.
constexpr double muchGrowth = 1e6;

} // namespace

std::optional<Estimate> Solver::Impl::spectrumOf(const Run &run, const void *state) {
  const Stopwatch watch;
  const auto found =
      withJob(run, false, [&](const Job &job) { return estimateSpectrum(job, state); });
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

std::optional<Estimate> Solver::Impl::currentSpectrum() {
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
  if (model.method.stageLevels == 0)
    return;
  dropStepper();
  stages.emplace(model, count);
  model = stages->of(model);
}

/// As many as the steps of a run need, where nobody has said how many.
void Solver::Impl::chooseStages(const Run &run) {
  if (model.method.stageLevels == 0 || askedStages > 0 || run.steps == 0 || chosenFor == run.dt)
    return;
  const std::optional<Estimate> found = currentSpectrum();
  const int count = found ? fewestStages(model, *found, run.dt) : usualStages;
  if (count != stages->count())
    takeStages(count);
  chosenFor = run.dt;
}

void Solver::useStages(int count) {
  if (impl_->model.method.name == std::string_view("map"))
    refuse("maps (next) alone have no stages; leave --stages out");
  if (impl_->model.method.stageLevels == 0)
    refuse(fmt::format("the number of stages is the method's, {}; only rkl2 leaves it open "
                       "(eulerc --method=rkl2)",
                       impl_->model.method.name));
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
    if (const auto rest = copyTo({start.data(), y.bytes() / model.program.stateCount}).rest)
      rest();
    estimateSeconds += copying.seconds();
    spectrum = spectrumOf(run, start.data());
  }
  if (!spectrum)
    return;
  stats.estimate += std::exchange(estimateSeconds, 0);
  const double limit = stabilityLimit(model, *spectrum);
  if (spectrum->spectrum.isKnown && std::isfinite(limit)) {
    stats.spectrum = spectrum->spectrum;
    stats.stabilityLimit = limit;
  }
  if (const std::string text = unstableText(model, *spectrum, run); note && !text.empty()) {
    note(text);
    begun->isToldOfGrowth = true;
  }
}

/// Where the run began, if that state can be had still.
std::optional<Estimate> Solver::Impl::startEstimate() {
  if (!mayEstimate(begun->run, availableHostMemory()))
    return std::nullopt;
  const Run start = pieceOf(begun->run, 0, begun->run.steps);
  if (!begun->fromInitial)
    return good.done >= 0 ? spectrumOf(start, good.y.data()) : std::nullopt;
  HostArray initial;
  initial.allocate(y.bytes(), y.room());
  computeInitial(model, params.values(), fields.pointers(), initial,
                 chooseThreads(threads, components()));
  return spectrumOf(start, initial.data());
}

// ---- growth -------------------------------------------------------------------------------------

/// The largest |value| of the user's states.
double Solver::Impl::largestValue() {
  if (held && !onHost) {
    finishSteps();
    return withJob(stats.run, false, [&](const Job &job) { return stepper->largest(job); });
  }
  const std::int64_t n = components();
  Places inFile;
  inFile.fileRow = inFile.pitch = inFile.plane = inFile.values = n;
  return eulerc::largestValue(model.program.precision, inFile, y.data(), chooseThreads(threads, n));
}

/// Says once in a run if values have become a million times as large as they were: steps that are
/// too long let something grow before it overflows.
void Solver::Impl::noteGrowth() {
  if (control || !note || begun->isToldOfGrowth || begun->done == 0 || largestAtStart < 0)
    return;
  const auto isMuch = [&](double largest) {
    return largest >= muchGrowth * (largestAtStart > 0 ? largestAtStart : 1);
  };
  double largest = largestValue();
  if (isMuch(largest) && held && !onHost) { // beside the states there may be other values
    save();
    largest = largestValue();
  }
  if (!isMuch(largest))
    return;
  begun->isToldOfGrowth = true;
  if (const std::string text = growthText(largest); !text.empty())
    note(text);
}

/// "" where what happens from the start on may well have led so far.
std::string Solver::Impl::growthText(double largest) {
  constexpr double share = 0.8; // of a logarithm: rates are those of the start
  const std::optional<Estimate> found = startEstimate();
  const double duration = begun->time() - timeOfStep(begun->run, 0);
  const double added = found ? found->rate * duration : 0;
  const double before = std::max(largestAtStart, added);
  if (largest < muchGrowth * before)
    return "";
  const std::string why = found ? unstableText(model, *found, begun->run) : "";
  if (why.empty() && found && found->hull.growth() * duration > share * std::log(largest / before))
    return "";
  return fmt::format("values have grown from {:.3g} to {:.3g}: {}", largestAtStart, largest,
                     why.empty() ? "dt may be too large" : why);
}

/// What is wrong with the steps of a run that has failed, or "". The state is lost then.
std::string Solver::Impl::whyTooLong(const Run &run) {
  constexpr double much = 1.05;
  const std::optional<Estimate> start = startEstimate();
  std::string text = start ? unstableText(model, *start, begun->run) : "";
  if (!start || good.done <= 0 || !mayEstimate(begun->run, availableHostMemory()))
    return text;
  const double t = timeOfStep(begun->run, good.done);
  const std::optional<Estimate> later =
      spectrumOf({t, run.dt, 1, run.dt, t + run.dt}, good.y.data());
  if (!later || !later->spectrum.isKnown || later->spectrum.radius < much * start->spectrum.radius)
    return text;
  if (text.empty() && unstableText(model, *later, begun->run).empty())
    return "";
  const std::string changed =
      fmt::format("ρ depends on the state, and has grown from {:.3g} to {:.3g} by t = {:.4g}",
                  start->spectrum.radius, later->spectrum.radius, t);
  return text.empty() ? changed : text + "; " + changed;
}

double Solver::stableStep() {
  if (!Amplification(impl_->model).isKnown())
    throw Error(Error::Kind::Run,
                fmt::format("how long steps of a map (next) may be cannot be told, and {} has one; "
                            "give a dt",
                            impl_->model.source));
  const std::optional<Estimate> spectrum = impl_->currentSpectrum();
  if (!spectrum)
    throw Error(Error::Kind::Run,
                "how long steps may be cannot be told here: the right-hand side has no finite "
                "derivatives at the current state, or is too long a program; give a dt");
  return eulerc::stableStep(impl_->model, *spectrum);
}

} // namespace eulerc
