// Takes shorter steps on the host (shorter_step.h).

#include "run/shorter_step.h"

#include <cstring>

#include "run/job_of_run.h"
#include "schedule/times.h"

namespace eulerc {

void ShorterStep::keep() {
  store_.ensureState();
  const std::int64_t bytes = store_.travellingBytes(); // with what the method keeps between steps
  start_.allocate(bytes);
  std::memcpy(start_.data(), store_.y.data(), static_cast<std::size_t>(bytes));
  from_ = store_.begun->time();
  isKept_ = true;
}

bool ShorterStep::isAhead(double time) const {
  const auto done = static_cast<double>(store_.begun->done);
  const double step = stepAt(store_.begun->run, time);
  return !setup_.control && step > done && step < done + 1;
}

bool ShorterStep::isBehind(double time) const {
  return isKept_ && time < store_.begun->time() &&
         stepAt(store_.begun->run, time) < static_cast<double>(store_.begun->done);
}

void ShorterStep::showAt(double time) {
  const double length = time - from_;
  const Run step{
      .from = from_, .dt = length, .steps = 1, .lastStep = length, .to = time, .isExact = true};
  BetweenSteps shown;
  shown.time = time;
  shown.y.allocate(store_.y.bytes(), store_.y.room());
  std::memcpy(shown.y.data(), start_.data(), static_cast<std::size_t>(start_.bytes()));
  store_.frames.turnTo(from_);
  store_.withJob(step, false, [&](const Job &job) {
    const Job onHost = job.linearOnHost(step);
    const std::unique_ptr<Stepper> stepper = makeThreads();
    RunRecord ignored;
    stepper->load(onHost, shown.y, false, ignored);
    stepper->advance(onHost, shown.y, ignored);
    stepper->save(onHost, shown.y);
  });
  store_.between.emplace(std::move(shown));
}

} // namespace eulerc
