// The few events that steps on the host find. Generated code notes the time of an event and its
// place in the state. The runtime stores the times later, in both copies of the state, because
// point-by-point steps do not read event times and tiles of grids do not carry them. Tiles of lines
// carry event times in registers and store them like all components.
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

/// Adds hits to the events of the calling thread.
void noteHits(const EventHit *hits, int count);
/// Whether tiles that carry events, computed by the calling thread, also note their events.
bool areNotedInTiles();

} // namespace eulerc
