// SentPiece: the rows of an exchange between a slab and its neighbours are sent in pieces.
//
//   16 rows to each side, 40 MB → 8 pieces of 2 rows to each side
#pragma once

#include <cstdint>
#include <vector>

#include "slabs/domain.h"
#include "slabs/exchange.h"
#include "slabs/slab.h"

namespace eulerc {

/// Rows that are sent and taken at one side, and their places in the side's memory.
struct SentPiece {
  Side side;
  Range owned, ghost; ///< rows sent to the neighbour, and rows taken from it
  /// Components of both (a bit each), and their offsets and bytes in the side's memory.
  std::uint64_t sent, taken;
  std::int64_t sentAt, takenAt, sentBytes, takenBytes;
};

/// The pieces of an exchange. Large messages have several pieces: one is read from a device while
/// earlier ones are sent on. Each piece costs the host about 20 µs twice. If only the next level
/// reads the rows, they have only the components that it reads. `isLast`: others than the next
/// steps may read the rows.
std::vector<SentPiece> piecesOf(const Domain &domain, const Cut &cut, const Grid &grid,
                                const Job &own, bool isLast);

/// Bytes of the rows that are sent to a side.
std::int64_t sentBytesOf(const Job &own, const Cut &cut);

/// Memory for rows that are sent to a side, and for rows taken from it; `turn`: one of two buffers.
std::byte *sentMemory(HaloTransfer &rows, Side side, int turn, std::int64_t bytes);
std::byte *takenMemory(HaloTransfer &rows, Side side, int turn, std::int64_t bytes);

/// Allocates all of that memory before the first exchange, since drivers take a millisecond for
/// each megabyte. All slabs call it.
void prepare(Exchange &exchange, HaloTransfer &rows, const Domain &domain, std::int64_t bytes);

} // namespace eulerc
