// Arithmetic of rows: cuts a grid into slabs and copies rows between a slab and the whole grid
// (domain.h).

#include "slabs/domain.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <numeric>

namespace eulerc {

std::vector<std::int64_t> cutRows(std::int64_t whole, const std::vector<double> &shares) {
  const double all = std::accumulate(shares.begin(), shares.end(), 0.0);
  const auto count = static_cast<std::int64_t>(shares.size());
  std::vector<std::int64_t> rows;
  double share = 0;
  std::int64_t before = 0;
  for (std::int64_t k = 0; k < count; k++) {
    share += shares[static_cast<std::size_t>(k)] / all;
    const std::int64_t most = std::max(before, whole - (count - 1 - k));
    const auto wanted = std::llround(share * static_cast<double>(whole));
    const std::int64_t end =
        k + 1 == count ? whole : std::clamp<std::int64_t>(wanted, std::min(before + 1, most), most);
    rows.push_back(end - before);
    before = end;
  }
  return rows;
}

std::vector<Domain> slabsOf(const std::vector<std::int64_t> &rows, std::int64_t ghostDepth,
                            bool isRing) {
  Domain domain;
  domain.whole = std::accumulate(rows.begin(), rows.end(), std::int64_t{0});
  std::vector<Domain> slabs;
  for (const std::int64_t owned : rows) {
    domain.owned = owned;
    const bool isOne = rows.size() == 1;
    domain.below = isOne || (domain.first == 0 && !isRing) ? 0 : ghostDepth;
    domain.above = isOne || (domain.first + owned == domain.whole && !isRing) ? 0 : ghostDepth;
    slabs.push_back(domain);
    domain.first += owned;
  }
  return slabs;
}

std::vector<Domain> wholeSlabsOf(const std::vector<std::int64_t> &rows) {
  std::vector<Domain> slabs = slabsOf(rows, 0, false);
  for (Domain &slab : slabs) {
    slab.below = slab.first;
    slab.above = slab.whole - slab.first - slab.owned;
  }
  return slabs;
}

Range unexchangedRows(const Domain &domain, std::int64_t ghostDepth) {
  const auto exchanged = [&](std::int64_t ghosts) { return ghosts > 0 ? ghosts + ghostDepth : 0; };
  return {exchanged(domain.below), domain.held() - exchanged(domain.above)};
}

Grid slabOf(const Grid &whole, const Domain &domain, std::int64_t radius) {
  if (domain.origin() == 0 && domain.held() == domain.whole)
    return whole;
  Grid grid = whole;
  grid.origin = domain.origin();
  grid.whole = domain.whole;
  grid.extent[0] = domain.held();
  const std::int64_t low = domain.below > 0 ? radius : 0, high = domain.above > 0 ? radius : 0;
  grid.begin[0] = std::max(whole.begin[0] - grid.origin, low);
  grid.end[0] = std::min(whole.end[0] - grid.origin, grid.extent[0] - high);
  grid.begin[0] = std::min(grid.begin[0], grid.extent[0]);
  grid.end[0] = std::max(grid.end[0], grid.begin[0]);
  return grid;
}

SlabRows slabRowsOf(const Grid &whole, std::int64_t fileRow, std::int64_t components,
                    const Domain &domain) {
  SlabRows rows;
  rows.domain = domain;
  rows.file = {whole.classes, components};
  if (whole.rank > 1) {
    rows.file.row = fileRow;
    for (int axis = 1; axis + 1 < whole.rank; axis++)
      rows.file.row *= whole.extent[axis];
  }
  rows.held = rows.count({0, domain.held()});
  rows.fileRow = whole.rank == 1 ? rows.held : fileRow;
  return rows;
}

namespace {

/// Calls piece(component of the whole grid, component of these rows, count) for each contiguous
/// part of some rows; a part ends where a ring begins again.
template <class Piece> void forEachPiece(const SlabRows &slab, Range rows, Piece &&piece) {
  const Domain &domain = slab.domain;
  std::int64_t at = 0;
  for (std::int64_t row = domain.origin() + rows.begin; row < domain.origin() + rows.end;) {
    const std::int64_t turns = row < 0 ? -1 : row / domain.whole;
    const std::int64_t first = row - turns * domain.whole;
    const std::int64_t last =
        std::min(domain.whole, domain.origin() + rows.end - turns * domain.whole);
    const std::int64_t from = slab.file.before(first), count = slab.file.before(last) - from;
    piece(from, at, count);
    at += count;
    row += last - first;
  }
}

} // namespace

void SlabRows::forEachPiece(
    const std::function<void(std::int64_t, std::int64_t, std::int64_t)> &piece) const {
  eulerc::forEachPiece(*this, {0, domain.held()}, piece);
}

std::int64_t SlabRows::count(Range rows) const {
  std::int64_t all = 0;
  eulerc::forEachPiece(*this, rows,
                       [&](std::int64_t, std::int64_t, std::int64_t some) { all += some; });
  return all;
}

void SlabRows::take(std::int64_t size, const void *whole, void *held) const {
  eulerc::forEachPiece(*this, {0, domain.held()},
                       [&](std::int64_t from, std::int64_t at, std::int64_t some) {
                         std::memcpy(static_cast<std::byte *>(held) + at * size,
                                     static_cast<const std::byte *>(whole) + from * size,
                                     static_cast<std::size_t>(some * size));
                       });
}

void SlabRows::give(std::int64_t size, const void *owned, void *whole) const {
  eulerc::forEachPiece(*this, {domain.below, domain.below + domain.owned},
                       [&](std::int64_t from, std::int64_t at, std::int64_t some) {
                         std::memcpy(static_cast<std::byte *>(whole) + from * size,
                                     static_cast<const std::byte *>(owned) + at * size,
                                     static_cast<std::size_t>(some * size));
                       });
}

} // namespace eulerc
