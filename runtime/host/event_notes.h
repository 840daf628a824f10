// Events that steps on the host note while they are taken: a run need not stop after each step to
// find them.
//
//   noteHits(job, places, takeEventHits(), 7)   // a thread, behind the last level of its points
//   notes.takeAll() → {{t = 0.73, state 2, point 17}}
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

/// Adds to job.events what steps of points have found.
void noteHits(const Job &job, const ValuePlaces &places, const std::vector<EventHit> &hits,
              std::int64_t step);

/// Adds to job.events what happened at these points of the canonical grid, in a step between two
/// buffers of the state: where the latest time is another one than before.
void noteEvents(const Job &job, const ValuePlaces &places, const void *before, const void *after,
                Range points, std::int64_t step);

} // namespace eulerc
