// Events that steps of points on the host find: few. Generated code stores the time of one in the
// state that it writes, and notes where; all other points keep theirs, which is in both copies of
// the state.
//
//   next[at] = time; eulerc::noteEvent(at, time)   →   takeEventHits()   {{4711, 0.73}}
#pragma once

#include <cstdint>
#include <vector>

namespace eulerc {

struct EventHit {
  std::int64_t at; ///< where its time lies in a copy of the state, in values
  double time;
};

/// Of the calling thread.
void noteEvent(std::int64_t at, double time);
/// What it has noted since the last call.
std::vector<EventHit> takeEventHits();

} // namespace eulerc
