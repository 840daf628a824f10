// SentPieces: in which pieces the rows of an exchange travel between a slab and its neighbours.
//
//   16 rows to each side, 40 MB → 8 pieces of 2 rows to each side
#pragma once

#include <cstdint>
#include <vector>

#include "slabs/domain.h"
#include "slabs/exchange.h"
#include "slabs/slab.h"

namespace eulerc {

/// Rows on their way, and where they lie in a side's memory.
struct SentPiece {
  Side side;
  Range owned, ghost; ///< what the neighbour gets, and what it gives
  /// Components of both, and where they begin in the side's memory.
  std::uint64_t sent, taken;
  std::int64_t sentAt, takenAt, sentBytes, takenBytes;
};

/// Large messages go in several pieces: one is read from a device while those before it travel on.
/// Each takes the host some 20 µs to ask for, twice.
/// If the next level alone reads them, only the components travel that it reads.
/// `isLast`: anything may look at the rows next, and not the steps alone.
std::vector<SentPiece> piecesOf(const Domain &domain, const Cut &cut, const Grid &grid,
                                const Job &own, bool isLast);

/// Bytes of the rows that a side is sent.
std::int64_t sentBytesOf(const Job &own, const Cut &cut);

/// Where they are read to, in turn, and where those of the neighbour come.
std::byte *sentMemory(HaloTransfer &rows, Side side, int turn, std::int64_t bytes);
std::byte *takenMemory(HaloTransfer &rows, Side side, int turn, std::int64_t bytes);

/// Before the first exchange: takes all of that memory, as a driver needs a millisecond for each
/// megabyte. All slabs call it.
void prepare(Exchange &exchange, HaloTransfer &rows, const Domain &domain, std::int64_t bytes);

} // namespace eulerc
