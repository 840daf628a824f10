// EventNotes: the list of events that steps find while they are taken, so that a run need not stop
// after each step to search the state for them.
//
//   EventNotes::Reader reader(notes);          // each reader gets all events from now on
//   noteFound(job, places, foundEvents().hits) // each thread, now and then
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

  /// Whether steps add their events here; else they are found by comparing states.
  bool areKept = false;

  void add(const std::vector<EventNote> &found);
  /// Whether there is a reader.
  bool areRead();

private:
  std::mutex mutex_;
  std::vector<Reader *> readers_;
};

/// Reader: gets all events that are added while it exists. It must not outlive the notes.
class EventNotes::Reader {
public:
  explicit Reader(EventNotes &notes);
  ~Reader();
  Reader(const Reader &) = delete;
  Reader &operator=(const Reader &) = delete;

  /// The events since the last call.
  std::vector<EventNote> takeAll();

private:
  friend class EventNotes;

  EventNotes &notes_;
  std::vector<EventNote> found_;
};

/// Events that steps have found and not yet handed on.
struct FoundEvents {
  std::vector<EventHit> hits;
  bool isWanted = false; ///< for tiles that carry events
};

/// The events found by the calling thread.
FoundEvents &foundEvents();

/// Adds `hits` to job.events.
void noteFound(const Job &job, const ValuePlaces &places, const std::vector<EventHit> &hits);

/// Adds to job.events the events of one step at some points of the canonical grid: there the time
/// of the latest event differs between the two buffers of the state.
void noteChanges(const Job &job, const ValuePlaces &places, const void *before, const void *after,
                 Range points, std::int64_t step);

} // namespace eulerc
