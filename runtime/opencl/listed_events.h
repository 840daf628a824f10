// ListedEvents: the events that kernels list on a device (templates/language/event_list.cl), so
// that a run with --events need not stop after each step.
//
//   listed.eventsOf(state, …, launches) → {{at 4711, step 7, t = 0.73}}
//
// If the list is too short, the launches are repeated from the state before them with a longer one.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include <eulerc/declarations.h>
#include <eulerc/model/event_hits.h>

#include "opencl/bindings.h"

namespace eulerc {

class ListedEvents {
public:
  ListedEvents(const cl::Context &context, const cl::CommandQueue &queue)
      : context_(context), queue_(queue) {}

  /// The buffers of fields, followed by the list if `areListed`.
  std::vector<cl::Buffer> behind(std::vector<cl::Buffer> fields, bool areListed);
  /// The events of launches. `launches` runs them from the state and waits for them.
  std::vector<EventHit> eventsOf(const cl::Buffer &state, Precision precision,
                                 const std::function<void()> &launches);

  std::int64_t bytes() const; ///< on the device

private:
  void makeRoom(std::uint64_t events);
  void clear();
  void begin(const cl::Buffer &state);
  /// The number of events; nullopt: the list was too short, and the state is restored.
  std::optional<std::uint64_t> count(const cl::Buffer &state);

  cl::Context context_;
  cl::CommandQueue queue_;
  cl::Buffer list_;
  std::uint64_t room_ = 0; ///< for events
  cl::Buffer before_;
  std::int64_t beforeBytes_ = 0;
};

} // namespace eulerc
