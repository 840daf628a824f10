// Cuts pieces of a run at the times of frames, and gives the stepper new fields (frame_steps.h).

#include "run/frame_steps.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "run/job_of_run.h"
#include "run/state_store.h"
#include "schedule/times.h"

namespace eulerc {

void FrameSteps::turnTo(double t) { store_.setup.frames.turnTo(t, slack(t)); }

void FrameSteps::areTaken() { turnsTaken_ = store_.setup.frames.turns(); }

void FrameSteps::meet(double t) {
  turnTo(t);
  const std::int64_t turns = store_.setup.frames.turns();
  if (!store_.held || std::exchange(turnsTaken_, turns) == turns)
    return;
  const std::optional<BegunRun> &begun = store_.begun;
  const Run rest = begun ? pieceOf(begun->run, begun->done, begun->left()) : store_.stats.run;
  const bool isTaken =
      store_.withJob(rest, false, [&](const Job &job) { return store_.stepper->takeFields(job); });
  if (!isTaken)
    store_.load(rest, true, false);
}

/// The slack of times: a frame counts as reached by a step that begins there up to rounding. 0 with
/// step control, where steps begin at any time.
double FrameSteps::slack(double t) const {
  constexpr double most = 1e-3; // of a step
  if (store_.setup.control || !store_.begun)
    return 0;
  const double dt = store_.begun->run.dt;
  return std::min(most * dt, store_.setup.frames.rounding() * std::max(std::abs(t), dt));
}

/// The number of steps, from step `done` of a piece on, that read the current frames.
std::int64_t FrameSteps::stepsUntilNext(const Run &piece, std::int64_t done) const {
  const std::int64_t left = piece.steps - done;
  const double until = store_.setup.frames.until(), next = until - slack(until);
  const double steps = std::ceil((next - timeOfStep(piece, done)) / piece.dt);
  if (!(steps < static_cast<double>(left)))
    return left;
  auto count = std::max<std::int64_t>(1, static_cast<std::int64_t>(steps));
  while (count > 1 && timeOfStep(piece, done + count - 1) >= next)
    count--;
  while (count < left && timeOfStep(piece, done + count) < next)
    count++;
  return count;
}

void FrameSteps::advance(const Run &piece, bool told) {
  for (std::int64_t done = 0; store_.held && done < piece.steps;) {
    meet(timeOfStep(piece, done));
    const std::int64_t steps = stepsUntilNext(piece, done);
    store_.withJob(pieceOf(piece, done, steps), told, [&](Job job) {
      if (job.progress && done > 0)
        job.progress = [tell = job.progress, done](std::int64_t more) { tell(done + more); };
      store_.stepper->advance(job, store_.y, store_.stats);
    });
    done += steps;
  }
}

} // namespace eulerc
