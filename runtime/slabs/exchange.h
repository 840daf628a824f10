// Exchange: how the slabs of a run reach each other.
//
//   await() → rows into memory → send(rows for below, rows for above) → take(side) … → release()
//
// Every slab has its own end of it, which belongs to the thread (or process) that steps the slab.
// Threads lend each other their memory; ranks receive into their own.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "reduction/parts.h"

namespace eulerc {

enum Side { Below, Above };

class Exchange {
public:
  virtual ~Exchange() = default;
  /// Waits until the neighbours have released what was sent before: its memory is free again.
  virtual void await() = 0;
  /// Sends rows to a neighbour, from memory that stays as it is until await() returns.
  virtual void send(Side to, const void *rows, std::int64_t bytes) = 0;
  /// Waits for a neighbour's rows, of as many bytes as were sent to it. They are where it returns,
  /// until release(); `room` is memory for them. Throws Broken if some slab failed.
  virtual const void *take(Side from, void *room, std::int64_t bytes) = 0;
  virtual void release(Side from) = 0;
  /// What joining() makes of the parts of all slabs, in their order. All of them call it.
  using Joining = std::function<double(const std::vector<ReducedPart> &)>;
  virtual double join(ReducedPart part, const Joining &joining) = 0;
  /// This slab failed: nobody is to wait for it, until all begin anew.
  virtual void fail() = 0;
  virtual void beginAnew() {}

  struct Broken {};
};

/// The ends of slabs that threads of this process step, in the order of slabs.
std::vector<std::unique_ptr<Exchange>> exchangeOfThreads(int slabs, bool isRing);

} // namespace eulerc
