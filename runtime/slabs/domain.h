// Domain: a slab of a grid. The grid is cut along its slowest axis; a slab owns some consecutive
// rows (planes of a space, points of a line) and holds its neighbours' rows next to them, its ghost
// zone. Each level that reads other rows spoils as many rows of it as the stencil's radius.
//
//   100 rows, 3 slabs, a ghost zone of 4 → owns [34, 67), holds [30, 71)
//
// On a ring the first and the last slab are neighbours, and rows are counted on beyond both ends.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include <eulerc/layout.h>

#include "base/parallel.h"

namespace eulerc {

struct Domain {
  std::int64_t whole = 0;            ///< rows of the whole grid
  std::int64_t first = 0, owned = 0; ///< the rows that the slab owns
  std::int64_t below = 0, above = 0; ///< rows of the ghost zone before and behind them

  std::int64_t origin() const { return first - below; } ///< the first row held
  std::int64_t held() const { return below + owned + above; }
  Range ownedRows() const { return {below, below + owned}; }
  bool operator==(const Domain &) const = default;
};

/// Slabs that hold the rows of all others.
std::vector<Domain> wholeSlabsOf(const std::vector<std::int64_t> &rows);

/// The rows held that no exchange reads or writes, from the first one held.
Range unexchangedRows(const Domain &domain, std::int64_t ghostDepth);

/// Rows of each slab, in proportion to its share; each has one at least, if there are enough.
std::vector<std::int64_t> cutRows(std::int64_t whole, const std::vector<double> &shares);

/// Slabs of these numbers of rows.
std::vector<Domain> slabsOf(const std::vector<std::int64_t> &rows, std::int64_t ghostDepth,
                            bool isRing);

/// The grid of a slab. Its interior is the whole grid's, less what reads rows that it does not
/// hold.
Grid slabOf(const Grid &whole, const Domain &domain, std::int64_t radius);

/// The order of files of one state or field on the whole grid: `row` components a row, and fewer of
/// a line's last point if that lacks classes.
struct FileRows {
  std::int64_t row = 1, all = 0;
  std::int64_t before(std::int64_t rows) const { return rows * row < all ? rows * row : all; }
  bool operator==(const FileRows &) const = default;
};

/// The rows that a slab holds of a state or field, in the order of files.
struct SlabRows {
  Domain domain;
  FileRows file;            ///< of the whole grid
  std::int64_t held = 0;    ///< components of all rows held
  std::int64_t fileRow = 0; ///< extent of the last axis
  bool operator==(const SlabRows &) const = default;

  /// Of the whole state, the components of the rows owned.
  Range ownedComponents() const {
    return {file.before(domain.first), file.before(domain.first + domain.owned)};
  }
  /// Calls piece(component of the whole, component held, count) for all that is held.
  void forEachPiece(const std::function<void(std::int64_t from, std::int64_t at,
                                             std::int64_t count)> &piece) const;
  /// Components of some rows, counted from the first one held.
  std::int64_t count(Range rows) const;
  /// Copies the rows held, components of `size` bytes, of a whole state.
  void take(std::int64_t size, const void *whole, void *held) const;
  /// Copies the rows owned to a whole state.
  void give(std::int64_t size, const void *owned, void *whole) const;
};
SlabRows slabRowsOf(const Grid &whole, std::int64_t fileRow, std::int64_t components,
                    const Domain &domain);

} // namespace eulerc
