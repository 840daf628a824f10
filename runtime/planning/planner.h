// Planner: the functions that plan a run. A model may name others than the runtime's: the seam of
// tests.
#pragma once

#include "forms/shapes.h"
#include "planning/candidate_list.h"
#include <eulerc/model.h>

namespace eulerc {

struct Planner {
  Plan (*plan)(const PlanRequest &request) = planScheme;
  Candidates (*candidates)(const PlanRequest &request) = candidatesOf;
  Candidates (*neighbours)(const PlanRequest &request, const Candidates &known,
                           const std::vector<double> &seconds, bool isThorough) = withNeighbours;
  double (*secondsOfStep)(const PlanRequest &request, const Plan &plan) = eulerc::secondsOfStep;
  /// Seconds of a trial on the run's own steps, however short the run is; below 0: as usual.
  double trialSeconds = -1;
};

/// How a device takes steps, as a model expects.
struct Pace {
  std::int64_t steps = 1; ///< of a launch, at least 1
  double seconds = 0;     ///< of a step of a GPU; of processors 0
  double ofLaunch = 0;    ///< seconds of a launch, which may be a stage; of processors 0
  std::int64_t cores = 1; ///< of processors
  bool leavesOld = false; ///< rows of a ghost zone that are of no use any more are not computed
};

inline const Planner &plannerOf(const Model &model) {
  static const Planner own;
  return model.planner != nullptr ? *model.planner : own;
}

} // namespace eulerc
