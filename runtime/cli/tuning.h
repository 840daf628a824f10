// Texts about the choice of `auto`: its candidates, and the utilisation of the device.
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

/// The least work of a run in a second (planning/least_work.h) over the rates of the device.
/// nullopt: a rate or a count is not known.
struct Utilisation {
  std::optional<double> memory, arithmetic, launches;
};

Utilisation utilisationOf(const RunRecord &stats);

/// The rates of the device; or of the processor, measured now if the run was long enough to justify
/// it.
DeviceRates ratesOf(const RunRecord &stats);

/// The candidates of `auto`, with expected times only.
std::vector<TuningStats::Trial> expectedTrials(const Model &model, const PlanRequest &request);

/// A line for each candidate, with expected and measured rates.
std::string candidatesText(const std::vector<TuningStats::Trial> &tried, std::int64_t components);

/// For the progress line: "  tries overlapped streaming, 4 steps a launch, …", or "".
std::string tryingText(const TuningStats &tuning);

/// The reason why the first step waits: "builds kernels of 3 ways to run", or "".
std::string waitingText(const TuningStats &tuning);

/// A line about the choice; "" if the user named a scheme. With `explain` also all candidates and
/// the utilisation.
std::string tuningText(const RunRecord &stats, bool explain);

} // namespace eulerc
