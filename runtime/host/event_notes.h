// Events that steps on the host note while they are taken: a run need not stop after each step to
// find them.
//
//   NotingEvents noting(&notes, places);  // a thread computes points: noteEvent(place, time)
//   notes.takeAll() → {{state 2, point 17, t = 0.73}}
//
// Points that are computed twice note the same event twice.
#pragma once

#include <compare>
#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

#include <eulerc/declarations.h>

namespace eulerc {

struct EventNote {
  double time;
  std::int64_t state; ///< the event's number among the states
  std::int64_t point; ///< in the file's order
  auto operator<=>(const EventNote &) const = default;
};

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
    return std::exchange(all_, {});
  }

private:
  std::mutex mutex_;
  std::vector<EventNote> all_;
};

/// As long as it is there, this thread notes events. Nobody wants them: `notes` is null.
class NotingEvents {
public:
  /// `fileRow`: extent of the file's last axis.
  NotingEvents(EventNotes *notes, const ValuePlaces &places, std::int64_t fileRow);
  ~NotingEvents();
  NotingEvents(const NotingEvents &) = delete;
  NotingEvents &operator=(const NotingEvents &) = delete;

  void note(std::int64_t place, double time);

private:
  EventNotes *const notes_;
  const ValuePlaces places_;
  const std::int64_t fileRow_;
  std::vector<EventNote> found_;
};

} // namespace eulerc
