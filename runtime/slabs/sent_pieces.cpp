// Cuts the rows of an exchange into pieces and places them in memory (sent_pieces.h).

#include "slabs/sent_pieces.h"

#include <algorithm>

#include "layout/layout.h"
#include "slabs/cut.h"

namespace eulerc {

std::vector<SentPiece> piecesOf(const Domain &domain, const Cut &cut, const Grid &grid,
                                const Job &own, bool isLast) {
  constexpr std::int64_t pieceBytes = 4 << 20, mostPieces = 8;
  const std::int64_t depth = cut.ghostDepth, behind = domain.held() - domain.above;
  const bool isOfLevel = !isLast && readsSomeComponents(own.model, grid) && depth == cut.radius &&
                         own.model.method.stages == 1;
  const StencilFacts &stencil = own.model.stencil;
  const std::uint64_t before = isOfLevel ? stencil.readsBefore : allComponents;
  const std::uint64_t behindOwn = isOfLevel ? stencil.readsBehind : allComponents;
  const auto bytesOfRows = [&](std::int64_t rows, std::uint64_t components) {
    return sentValues(grid, travellingStates(own.model), {0, rows}, components) * own.realSize();
  };
  const std::int64_t count = std::clamp<std::int64_t>(bytesOfRows(depth, before) / pieceBytes, 1,
                                                      std::min(depth, mostPieces));
  std::vector<SentPiece> pieces;
  for (std::int64_t k = 0; k < count; k++) {
    const Range rows = {depth * k / count, depth * (k + 1) / count};
    const auto from = [&](std::int64_t first) {
      return Range{first + rows.begin, first + rows.end};
    };
    const auto push = [&](Side side, std::int64_t owned, std::int64_t ghost, std::uint64_t sent,
                          std::uint64_t taken) {
      const std::int64_t sentAt = bytesOfRows(rows.begin, sent);
      const std::int64_t takenAt = bytesOfRows(rows.begin, taken);
      pieces.push_back({side, from(owned), from(ghost), sent, taken, sentAt, takenAt,
                        bytesOfRows(rows.end, sent) - sentAt,
                        bytesOfRows(rows.end, taken) - takenAt});
    };
    if (domain.below > 0)
      push(Below, domain.below, 0, behindOwn, before);
    if (domain.above > 0)
      push(Above, behind - depth, behind, before, behindOwn);
  }
  return pieces;
}

std::int64_t sentBytesOf(const Job &own, const Cut &cut) {
  return sentValues(own.grid, travellingStates(own.model), {0, cut.ghostDepth}) * own.realSize();
}

std::byte *sentMemory(HaloTransfer &rows, Side side, int turn, std::int64_t bytes) {
  return static_cast<std::byte *>(rows.memory(2 * side + turn, bytes));
}

std::byte *takenMemory(HaloTransfer &rows, Side side, int turn, std::int64_t bytes) {
  return static_cast<std::byte *>(rows.memory(4 + 2 * side + turn, bytes));
}

void prepare(Exchange &exchange, HaloTransfer &rows, const Domain &domain, std::int64_t bytes) {
  exchange.prepare(bytes, rows);
  for (const Side side : {Below, Above}) {
    const bool hasNeighbour = (side == Below ? domain.below : domain.above) > 0;
    for (int turn = 0; hasNeighbour && turn < 2; turn++) {
      if (exchange.lent(side) == nullptr)
        sentMemory(rows, side, turn, bytes);
      if (exchange.receives(side))
        takenMemory(rows, side, turn, bytes);
    }
  }
}

} // namespace eulerc
