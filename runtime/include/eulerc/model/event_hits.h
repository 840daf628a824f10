// Events that steps of points on the host find: few. Generated code notes the time of one, and
// where it belongs. The runtime stores the times later, in both copies of the state: steps do not
// read them.
//
//   eulerc::noteHits(hits, 2)   →   foundEvents().hits == {{4711, 0.73}, {4719, 0.71}}
#pragma once

#include <cstdint>

namespace eulerc {

struct EventHit {
  std::int64_t at; ///< where its time lies in a copy of the state, in values
  double time;
};

/// Of the calling thread.
void noteHits(const EventHit *hits, int count);

} // namespace eulerc
