// FiniteWatch: finds values that are not finite, and traces them to the step where they came up.
//
//   a piece ends with NaN → the last good state → shorter and shorter pieces → step 812: u[3][4]
//   → that step, stage by stage (tracing/tracer.h) → the operation that made it
//
// Good states are kept in memory now and then, so seldom that it costs under a hundredth of the
// run, and where there is memory for it; the initial values can be had at any time.
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

  std::string lastGoodPath; ///< where the last finite state goes, should a run fail on another one

  void begin();
  /// Whether a look is due: looks are this time apart, and take at most this share of the run.
  bool isDue(double leastSeconds, double share) const;
  /// Throws Error(Run) unless the state of the run that was begun is finite.
  void ensureFinite();
  void noteFinite();
  void checkFinite(const Run &run);
  void keepStart();
  /// The operation that made the value, if it can be told.
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
  Stopwatch watched_;  ///< since the state was last found finite
  double seconds_ = 0; ///< that it took to find so
};

} // namespace eulerc
