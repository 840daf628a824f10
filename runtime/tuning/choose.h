// Choosing the fastest of a few candidates by measuring them, for less time than it may cost.
//
//   4 candidates, a run of 20 s → up to 1 s of measuring → the index of the fastest
//
// Pure but for the measurer, which tests replace by one with a clock of its own.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <eulerc/solver.h>

namespace eulerc {

/// Runs that are expected to be shorter are not worth measuring anything.
constexpr double leastRunToMeasure = 1; // s
constexpr double mostTuningSeconds = 2, mostTuningShare = 0.05;

/// Seconds that may go into choosing for a run of so many; with Measuring::Always into measuring
/// each candidate, builds not included.
double tuningBudget(Measuring measuring, double runSeconds);

class Measurer {
public:
  virtual ~Measurer() = default;
  /// Seconds on a clock.
  virtual double now() = 0;
  /// Seconds of a step, found in about `atMost` seconds once all is built; nothing when the
  /// candidate cannot run here.
  virtual std::optional<double> secondsOfStep(const Candidate &candidate, double atMost) = 0;
  /// Bytes a second, read and written, at which one copy of the state is copied to the other: what
  /// memory allows a step. In about `atMost` seconds; 0 when that is not known.
  virtual double copyRate(double atMost) = 0;
};

/// What else choosing costs.
struct TuningCosts {
  double build = 0;   ///< seconds to build a candidate; the first one is built already
  double restore = 0; ///< seconds to bring the initial state back
};

struct Chosen {
  int best = 0;                               ///< index of the candidate
  std::vector<std::optional<double>> seconds; ///< of a step of each, if it was measured
  bool complete = true;                       ///< else the budget was too small for some
  double budget = 0;                          ///< seconds
  double copyRate = 0;                        ///< bytes a second, if measured
  int measured() const;                       ///< how many
};

Chosen chooseByMeasuring(const Candidates &candidates, std::int64_t steps, Measuring measuring,
                         const TuningCosts &costs, Measurer &measurer);

} // namespace eulerc
