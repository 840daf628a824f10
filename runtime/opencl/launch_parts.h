// Parts of a launch: the rows that slabs exchange are computed by themselves, so that they travel
// while the device computes the others.
//
//   16384 rows, bands of 350, rows [60, 16324) untouched → bands 1 to 45; bands 0 and 46
//
// The last launch before an exchange begins with the rows that travel, the first one after it ends
// with them.
#pragma once

#include <cstdint>
#include <vector>

#include "backend/backend.h"
#include "forms/form.h"
#include "opencl/bindings.h"

namespace eulerc {

/// Some work-groups of a launch, or some tiles.
struct LaunchPart {
  Range groups;
  bool isExchanged = false; ///< an exchange reads or writes rows of theirs
};

/// Those with exchanged rows first; none where the launches of the plan stay whole.
std::vector<LaunchPart> partsOfLaunch(const Plan &plan, const Grid &grid, Range unexchanged);

/// The groups that compute some rows, and perhaps others; none: all are to be launched.
Range groupsOfRows(const Plan &plan, const Grid &grid, Range rows);

/// What is known between the launches of a piece and the exchanges before and after it.
struct Overlap {
  std::vector<LaunchPart> parts;   ///< of the first and the last launch; none: all are whole
  bool isInOrder = false;          ///< parts follow each other, and do not run at the same time
  std::vector<cl::Event> received; ///< rows that were written since the latest launch
  std::vector<cl::Event> computed; ///< rows that are to be read, apart from the others
  Range owned;                     ///< work-groups that are launched; none: all
  cl::Event begun;                 ///< the first kernel of a first launch that has begun; else none
};

} // namespace eulerc
