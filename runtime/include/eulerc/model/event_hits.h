// Events that steps on the host find: few. Generated code notes the time of one, and where it
// belongs. The runtime stores the times later, in both copies of the state: steps of points do not
// read them, and tiles of grids do not carry them. Tiles of lines carry them in registers and store
// them as they store all components.
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
/// Whether tiles that carry events, and that it computes, are to note them as well.
bool areNotedInTiles();

} // namespace eulerc
