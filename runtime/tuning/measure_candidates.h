// Choosing the fastest of a few candidates by measuring them, for less time than it may cost.
//
//   4 candidates, a run of 20 s → up to 1 s of measuring → the index of the fastest
//
// The procedure is the same for all backends, which lend it a Measurer. Pure but for that, which
// tests replace by one that has its clock.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <eulerc/solver.h>

#include "forms/shapes.h"

namespace eulerc {

/// Runs that are expected to be shorter are not worth measuring anything.
constexpr double leastRunToMeasure = 1; // s
constexpr double mostTuningSeconds = 2, mostTuningShare = 0.05;
/// Seconds of --tune after which no further candidates are looked for.
constexpr double longTuning = 5;

/// Seconds that may go into choosing for a run of `runSeconds`; with Measuring::Always into
/// measuring each candidate, builds not included.
double tuningBudget(Measuring measuring, double runSeconds);

/// What a candidate runs at a time. A launch of several pieces need not run whole to be measured:
/// they take about the same time each.
struct LaunchShape {
  std::int64_t steps = 1;
  std::int64_t pieces = 1;
};

/// What measuring asks of a backend: makes candidates ready, and runs parts of their launches on
/// the real problem. What throws an Error cannot run here.
class Measurer {
public:
  virtual ~Measurer() = default;
  /// Seconds on a clock.
  virtual double now() = 0;
  /// The shape that a candidate's launches will have, by its plan alone.
  virtual LaunchShape shapeOf(const Candidate &candidate) = 0;
  /// Builds what the candidate needs; run() then runs that. Its shape, as it was built; nothing if
  /// no launch of it can be run again and again.
  virtual std::optional<LaunchShape> makeReady(const Candidate &candidate) = 0;
  /// Runs `pieces` pieces, launch after launch, and waits for the last one.
  virtual void run(std::int64_t pieces) = 0;
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
  int measured() const;                       ///< how many
};

/// Whether a driver is done with its build before others have to wait.
bool isSoonReady(const Candidate &candidate, const PlanRequest &request);
/// Linear steps come first: they build soon, and tell whether tiles are slow here. (H200, a
/// coefficient at neighbours of a ring: tiles were expected at 306 Gcomp/s and ran at 84, of linear
/// steps 95, 101. They stood behind builds of 8 s.) The others are sorted by the time of the build,
/// times the expected time over the least one; other sizes of a form follow it. (H200, ssprk3 on a
/// plane: streaming tiles ran at 6 Gcomp/s in place of 296, and with their registers limited in two
/// ways at 4, before linear steps were built, which ran at 76.)
void promisingFirst(const Candidates &candidates, std::vector<int> &asked);

Chosen chooseByMeasuring(const Candidates &candidates, std::int64_t steps, Measuring measuring,
                         const TuningCosts &costs, Measurer &measurer);

} // namespace eulerc
