// How long steps may be, as a Solver sees to it (stepsize/): before a run that is long enough for
// an estimate, and when it is asked.
#include "solver_impl.h"

#include "memory.h"
#include "stepsize/spectrum.h"
#include "stepsize/stability.h"

namespace eulerc {

std::optional<Spectrum> Solver::Impl::currentSpectrum() {
  checkProblem();
  prepareFields();
  ensureState();
  if (!spectrum)
    spectrum = spectrumOf({time(), 1, 1, 1, time() + 1}, y.data());
  return spectrum;
}

/// Notes what is wrong with the steps of a run, whose state the stepper holds.
void Solver::Impl::checkStep(const Run &run) {
  constexpr std::int64_t fewest = 100; // steps that take longer than an estimate
  if (!spectrum && run.steps > fewest && paysForSpectrum(run)) {
    HostArray start;
    start.allocate(y.bytes());
    if (const auto later = copyTo(start.data()))
      later();
    spectrum = spectrumOf(run, start.data());
  }
  if (!spectrum)
    return;
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
    if (bytesOfEstimate(y.room()) < availableHostMemory())
      found = spectrumOf(run, begun->fromInitial ? y.data() : good.y.data()).value_or(found);
  }
  return found.radius > 0 ? unstableText(model, found, begun->run) : "";
}

double Solver::stableStep() {
  const std::optional<Spectrum> spectrum = impl_->currentSpectrum();
  if (!spectrum)
    throw Error(Error::Kind::Run,
                "how long steps may be cannot be told here: near the current state the right-hand "
                "side changes nothing, or is not finite; give a dt");
  return eulerc::stableStep(impl_->model, *spectrum);
}

} // namespace eulerc
