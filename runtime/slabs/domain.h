// Domain: the rows of a slab. The grid is cut along its slowest axis. A slab owns consecutive rows
// (planes of a 3-D grid, points of a line) and also holds the rows of its neighbours next to them,
// its ghost zone. Each level that reads other rows makes the outermost ghost rows invalid, as many
// as the stencil's radius.
//
//   100 rows, 3 slabs, a ghost zone of 4 → owns [34, 67), holds [30, 71)
//
// On a ring the first and the last slab are neighbours, and row numbers continue beyond both ends.
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
  std::int64_t below = 0, above = 0; ///< ghost rows before and after the owned rows

  std::int64_t origin() const { return first - below; } ///< the first row held
  std::int64_t held() const { return below + owned + above; }
  Range ownedRows() const { return {below, below + owned}; }
  bool operator==(const Domain &) const = default;
};

/// Slabs that own these numbers of rows, and hold the rows of all others.
std::vector<Domain> wholeSlabsOf(const std::vector<std::int64_t> &rows);

/// The held rows that no exchange reads or writes, counted from the first held row.
Range unexchangedRows(const Domain &domain, std::int64_t ghostDepth);

/// Rows of each slab, in proportion to its share; each slab has at least one row, if there are
/// enough.
std::vector<std::int64_t> cutRows(std::int64_t whole, const std::vector<double> &shares);

/// Slabs that own these numbers of rows, with ghost zones.
std::vector<Domain> slabsOf(const std::vector<std::int64_t> &rows, std::int64_t ghostDepth,
                            bool isRing);

/// The grid of a slab. Its interior is the whole grid's interior, without rows that read rows that
/// the slab does not hold.
Grid slabOf(const Grid &whole, const Domain &domain, std::int64_t radius);

/// One state or field of the whole grid in the order of files: `row` components a row; the last
/// point of a line has fewer if it lacks residue classes.
struct FileRows {
  std::int64_t row = 1, all = 0;
  std::int64_t before(std::int64_t rows) const { return rows * row < all ? rows * row : all; }
  bool operator==(const FileRows &) const = default;
};

/// The rows that a slab holds of a state or field, in the order of files.
struct SlabRows {
  Domain domain;
  FileRows file;            ///< of the whole grid
  std::int64_t held = 0;    ///< components of all held rows
  std::int64_t fileRow = 0; ///< extent of the last axis
  bool operator==(const SlabRows &) const = default;

  /// The components of the owned rows, as numbers in the whole state.
  Range ownedComponents() const {
    return {file.before(domain.first), file.before(domain.first + domain.owned)};
  }
  /// Calls piece(component of the whole grid, held component, count) for all held rows.
  void forEachPiece(const std::function<void(std::int64_t from, std::int64_t at,
                                             std::int64_t count)> &piece) const;
  /// The number of components in some rows; rows are counted from the first held row.
  std::int64_t count(Range rows) const;
  /// Copies the held rows, components of `size` bytes, from a whole state.
  void take(std::int64_t size, const void *whole, void *held) const;
  /// Copies the owned rows to a whole state.
  void give(std::int64_t size, const void *owned, void *whole) const;
};
SlabRows slabRowsOf(const Grid &whole, std::int64_t fileRow, std::int64_t components,
                    const Domain &domain);

} // namespace eulerc
