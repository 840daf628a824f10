// Events that steps on the host note while they are taken: a run need not stop after each step to
// find them.
//
//   noteFound(job, places, foundEvents().hits) // a thread, now and then
//   notes.takeAll() → {{t = 0.73, state 2, point 17, step 7}}
#pragma once

#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

#include <eulerc/declarations.h>
#include <eulerc/model/event_hits.h>

#include "backend/event_note.h"
#include "base/parallel.h"

namespace eulerc {

struct Job;

class EventNotes {
public:
  /// Whether steps note their events here; else they are found in the state.
  bool areKept = false;

  void add(const std::vector<EventNote> &found) {
    const std::lock_guard lock(mutex_);
    all_.insert(all_.end(), found.begin(), found.end());
  }
  std::vector<EventNote> takeAll() {
    const std::lock_guard lock(mutex_);
    std::vector<EventNote> next;
    next.reserve(all_.size());
    return std::exchange(all_, std::move(next));
  }

private:
  std::mutex mutex_;
  std::vector<EventNote> all_;
};

/// What steps have found.
struct FoundEvents {
  std::vector<EventHit> hits;
  bool isWanted = false; ///< of tiles that carry events
};

/// Found by the calling thread.
FoundEvents &foundEvents();

/// Adds them to job.events.
void noteFound(const Job &job, const ValuePlaces &places, const std::vector<EventHit> &hits);

/// Adds to job.events all events of these points of the canonical grid, in a step between
/// two buffers of the state: where the latest time is another one than before.
void noteChanges(const Job &job, const ValuePlaces &places, const void *before, const void *after,
                 Range points, std::int64_t step);

} // namespace eulerc
