// How `auto` chose, in words: what it chose from, and what binds what it took.
//
//   RunRecord → "tuning: measured 2 of 3 candidates in 0.1 s; took diamond, …\n"
#pragma once

#include <string>
#include <vector>

#include <eulerc/model.h>
#include <eulerc/solver.h>

#include "backend/record.h"

namespace eulerc {

/// What a step takes at the least, by the limit that leaves it the most.
struct Limit {
  const char *name = ""; ///< "memory", "arithmetic" or "launches"
  double seconds = 0;    ///< of a step
  double share = 0;      ///< of the time that a step took
  bool measured = false; ///< by a copy of the state; else by rates of the model
};

Limit bindingLimit(const RunRecord &stats);

/// What `auto` may choose from, unmeasured.
std::vector<TuningStats::Trial> expectedTrials(const Model &model, const PlanRequest &request);

/// A line for each, with the rates expected and measured.
std::string candidatesText(const std::vector<TuningStats::Trial> &tried, std::int64_t components);

/// For the progress line: "  tries overlapped streaming, 4 steps a launch, …", or "".
std::string tryingText(const TuningStats &tuning);

/// What the first step waits for: "builds kernels of 3 ways to run", or "".
std::string waitingText(const TuningStats &tuning);

/// A line about the choice, nothing when a scheme was named; with `explain` all candidates and the
/// binding limit as well.
std::string tuningText(const RunRecord &stats, bool explain);

} // namespace eulerc
