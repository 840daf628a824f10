// Interpolant: the state between the ends of a step, for methods that estimate their error.
//
//   the state before a step of dopri5 → its slopes → at(t): the state at any time of it
//
// dopri5: of order 4, E. Hairer, S. P. Nørsett, G. Wanner, Solving Ordinary Differential Equations
// I, section II.6, equation (6.17), as DOPRI5's CONTD5 has it. bs32: Hermite's cubic of both ends,
// of order 3. The host computes slopes again, stage by stage, for steps that contain output
// times. So they are the same bits whatever took the step, and other steps cost nothing.
#pragma once

#include "backend/backend.h"
#include "base/array.h"

namespace eulerc {

class Interpolant {
public:
  /// `before`: the user's states in the file's order, with room for a buffer. The job consists of
  /// one step, which is taken on the host without tiles.
  Interpolant(const Job &job, const HostArray &before);

  /// Writes the user's states at a time within the step.
  void at(double time, HostArray &y, int threads) const;
  /// The value of one component, in the file's order.
  double valueOf(std::int64_t component, double time) const;
  /// Sets the events of the step, at the times found for them.
  void setEvents(const std::vector<EventNote> &events);

private:
  template <class Real> double between(std::int64_t component, double s) const;

  const Model &model_;
  Precision precision_;
  double from_, length_;
  std::int64_t count_;
  HostArray start_, end_; ///< in the model's precision; the others in double
  /// Slopes at both ends, and the weighted sum of all slopes, times the length of the step.
  HostArray first_, last_, middle_;
  bool hasMiddle_ = false;
};

} // namespace eulerc
