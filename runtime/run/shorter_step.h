// ShorterStep: the state between two steps of a fixed length, for observers.
//
//   steps of 0.1, output each 0.25 → keep() at 0.2, the run's step to 0.3, showAt(0.25)
//
// It is the state of one shorter step of the same method, and so as accurate as the run. The host
// takes that step in addition: the same bits whatever takes the steps of the run.
#pragma once

#include "run/state_store.h"

namespace eulerc {

class ShorterStep {
public:
  ShorterStep(Setup &setup, StateStore &store) : setup_(setup), store_(store) {}

  /// Keeps the current state, from which shorter steps begin.
  void keep();
  void forget() { isKept_ = false; }
  /// Whether a time lies within the next step, without step control.
  bool isAhead(double time) const;
  /// Whether it lies within the step after the state that was kept.
  bool isBehind(double time) const;
  /// Lets callers see the state at such a time.
  void showAt(double time);

private:
  Setup &setup_;
  StateStore &store_;
  HostArray start_;
  double from_ = 0;
  bool isKept_ = false;
};

} // namespace eulerc
