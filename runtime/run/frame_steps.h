// FrameSteps: steps of runs with fields that change in time. A step reads the two frames around its
// beginning, so a piece of a run is cut where the next frame is due:
//
//   frames at 0, 1, 2; dt = 0.4; 6 steps  →  3 steps by the frames 0 and 1, 3 by 1 and 2
#pragma once

#include <cstdint>

#include "backend/backend.h"

namespace eulerc {

struct StateStore;

class FrameSteps {
public:
  explicit FrameSteps(StateStore &store) : store_(store) {}

  /// Gives the fields the frames around t.
  void turnTo(double t);
  /// The same, and gives the fields to the stepper.
  void meet(double t);
  /// Notes that the stepper has the current frames.
  void areTaken();
  /// Takes the steps of a piece. Unless `told`, there are no callbacks and no measurements.
  void advance(const Run &piece, bool told);

private:
  double slack(double t) const;
  std::int64_t stepsUntilNext(const Run &piece, std::int64_t done) const;

  StateStore &store_;
  std::int64_t turnsTaken_ = 0; ///< changes of frames that the stepper has
};

} // namespace eulerc
