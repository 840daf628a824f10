// Exchange: how the slabs of a run reach each other.
//
//   begin(rows for the slab below, rows for the slab above) → … → finish(rows of theirs)
//
// Every slab has its own end of it, which belongs to the thread (or process) that steps the slab.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace eulerc {

using Bytes = std::vector<std::byte>;

/// Of both sides of a slab; empty where there is no neighbour.
struct SideRows {
  Bytes below, above;
};

class Exchange {
public:
  virtual ~Exchange() = default;
  /// Sends rows to the neighbours. The call takes the memory, and may return other memory for it.
  virtual void begin(SideRows &out) = 0;
  /// Waits for the neighbours' rows. Throws Broken if some slab failed.
  virtual void finish(SideRows &in) = 0;
  /// This slab failed: nobody is to wait for it.
  virtual void fail() = 0;

  struct Broken {};
};

/// The ends of slabs that threads of this process step, in the order of slabs.
std::vector<std::unique_ptr<Exchange>> exchangeOfThreads(int slabs, bool isRing);

} // namespace eulerc
