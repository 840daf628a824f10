// Exchange: the communication between the slabs of a run, as one of two implementations: between
// threads of a process, and between ranks.
//
//   rows into memory → send(rows for below, rows for above) → take(side) …
//
// Each slab has its own Exchange object, used by the thread (or process) that steps the slab.
// Threads read each other's memory, and so do ranks of one machine if devices can access memory
// shared by processes; other ranks receive into their own memory. Sending is double-buffered: a
// buffer is reused only after data of the following exchange have arrived.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include <eulerc/stats.h>

#include "reduction/parts.h"

namespace eulerc {

class HaloTransfer;

enum Side { Below, Above };

class Exchange {
public:
  virtual ~Exchange() = default;
  /// Called by all slabs before the first exchange: they agree on how rows are sent. `bytes`: the
  /// most bytes to a side.
  virtual void prepare(std::int64_t /*bytes*/, HaloTransfer & /*rows*/) {}
  /// Called before each exchange.
  virtual void begin() {}
  /// The memory in which rows for a side must be; null: any memory.
  virtual std::byte *lent(Side /*to*/) { return nullptr; }
  /// Whether rows are received into memory of this slab.
  virtual bool receives(Side) const { return false; }
  /// If so, gives the memory for rows of a side.
  virtual void expect(Side /*from*/, void * /*room*/, std::int64_t /*bytes*/) {}
  virtual void send(Side to, const void *rows, std::int64_t bytes) = 0;
  /// Waits for a neighbour's rows and returns their address. Throws Broken if a slab failed.
  virtual const void *take(Side from) = 0;
  /// Reduces the parts of all slabs, in the order of slabs, by joining(). All slabs call it.
  using Joining = std::function<double(const std::vector<ReducedPart> &)>;
  virtual double join(ReducedPart part, const Joining &joining) = 0;
  /// A message for each slab; an empty one is not sent. Messages must stay in memory until the next
  /// are sent.
  struct Messages {
    std::vector<std::span<const std::byte>> to;
    std::vector<bool> from; ///< which slabs send one
  };
  using Using = std::function<void(std::size_t slab, const std::byte *message)>;
  /// Sends messages to other slabs, and calls use() for theirs, which stay in memory until the next
  /// call. All slabs call it.
  virtual void swap(const Messages &messages, const Using &use) = 0;
  virtual std::size_t slab() const = 0; ///< its number
  virtual std::size_t slabs() const = 0;
  /// Tells the others that this slab failed: they no longer wait for it, until beginAnew().
  virtual void fail() = 0;
  virtual void beginAnew() {}

  /// The way in which rows reach the neighbours, for --stats.
  virtual RowsGo rowsGo() const { return RowsGo::ByThreads; }

  struct Broken {};
};

/// The Exchange objects of slabs that are stepped by threads of this process, in the order of
/// slabs.
std::vector<std::unique_ptr<Exchange>> exchangeOfThreads(int slabs, bool isRing);

} // namespace eulerc
