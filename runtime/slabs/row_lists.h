// RowLists: the rows that slabs send each other before a level that reads points at any distance.
// Each slab gets the rows that its own rows read. The lists are made once, when the state is
// loaded.
//
//   a ring of 99 points, slab 1 of 3 owns [33, 66) → takes {32} from slab 0 and {66} from slab 2,
//   sends {33} to slab 0 and {65} to slab 2
#pragma once

#include <cstddef>
#include <vector>

#include "backend/backend.h"
#include "slabs/domain.h"

namespace eulerc {

/// Runs of rows of the whole grid, in growing order.
using RowRuns = std::vector<Range>;

RowRuns runsOf(const RowSet &rows);

/// The rows that a slab owns, and the rows that these read.
struct ReadingSlab {
  Range owned;
  RowRuns reads;
};

struct RowLists {
  std::vector<RowRuns> sent, taken; ///< rows sent to, and taken from, each slab
};

/// The rows that points of some rows read. `whole`: the job of the whole grid.
RowRuns rowsRead(const Job &whole, Range rows);
/// Components of other points that a level reads, one bit each: an entry for each level of a step,
/// or one for all levels.
std::vector<std::uint64_t> componentsRead(const Model &model, const Grid &grid);
/// The lists of the slab with the number `own`.
RowLists rowListsOf(const std::vector<ReadingSlab> &slabs, std::size_t own);
/// Lists with all rows of all slabs.
RowLists allRowsOf(const std::vector<ReadingSlab> &slabs, std::size_t own);

} // namespace eulerc
