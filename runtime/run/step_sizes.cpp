// Estimates spectra, chooses stages and notes unstable steps and growing values (step_sizes.h).

#include "run/step_sizes.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "model/model_lists.h"
#include "run/job_of_run.h"
#include "schedule/times.h"
#include "state/state.h"
#include "stepsize/stability.h"

namespace eulerc {
namespace {

/// Growth of the largest |value| in a run from which on it is suspect.
constexpr double suspectGrowth = 1e6;

} // namespace

StepSizes::StepSizes(Setup &setup, StateStore &store)
    : setup_(setup), store_(store), askedStages_(setup.model.method.givenStages) {
  setup.model = withError(setup.model, false);
  takeStages(askedStages_ > 0 ? askedStages_ : usualStages);
}

void StepSizes::forgetReplaced() {
  if (std::exchange(replaced_, store_.replaced) == store_.replaced)
    return;
  spectrum_.reset();
  chosenFor_ = 0;
}

void StepSizes::askForStages(int count) {
  askedStages_ = count;
  areOfUser_ = count > 0;
  chosenFor_ = 0;
  takeStages(count > 0 ? count : usualStages);
}

StepSizes::StageChoice StepSizes::choice() const {
  return {askedStages_, areOfUser_, chosenFor_, setup_.model.method.methodStages};
}

void StepSizes::restore(const StageChoice &before) {
  if (setup_.model.method.methodStages != before.count)
    takeStages(before.count);
  askedStages_ = before.asked;
  areOfUser_ = before.isOfUser;
  chosenFor_ = before.chosenFor;
}

void StepSizes::resumeStages(int count, double dt) {
  const bool isOpen = setup_.model.method.stageLevels > 0 && !areOfUser_;
  if (isOpen && count > 0 && count != setup_.model.method.methodStages)
    takeStages(count);
  keepStagesFor(count > 0 ? dt : 0);
}

void StepSizes::keepStagesFor(double dt) {
  forgetReplaced();
  chosenFor_ = dt;
}

std::optional<Estimate> StepSizes::spectrumOf(const Run &run, const void *state) {
  const Stopwatch watch;
  store_.frames.turnTo(run.from);
  const auto found =
      store_.withJob(run, false, [&](const Job &job) { return estimateSpectrum(job, state); });
  seconds_ += watch.seconds();
  return found;
}

bool StepSizes::paysForSpectrum(const Run &run) {
  constexpr double share = 0.01; // of a run; the model's expectation may be twice too long
  const double expected = store_.stats.tuning.expected * static_cast<double>(run.steps);
  return mayEstimate(run, availableHostMemory() / 2) &&
         store_.withJob(run, false,
                        [&](const Job &job) { return secondsOfEstimate(job) < share * expected; });
}

/// Whether an estimate, with a copy of its state, takes less than so many bytes of memory.
bool StepSizes::mayEstimate(const Run &run, std::int64_t bytes) {
  return store_.withJob(run, false, [&](const Job &job) {
    return plus(bytesOfEstimate(job), store_.y.bytes()) < bytes;
  });
}

std::optional<Estimate> StepSizes::currentSpectrum() {
  refuseWhileChanging(store_);
  setup_.checkProblem();
  setup_.prepareFields();
  store_.ensureState();
  forgetReplaced();
  if (!spectrum_)
    spectrum_ = spectrumOf({store_.time(), 1, 1, 1, store_.time() + 1}, store_.y.data());
  return spectrum_;
}

/// Also drops the stepper, which was built for the old number of stages.
void StepSizes::takeStages(int count) {
  if (setup_.model.method.stageLevels == 0)
    return;
  store_.dropStepper();
  stages_.emplace(setup_.model, count);
  setup_.model = stages_->of(setup_.model);
}

void StepSizes::chooseStages(const Run &run) {
  forgetReplaced();
  if (setup_.model.method.stageLevels == 0 || askedStages_ > 0 || run.steps == 0 ||
      chosenFor_ == longestStep(run))
    return;
  const std::optional<Estimate> found = currentSpectrum();
  const int count = found ? fewestStages(setup_.model, *found, longestStep(run)) : usualStages;
  if (const std::string read = globalsText(setup_.model); setup_.note && !read.empty())
    setup_.note(fmt::format("how many stages a step needs is not known, for right-hand sides read "
                            "{}, of the whole grid: it has {} (--stages)",
                            read, count));
  if (setup_.note && found && !found->spectrum.isKnown)
    setup_.note(fmt::format("how many stages a step needs is not known here: what changes fastest "
                            "does so at a rate of at most {:.3g}, and no more could be told; it "
                            "has {} (--stages)",
                            found->spectrum.radius, count));
  if (count != stages_->count())
    takeStages(count);
  if (found)
    requireStages(setup_.model, *found, run);
  keepStagesFor(longestStep(run));
}

void StepSizes::noteSkippedFrames(const Run &run) {
  if (!setup_.note || toldOfFrames_ == longestStep(run))
    return;
  for (const std::string &text :
       {setup_.frames.skippedText(run), setup_.frames.withinStepText(run)})
    if (!text.empty()) {
      toldOfFrames_ = run.dt;
      return setup_.note(text);
    }
}

/// Records an estimate in the statistics of the run.
void StepSizes::record(const Estimate &found) {
  store_.stats.estimate += std::exchange(seconds_, 0);
  const double limit = stabilityLimit(setup_.model, found);
  if (found.spectrum.isKnown && std::isfinite(limit)) {
    store_.stats.spectrum = found.spectrum;
    store_.stats.stabilityLimit = limit;
  }
}

void StepSizes::checkStep(const Run &run) {
  constexpr std::int64_t fewest = 100; // steps that take longer than an estimate
  noteSkippedFrames(run);
  forgetReplaced();
  if (!spectrum_ && run.steps > fewest && paysForSpectrum(run)) {
    const Stopwatch copying;
    HostArray start;
    start.allocate(store_.y.bytes());
    if (const auto rest =
            store_.copyTo({start.data(), store_.y.bytes() / setup_.model.program.stateCount}).rest)
      rest();
    seconds_ += copying.seconds();
    spectrum_ = spectrumOf(run, start.data());
  }
  if (!spectrum_)
    return;
  record(*spectrum_);
  if (const std::string text = unstableText(setup_.model, *spectrum_, run);
      setup_.note && !text.empty()) {
    setup_.note(text);
    store_.begun->isToldOfGrowth = true;
  }
}

/// The estimate at the beginning of the run, if that state is still available.
std::optional<Estimate> StepSizes::startEstimate() {
  if (!mayEstimate(store_.begun->run, availableHostMemory()))
    return std::nullopt;
  const Run start = pieceOf(store_.begun->run, 0, store_.begun->run.steps);
  if (!store_.begun->fromInitial)
    return store_.good.done >= 0 ? spectrumOf(start, store_.good.y.data()) : std::nullopt;
  HostArray initial;
  initial.allocate(store_.y.bytes(), store_.y.room());
  computeInitial(setup_.model, setup_.params.values(), setup_.fields.pointers(), initial,
                 chooseThreads(setup_.threads, setup_.components()));
  return spectrumOf(start, initial.data());
}

/// Unstable steps let values grow long before they overflow.
void StepSizes::noteGrowth() {
  if (setup_.control || !setup_.note || store_.begun->isToldOfGrowth || store_.begun->done == 0 ||
      largestAtStart_ < 0)
    return;
  const auto isMuch = [&](double largest) {
    return largest >= suspectGrowth * (largestAtStart_ > 0 ? largestAtStart_ : 1);
  };
  double largest = store_.largestValue();
  if (isMuch(largest) && store_.held &&
      !store_.onHost) { // the stepper may hold other values next to the states
    store_.save();
    largest = store_.largestValue();
  }
  if (!isMuch(largest))
    return;
  store_.begun->isToldOfGrowth = true;
  if (const std::string text = growthText(largest); !text.empty())
    setup_.note(text);
}

/// The text of the note; "" if the solution itself may have grown so much.
std::string StepSizes::growthText(double largest) {
  constexpr double share = 0.8; // of a logarithm: rates are known at the start only
  const std::optional<Estimate> found = startEstimate();
  if (found)
    record(*found);
  const double duration = store_.begun->time() - timeOfStep(store_.begun->run, 0);
  const double added = found ? found->rate * duration : 0;
  const double before = std::max(largestAtStart_, added);
  if (largest < suspectGrowth * before)
    return "";
  const std::string why = found ? unstableText(setup_.model, *found, store_.begun->run) : "";
  if (why.empty() && found && found->hull.growth() * duration > share * std::log(largest / before))
    return "";
  return fmt::format("values have grown from {:.3g} to {:.3g}: {}", largestAtStart_, largest,
                     why.empty() ? "dt may be too large" : why);
}

std::string StepSizes::whyTooLong(const Run &run) {
  constexpr double much = 1.05;
  const std::optional<Estimate> start = startEstimate();
  std::string text = start ? unstableText(setup_.model, *start, store_.begun->run) : "";
  if (!start || store_.good.done <= 0 || !mayEstimate(store_.begun->run, availableHostMemory()))
    return text;
  const double t = timeOfStep(store_.begun->run, store_.good.done);
  const std::optional<Estimate> later =
      spectrumOf({t, run.dt, 1, run.dt, t + run.dt}, store_.good.y.data());
  if (!later || !later->spectrum.isKnown || later->spectrum.radius < much * start->spectrum.radius)
    return text;
  if (text.empty() && unstableText(setup_.model, *later, store_.begun->run).empty())
    return "";
  const std::string changed =
      fmt::format("ρ depends on the state, and has grown from {:.3g} to {:.3g} by t = {:.4g}",
                  start->spectrum.radius, later->spectrum.radius, t);
  return text.empty() ? changed : text + "; " + changed;
}

} // namespace eulerc
