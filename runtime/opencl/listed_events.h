// Events that kernels list on a device (templates/language/event_list.cl): a run that wants each of
// them need not stop after each step to find them.
//
//   listed.eventsOf(state, …, launches) → {{at 4711, step 7, t = 0.73}}
//
// Where there is no room for all, the launches are taken again from the state before them.
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

  /// The buffers of fields, and behind them the list, if kernels have one.
  std::vector<cl::Buffer> behind(std::vector<cl::Buffer> fields, bool areListed);
  /// The events of the launches that `launches` takes from the state, and waits for.
  std::vector<EventHit> eventsOf(const cl::Buffer &state, Precision precision,
                                 const std::function<void()> &launches);

  std::int64_t bytes() const; ///< on the device

private:
  void makeRoom(std::uint64_t events);
  void clear();
  void begin(const cl::Buffer &state);
  /// How many; nothing: there was no room for all, and the state is the one before.
  std::optional<std::uint64_t> count(const cl::Buffer &state);

  cl::Context context_;
  cl::CommandQueue queue_;
  cl::Buffer list_;
  std::uint64_t room_ = 0; ///< for events
  cl::Buffer before_;
  std::int64_t beforeBytes_ = 0;
};

} // namespace eulerc
