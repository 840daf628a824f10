// FiniteWatch: finds values that are not finite, and traces them to the step where they first
// occur.
//
//   a piece ends with NaN → the last good state → shorter and shorter pieces → step 812: u[3][4]
//   → that step, stage by stage (tracing/tracer.h) → the operation that made it
//
// Good states are kept in memory from time to time, if there is memory, and so rarely that it costs
// less than 1 % of the run. The initial values can be computed at any time.
#pragma once

#include <cstdint>
#include <string>

#include "base/stopwatch.h"
#include "run/state_store.h"
#include "run/step_sizes.h"

namespace eulerc {

class FiniteWatch {
public:
  FiniteWatch(Setup &setup, StateStore &store, StepSizes &sizes)
      : setup_(setup), store_(store), sizes_(sizes) {}

  std::string lastGoodPath; ///< file for the last finite state of a run that fails; "": none

  void begin();
  /// Whether a check is due: at least `leastSeconds` after the last one, and such that checks take
  /// at most `share` of the run.
  bool isDue(double leastSeconds, double share) const;
  /// Throws Error(Run) unless the current state is finite.
  void ensureFinite();
  void noteFinite();
  void checkFinite(const Run &run);
  void keepStart();
  /// The operation that produced the value, or "" if that is not known.
  std::string operationIn(const Run &step, std::int64_t component, const HostArray &from);

private:
  struct Found;
  bool isFinite(const Run &run);
  void keepGood();
  void keepGoodIfDue();
  bool mayKeepGood() const;
  bool findGood();
  bool takesToGood(std::int64_t steps);
  Found trace(std::int64_t bad);
  std::string writeLastGood() const;
  std::string likelyCause(const Run &run, bool isKnown);

  Setup &setup_;
  StateStore &store_;
  StepSizes &sizes_;
  Stopwatch watched_;  ///< since the last check
  double seconds_ = 0; ///< duration of the last check
};

} // namespace eulerc
