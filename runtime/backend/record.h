// RunRecord: RunStats and what is not part of the public interface: the plan of the run, and how it
// was chosen.
//
//   const RunRecord &record = recordOf(solver);   record.plan, record.tuning.tried
#pragma once

#include <string>
#include <vector>

#include <eulerc/solver.h>

#include "base/pieces.h"
#include "planning/least_work.h"

namespace eulerc {

/// TuningStats: how the plan of a run was chosen, and the candidates that were measured.
struct TuningStats {
  /// Asked: the user named a scheme. Model: chosen by the model of the run time, without measuring.
  /// Remembered: measured by an earlier run. Measured: measured by this run.
  enum class Origin { Asked, Model, Remembered, Measured };
  struct Trial {
    Plan plan;
    double expected = 0, measured = 0; ///< seconds of a step; 0: not measured
  };
  Origin origin = Origin::Asked;
  double seconds = 0;       ///< of choosing, with all builds but the first
  std::vector<Trial> tried; ///< the model's choice first
  int best = 0;             ///< index of the plan that ran at the end
  int building = 0;         ///< number of candidates that are being built, during or before the run
  int trying = -1;          ///< index of the plan that is being tried; -1: none
  double expected = 0;      ///< seconds of a step of the plan that ran, by the model
};

struct RunRecord : RunStats {
  Plan plan; ///< on hosts its kernel and its work-groups have no meaning
  TuningStats tuning;
  bool isCpu = true;     ///< the device is a processor
  bool isDouble = false; ///< the program's precision
  std::string assumed;   ///< what plans assume of the device; "": nothing
  Work work; ///< bytes and operations of the steps, by the plans that took them; not for slabs

  /// Where the state stays in parts elsewhere: calls use() with the pieces of a state, one after
  /// another. Else empty.
  std::function<void(std::int64_t state, const UsePiece &use)> pieces;

  void setPlan(const Plan &ran) {
    plan = ran;
    scheme = ran.scheme();
    form = ran.name();
  }
};

/// Valid because every Solver's RunStats is a RunRecord.
inline const RunRecord &recordOf(const Solver &solver) {
  return static_cast<const RunRecord &>(solver.stats());
}

} // namespace eulerc
