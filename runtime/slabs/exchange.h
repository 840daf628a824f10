// Exchange: how the slabs of a run reach each other.
//
//   rows into memory → send(rows for below, rows for above) → take(side) …
//
// Every slab has its own end of it, which belongs to the thread (or process) that steps the slab.
// Threads lend each other their memory, and so do ranks of one machine where devices reach memory
// that processes share; other ranks receive into their own. Send buffers are double-buffered: one
// is reused only after data of the following exchange have arrived.
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
  /// Before the first exchange: all slabs agree on how rows travel, so many bytes to a side at
  /// most. All of them call it.
  virtual void prepare(std::int64_t /*bytes*/, HaloTransfer & /*rows*/) {}
  /// Before each exchange.
  virtual void begin() {}
  /// Where rows have to be that are sent to a side; null: anywhere.
  virtual std::byte *lent(Side /*to*/) { return nullptr; }
  /// Whether rows are received into memory of this slab.
  virtual bool receives(Side) const { return false; }
  /// If so, where they are to come.
  virtual void expect(Side /*from*/, void * /*room*/, std::int64_t /*bytes*/) {}
  virtual void send(Side to, const void *rows, std::int64_t bytes) = 0;
  /// Waits for a neighbour's rows, and says where they are. Throws Broken if some slab failed.
  virtual const void *take(Side from) = 0;
  /// What joining() makes of the parts of all slabs, in their order. All of them call it.
  using Joining = std::function<double(const std::vector<ReducedPart> &)>;
  virtual double join(ReducedPart part, const Joining &joining) = 0;
  /// A message for each slab; none where it is empty. Those to others stay until more are sent.
  struct Messages {
    std::vector<std::span<const std::byte>> to;
    std::vector<bool> from; ///< which slabs send one
  };
  using Using = std::function<void(std::size_t slab, const std::byte *message)>;
  /// Sends messages to other slabs, and uses theirs, which stay until the next call; all slabs call
  /// it.
  virtual void swap(const Messages &messages, const Using &use) = 0;
  virtual std::size_t slab() const = 0; ///< its number
  virtual std::size_t slabs() const = 0;
  /// This slab failed: nobody is to wait for it, until all begin anew.
  virtual void fail() = 0;
  virtual void beginAnew() {}

  /// How rows reach the neighbours.
  virtual RowsGo rowsGo() const { return RowsGo::ByThreads; }

  struct Broken {};
};

/// The ends of slabs that threads of this process step, in the order of slabs.
std::vector<std::unique_ptr<Exchange>> exchangeOfThreads(int slabs, bool isRing);

} // namespace eulerc
