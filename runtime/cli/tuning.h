// How `auto` chose, in words: what it chose from, and how it used the device.
//
//   RunRecord → "tuning: measured 2 of 3 candidates in 0.1 s; took diamond, …\n"
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <eulerc/model.h>
#include <eulerc/solver.h>

#include "backend/record.h"

namespace eulerc {

/// What a run had to do in a second (planning/least_work.h), over what the device does in a second.
/// Nothing: a rate or a count is not known.
struct Utilisation {
  std::optional<double> memory, arithmetic, launches;
};

Utilisation utilisationOf(const RunRecord &stats);

/// Of the device, or of the processor that ran, where the run was long enough to measure that.
DeviceRates ratesOf(const RunRecord &stats);

/// What `auto` may choose from, unmeasured.
std::vector<TuningStats::Trial> expectedTrials(const Model &model, const PlanRequest &request);

/// A line for each, with the rates expected and measured.
std::string candidatesText(const std::vector<TuningStats::Trial> &tried, std::int64_t components);

/// For the progress line: "  tries overlapped streaming, 4 steps a launch, …", or "".
std::string tryingText(const TuningStats &tuning);

/// What the first step waits for: "builds kernels of 3 ways to run", or "".
std::string waitingText(const TuningStats &tuning);

/// A line about the choice, nothing when a scheme was named; with `explain` all candidates and the
/// utilisation as well.
std::string tuningText(const RunRecord &stats, bool explain);

} // namespace eulerc
