// Events that steps on the host note while they are taken: a run need not stop after each step to
// find them.
//
//   EventNotes::Reader reader(notes);          // each has all events from now on
//   noteFound(job, places, foundEvents().hits) // a thread, now and then
//   reader.takeAll() → {{t = 0.73, state 2, point 17, step 7}}
#pragma once

#include <cstdint>
#include <mutex>
#include <vector>

#include <eulerc/declarations.h>
#include <eulerc/model/event_hits.h>

#include "backend/event_note.h"
#include "base/parallel.h"

namespace eulerc {

struct Job;

class EventNotes {
public:
  class Reader;

  /// Whether steps note their events here; else they are found in the state.
  bool areKept = false;

  void add(const std::vector<EventNote> &found);
  /// Whether anybody reads them.
  bool areRead();

private:
  std::mutex mutex_;
  std::vector<Reader *> readers_;
};

/// All events that are noted while it is there. It must not outlive the notes.
class EventNotes::Reader {
public:
  explicit Reader(EventNotes &notes);
  ~Reader();
  Reader(const Reader &) = delete;
  Reader &operator=(const Reader &) = delete;

  /// Those since it was asked before.
  std::vector<EventNote> takeAll();

private:
  friend class EventNotes;

  EventNotes &notes_;
  std::vector<EventNote> found_;
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
