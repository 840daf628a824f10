// Trial steps of step control: the state before a step is kept until the step is accepted, so that
// a rejected step can be undone.
//
//   beginTrial() → advanceTrial() → errorOfTrial() → eventsOfTrial(), placeEvents() →
//   endTrial(true)
#include "host/host_stepper.h"

#include <algorithm>

#include "base/memory.h"
#include "base/parallel.h"
#include "host/event_notes.h"
#include "reduction/error.h"
#include "state/state.h"

namespace eulerc {

bool HostStepper::beginTrial(const Job &job) {
  if (trial_.room() != next_.room() && next_.room() > availableHostMemory() / 2)
    return false;
  trial_.allocate(next_.bytes(), next_.room());
  if (!trialGapsClear_)
    clearGaps(heldPlaces(job), job.realSize(), trial_.data());
  isTrial_ = trialGapsClear_ = true;
  return true;
}

void HostStepper::goOnWithTrial(const Job &job) {
  if (!isTrial_ || trialGapsClear_)
    return;
  slopeAt_.reset();
  trial_.allocate(next_.bytes(), next_.room());
  clearGaps(heldPlaces(job), job.realSize(), trial_.data());
  trialGapsClear_ = true;
}

double HostStepper::errorOfTrial(const Job &job, const StepControl &control) {
  const std::int64_t points = job.components / job.model.program.stateCount;
  return errorNorm(
      {job.model, control, points, trial_.data(), next_.data(), heldPlaces(job), job.share},
      threadsFor(job));
}

void HostStepper::saveBefore(const Job &job, HostArray &y) {
  leaveLayout(job.own(heldPlaces(job)), job.realSize(), trial_.data(), y.data(), threadsFor(job));
}

void HostStepper::endTrial(const Job &, bool isTaken) {
  isTrial_ = !isTaken;
  if (isTaken)
    return;
  next_.swap(trial_);
  slopeAt_ = slopeBefore_;
}

std::optional<std::vector<EventNote>> HostStepper::eventsOfTrial(const Job &job) {
  EventNotes notes;
  EventNotes::Reader reader(notes);
  Job noting = job;
  noting.events = &notes;
  const ValuePlaces places = valuePlaces(heldPlaces(job), job.grid.classes);
  const int threads = threadsFor(job);
  inParallel(threads, [&](int index) {
    noteChanges(noting, places, trial_.data(), next_.data(),
                cutRange(job.points, pointsPerLine(job.realSize()), threads, index), 0);
  });
  std::vector<EventNote> all = reader.takeAll();
  std::sort(all.begin(), all.end());
  return all;
}

bool HostStepper::placeEvents(const Job &job, const std::vector<EventNote> &events) {
  const ValuePlaces places = valuePlaces(heldPlaces(job), job.grid.classes);
  const std::int64_t classes = job.grid.classes;
  for (const EventNote &event : events) {
    const std::int64_t i = event.point % job.fileRow;
    const std::int64_t at = places.lead + event.state * places.array +
                            i % classes * places.residue +
                            event.point / job.fileRow * places.pitch + i / classes * places.step;
    if (job.model.program.precision == Precision::Float)
      static_cast<float *>(next_.data())[at] = static_cast<float>(event.time);
    else
      static_cast<double *>(next_.data())[at] = event.time;
  }
  return true;
}

} // namespace eulerc
