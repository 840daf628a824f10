// RunRecord: RunStats with what users do not see: the plan of the run, and how it was chosen.
//
//   const RunRecord &record = recordOf(solver);   record.plan, record.tuning.tried
#pragma once

#include <string>
#include <vector>

#include <eulerc/solver.h>

#include "base/pieces.h"
#include "planning/least_work.h"

namespace eulerc {

/// How the scheme `auto` came to its plan.
struct TuningStats {
  /// Asked: a scheme was named. Model: a model of the run time chose, and nothing was measured.
  /// Remembered: an earlier run measured. Measured: this run did.
  enum class Origin { Asked, Model, Remembered, Measured };
  struct Trial {
    Plan plan;
    double expected = 0, measured = 0; ///< seconds of a step; 0: not measured
  };
  Origin origin = Origin::Asked;
  double seconds = 0;       ///< of choosing, all builds but the first included
  std::vector<Trial> tried; ///< the model's choice first
  int best = 0;             ///< index of the plan that ran, at the end
  int building = 0;         ///< ways that are being built, beside the run or before it
  int trying = -1;          ///< index of the plan that is being tried; -1: none
  double expected = 0;      ///< seconds of a step of the plan that ran, by the model
};

struct RunRecord : RunStats {
  Plan plan; ///< on hosts its kernel and its work-groups say nothing
  TuningStats tuning;
  bool isCpu = true;     ///< the device is a processor
  bool isDouble = false; ///< the program's precision
  std::string assumed;   ///< what plans take for granted of the device; "": nothing
  Work work; ///< what the steps had to do, by the ways that took them; of slabs it is not known

  /// Where the state stays in parts elsewhere: calls use() with one piece of a state after the
  /// other.
  std::function<void(std::int64_t state, const UsePiece &use)> pieces;

  void setPlan(const Plan &ran) {
    plan = ran;
    scheme = ran.scheme();
    form = ran.name();
  }
};

/// All statistics of a solver are records.
inline const RunRecord &recordOf(const Solver &solver) {
  return static_cast<const RunRecord &>(solver.stats());
}

} // namespace eulerc
