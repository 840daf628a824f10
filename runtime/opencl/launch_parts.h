// Parts of a launch: the rows that slabs exchange are computed by themselves, so that they travel
// while the device computes the others. Levels before the exchange compute the rows that the levels
// behind them read, and no others of the ghost zone.
//
//   520 rows, exchanged ones up to row 16, launches of 4 levels: the first computes rows [4, 516),
//   the last one rows [8, 16) and [504, 512), then [16, 504)
//
// The last launch before an exchange begins with the rows that travel, the first one after it ends
// with them. Where rows travel well within a launch, the last one stays whole.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "backend/backend.h"
#include "forms/form.h"
#include "opencl/bindings.h"

namespace eulerc {

/// Some work-groups of a launch, or some tiles.
struct LaunchPart {
  Range groups;
  bool isExchanged = false; ///< an exchange reads or writes rows of theirs
  /// Of tiles, if they are not the plan's: rows before the second band, and rows of each from there
  /// on; 0: the plan's.
  std::int64_t before = 0, band = 0;
};

/// A piece of a slab's steps, from one exchange to the next.
struct SlabPiece {
  const Grid *grid = nullptr;
  Range unexchanged;                                ///< rows that no exchange reads or writes
  std::int64_t radius = 0;                          ///< rows that a level spoils
  bool isFirstInParts = true, isLastInParts = true; ///< the launches
  std::int64_t bands = 0; ///< of tiles that are computed while rows travel; 0: as the plan has

  std::int64_t below() const { return unexchanged.begin / 2; } ///< rows of the ghost zone
  std::int64_t above() const { return (grid->extent[0] - unexchanged.end) / 2; }
};

/// Those of a launch, as they are to be launched; none: the launch is whole, of all rows.
std::vector<LaunchPart> partsOfLaunch(const Plan &plan, const SlabPiece &piece,
                                      std::int64_t launch);

/// Bands of the tiles that are computed while rows travel; 0: their number is not free.
std::int64_t freeBands(const Plan &plan, const SlabPiece &piece);

/// Whether a launch begins with rows that no exchange writes, while rows travel.
bool beginsEarly(const SlabPiece &piece, std::int64_t launch);

/// Whether rows travel while launches of such a plan compute others.
bool hidesExchanges(const Plan &plan, const SlabPiece &piece);

/// The groups that compute some rows, and perhaps others; none: all are to be launched.
Range groupsOfRows(const Plan &plan, const Grid &grid, Range rows);

/// What is known between the launches of a piece and the exchanges before and after it.
struct Overlap {
  std::optional<SlabPiece> slab;   ///< whose launches are in parts; none: all are whole
  bool isInOrder = false;          ///< parts follow each other, and do not run at the same time
  std::vector<cl::Event> received; ///< rows that were written since the latest launch
  std::vector<cl::Event> computed; ///< rows that are to be read, apart from the others
  Range owned;                     ///< work-groups that are launched; none: all
  cl::Event begun;                 ///< the first kernel of a first launch that has begun; else none
};

} // namespace eulerc
