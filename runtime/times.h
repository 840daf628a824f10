// Times of single steps of a run; planning a run is Solver::planTimes and planSteps.
#pragma once

#include <eulerc/solver.h>

namespace eulerc {

/// Time before step k, computed from k so that no error piles up.
inline double timeOfStep(const Run &run, std::int64_t k) {
  return run.from + static_cast<double>(k) * run.dt;
}

/// Length of step k.
inline double lengthOfStep(const Run &run, std::int64_t k) {
  return k + 1 == run.steps ? run.lastStep : run.dt;
}

/// Throws Usage when a run made by hand makes no sense.
void checkRun(const Run &run);

} // namespace eulerc
