// Planner: the functions that plan a run, as pointers. Tests replace them through Model::planner.
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
  /// Seconds of a trial on the run's own steps, however short the run is; negative: the default.
  double trialSeconds = -1;
};

/// How fast a device takes steps, as a model expects.
struct Pace {
  std::int64_t steps = 1; ///< steps of a launch, at least 1
  double seconds = 0;     ///< of a step on a GPU; 0 on processors
  double ofLaunch = 0;    ///< seconds of a launch on a GPU, which may be one stage; 0 on processors
  std::int64_t cores = 1; ///< of processors
  bool leavesOld = false; ///< ghost rows that are no longer valid are not computed
};

inline const Planner &plannerOf(const Model &model) {
  static const Planner own;
  return model.planner != nullptr ? *model.planner : own;
}

} // namespace eulerc
