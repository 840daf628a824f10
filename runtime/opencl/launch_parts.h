// Parts of a launch: rows that slabs exchange are computed apart from the others, so that the
// exchange overlaps with computing. Of the ghost zone, a launch computes only the rows that later
// levels read.
//
//   520 rows, rows up to 16 are exchanged, launches of 4 levels: the first launch computes rows
//   [4, 516), the last one rows [8, 16) and [504, 512), then [16, 504)
//
// The last launch before an exchange begins with the exchanged rows; the first launch after it ends
// with them. If the exchange takes much less time than a launch, the last launch stays whole.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "backend/backend.h"
#include "forms/form.h"
#include "opencl/bindings.h"

namespace eulerc {

/// A range of the work-groups, or tiles, of a launch.
struct LaunchPart {
  Range groups;
  bool isExchanged = false; ///< an exchange reads or writes some of the rows
  /// Other bands than the plan's, for tiles: rows before the second band, and rows of each further
  /// band. 0: the plan's bands.
  std::int64_t before = 0, band = 0;
};

/// A piece of a slab's steps, from one exchange to the next.
struct SlabPiece {
  const Grid *grid = nullptr;
  Range unexchanged;                                ///< rows that no exchange reads or writes
  std::int64_t radius = 0;                          ///< ghost rows that a level makes invalid
  bool isFirstInParts = true, isLastInParts = true; ///< the first and the last launch
  std::int64_t bands = 0; ///< bands of the tiles that no exchange touches; 0: the plan's number

  std::int64_t below() const { return unexchanged.begin / 2; } ///< rows of the ghost zone
  std::int64_t above() const { return (grid->extent[0] - unexchanged.end) / 2; }
};

/// The parts of a launch in the order of their launch; none: the launch is whole.
std::vector<LaunchPart> partsOfLaunch(const Plan &plan, const SlabPiece &piece,
                                      std::int64_t launch);

/// Bands of the tiles that are computed during an exchange; 0: their number is fixed by the plan.
std::int64_t freeBands(const Plan &plan, const SlabPiece &piece);

/// Whether a launch begins, during an exchange, with rows that the exchange does not write.
bool beginsEarly(const SlabPiece &piece, std::int64_t launch);

/// Whether exchanges overlap with launches of the plan.
bool hidesExchanges(const Plan &plan, const SlabPiece &piece);

/// The work-groups that compute at least the given rows; empty: all must be launched.
Range groupsOfRows(const Plan &plan, const Grid &grid, Range rows);

/// Events that connect the launches of a piece with the exchanges before and after it.
struct Overlap {
  std::optional<SlabPiece> slab;   ///< the piece, if its launches are in parts; else all are whole
  bool isInOrder = false;          ///< parts run one after the other, not at the same time
  std::vector<cl::Event> received; ///< received rows, written since the latest launch
  std::vector<cl::Event> computed; ///< rows that can be sent before the others are computed
  Range owned;                     ///< work-groups that are launched; empty: all
  cl::Event begun;                 ///< first kernel of a first launch that has begun; else null
};

} // namespace eulerc
