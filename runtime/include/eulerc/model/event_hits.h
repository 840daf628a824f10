// Events that steps on the host find: few. Generated code notes the time of one, and where it
// belongs. Behind steps of points the runtime stores the times later, in both copies of the state:
// steps do not read them. Tiles store them as they store all components.
//
//   eulerc::noteHits(hits, 2)   →   foundEvents().hits == {{4711, 7, 0.73}, {4719, 7, 0.71}}
#pragma once

#include <cstdint>

namespace eulerc {

struct EventHit {
  std::int64_t at;   ///< where its time lies in a copy of the state, in values
  std::int64_t step; ///< of the run
  double time;
};

/// Of the calling thread.
void noteHits(const EventHit *hits, int count);
/// Whether tiles that it computes are to note events.
bool areNotedInTiles();

} // namespace eulerc
