// Chooses the fastest of a few candidates by measuring them, within a share of the run's time.
//
//   4 candidates, a run of 20 s → up to 1 s of measuring → the index of the fastest
//
// The procedure is the same for all backends: each implements Measurer. Tests use a Measurer with a
// simulated clock.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <eulerc/solver.h>

#include "forms/shapes.h"

namespace eulerc {

/// Nothing is measured for runs that are expected to be shorter.
constexpr double leastRunToMeasure = 1; // s
constexpr double mostTuningSeconds = 2, mostTuningShare = 0.05;
/// Seconds of --tune after which it looks for no further candidates.
constexpr double longTuning = 5;

/// Seconds that choosing may take for a run of `runSeconds`. With Measuring::Always the seconds of
/// measuring alone, without builds.
double tuningBudget(Measuring measuring, double runSeconds);

/// Steps of a candidate's launch, and the pieces it can be cut into. Pieces take about the same
/// time each, so a measurement need not run a whole launch.
struct LaunchShape {
  std::int64_t steps = 1;
  std::int64_t pieces = 1;
};

/// The part of measuring that a backend implements: it makes candidates ready, and runs parts of
/// their launches on the real problem. A candidate that cannot run here throws an Error.
class Measurer {
public:
  virtual ~Measurer() = default;
  /// Seconds on a clock.
  virtual double now() = 0;
  /// The shape of a candidate's launches by its plan, before it is built.
  virtual LaunchShape shapeOf(const Candidate &candidate) = 0;
  /// Builds a candidate, which run() then runs. Returns its shape as built; nullopt if its launches
  /// cannot be repeated.
  virtual std::optional<LaunchShape> makeReady(const Candidate &candidate) = 0;
  /// Runs `pieces` pieces, launch after launch, and waits for the last one.
  virtual void run(std::int64_t pieces) = 0;
};

/// Costs of choosing in addition to measuring.
struct TuningCosts {
  double build = 0;   ///< seconds to build a candidate; the first one is built already
  double restore = 0; ///< seconds to restore the initial state
};

struct Chosen {
  int best = 0;                               ///< index of the candidate
  std::vector<std::optional<double>> seconds; ///< of a step of each candidate, if measured
  bool complete = true;                       ///< false: the budget was too small for some
  double budget = 0;                          ///< seconds
  int measured() const;                       ///< number of measured candidates
};

/// Whether a candidate's build is short enough that other builds need not come before it.
bool isSoonReady(const Candidate &candidate, const PlanRequest &request);
/// Sorts candidates (indices `asked`) in the order of their builds. Linear steps come first: they
/// build quickly and show whether tiles are slow here. The others are sorted by build time times
/// expected time relative to the least one. Other sizes of a form come after it. Examples on an
/// H200: with a coefficient read at neighbours on a ring, tiles ran at 84 Gcomp/s, not at the
/// expected 306, and linear steps (95 and 101) would have waited behind builds of 8 s; with ssprk3
/// on a plane, streaming tiles ran at 6 Gcomp/s, not at 296, with limited registers at 4, and
/// linear steps, built after them, at 76.
void promisingFirst(const Candidates &candidates, std::vector<int> &asked);

Chosen chooseByMeasuring(const Candidates &candidates, std::int64_t steps, Measuring measuring,
                         const TuningCosts &costs, Measurer &measurer);

} // namespace eulerc
