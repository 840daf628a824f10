// The tuner: which tuning a run of scheme `auto` takes, from the model, an earlier run, or
// measured.
//
//   Tuning tuning = tuner.start(job, request, "H200, driver 550", stats.tuning);   // build this
//   one
//   if (tuner.measures())
//     tuning = tuner.measure(job, costs, measurer, stats.tuning);
//
// A backend has one; it remembers from run to run, and in the tuning cache from process to process.
#pragma once

#include <string>

#include "backend/backend.h"
#include "base/user_cache.h"
#include "tuning/cache.h"
#include "tuning/choose.h"

namespace eulerc {

class Tuner {
public:
  explicit Tuner(std::string cachePath = inUserCache("tuning.json"))
      : cache_(std::move(cachePath)) {}

  /// The tuning to build first: what was asked for, remembered, or the model's choice. `place`
  /// names the device and all that its speed depends on.
  Tuning start(const Job &job, const PlanRequest &request, const std::string &place,
               TuningStats &stats);

  /// Whether measuring may find a better one.
  bool measures() const { return measures_; }

  /// What start() chose from.
  const Candidates &candidates() const { return candidates_; }

  /// Measures the candidates of start() and remembers the fastest.
  Tuning measure(const Job &job, const TuningCosts &costs, Measurer &measurer, TuningStats &stats);

private:
  TuningCache cache_;
  Candidates candidates_;
  PlanRequest request_;
  std::string key_;
  double budget_ = 0; ///< seconds that the model grants
  bool measures_ = false;
};

/// Names what a choice depends on: "H200, driver 550, 132 units; string 9f3c…; float; 2^20".
std::string tuningKey(const Model &model, const PlanRequest &request,
                      const std::string &buildOptions, const std::string &place);

} // namespace eulerc
