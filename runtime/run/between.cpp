// What is due within the steps of a run whose steps are as long as their error allows: it is shown
// the state as it is interpolated there, so that no step ends earlier for it.
//
//   step from 0.3 to 0.7, output each 0.25 → showAt(0.5) → observers → the step's end again
#include "run/solver_impl.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "base/parallel.h"
#include "run/job_of_run.h"
#include "schedule/times.h"

namespace eulerc {

const HostArray &Solver::Impl::shownState() {
  if (between)
    return between->y;
  ensureState();
  return y;
}

double Solver::Impl::nextOutput() const {
  double next = std::numeric_limits<double>::infinity();
  for (const Observing &each : observing)
    next = std::min(next, each.dueAt);
  return next;
}

/// Of a step that was accepted: keeps the state before it, if something is due before its end.
void Solver::Impl::keepForOutput(const Run &step, bool isHere) {
  interpolant.reset();
  looked.reset();
  if (nextOutput() >= step.to)
    return;
  looked = step;
  stateBefore.allocate(y.bytes(), y.room());
  if (isHere)
    std::memcpy(stateBefore.data(), before.data(), static_cast<std::size_t>(y.bytes()));
  else
    withJob(step, false, [&](const Job &job) { stepper->saveBefore(job, stateBefore); });
}

/// From now on callers see the state at a time within the last step.
void Solver::Impl::showAt(double time) {
  finishSteps();
  if (!interpolant)
    withJob(*looked, false, [&](const Job &job) { interpolant.emplace(job, stateBefore); });
  between.emplace();
  between->time = time;
  between->y.allocate(y.bytes());
  interpolant->at(time, between->y, chooseThreads(threads, components()));
}

/// The run goes on from the state that is shown, at its time: a callback replaces it.
void Solver::Impl::goOnFromShown() {
  if (!between)
    return;
  std::memcpy(y.data(), between->y.data(), static_cast<std::size_t>(y.bytes()));
  current = onHost = true;
  held = false;
  if (begun) {
    if (!begun->amid) // the step has met the end of its stride
      begun->done--;
    begun->amid = between->time;
    stats.run = pieceOf(begun->run, 0, begun->done);
  }
  between.reset();
}

/// Calls who is due within the last step, in the order of their times. False: the run is no longer
/// there.
bool Solver::Impl::callBetween() {
  while (looked && !isStopping && nextOutput() < begun->time()) {
    const double now = nextOutput();
    showAt(now);
    for (std::size_t k = 0; k < observing.size() && between; k++) {
      if (observing[k].dueAt != now)
        continue;
      observing[k].dueAt = observing[k].times->after(now);
      const std::shared_ptr<Observer> observer = observing[k].observer;
      observer->take(moment());
      if (!begun)
        return false;
    }
    between.reset();
  }
  return true;
}

} // namespace eulerc
