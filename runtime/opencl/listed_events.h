// Events that launches list on a device (templates/language/event_list.cl): for runs that want each
// of them, and do not stop after each step to find them.
//
//   listed.begin(state) → launches → listed.take(state, …) → {{at 4711, step 7, t = 0.73}};
//   nothing: there was no room for all, and the state is the one before: the launches are to be
//   taken again
#pragma once

#include <cstdint>
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

  /// What kernels list them in.
  const cl::Buffer &list();

  /// Before launches: keeps a copy of the state that they begin with.
  void begin(const cl::Buffer &state);
  /// Waits for the launches. Nothing: they are to be taken again, from the state, which is there
  /// again, with another list.
  std::optional<std::vector<EventHit>> take(const cl::Buffer &state, Precision precision);

  std::int64_t bytes() const; ///< on the device

private:
  void makeRoom(std::uint64_t events);

  cl::Context context_;
  cl::CommandQueue queue_;
  cl::Buffer list_;
  std::uint64_t room_ = 0; ///< for events
  cl::Buffer before_;
  std::int64_t beforeBytes_ = 0;
};

} // namespace eulerc
