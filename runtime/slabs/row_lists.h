// RowLists: rows that slabs bring each other before a level that reads points anywhere: each gets
// what its own rows read. They are found once, when the state is loaded.
//
//   a ring of 99 points, slab 1 of 3 owns [33, 66) → takes {32} of slab 0 and {66} of slab 2, sends
//   {33} to the one and {65} to the other
#pragma once

#include <cstddef>
#include <vector>

#include "backend/backend.h"
#include "slabs/domain.h"

namespace eulerc {

/// Runs of rows of the whole grid, in growing order.
using RowRuns = std::vector<Range>;

RowRuns runsOf(const RowSet &rows);

/// A slab that others know of.
struct ReadingSlab {
  Range owned;
  RowRuns reads;
};

struct RowLists {
  std::vector<RowRuns> sent, taken; ///< to and of each slab
};

/// What points of some rows read. `whole`: of the whole grid.
RowRuns rowsRead(const Job &whole, Range rows);
/// Of each level of a step, or of all, the components of other points that it reads, a bit each.
std::vector<std::uint64_t> componentsRead(const Model &model, const Grid &grid);
/// What the slab of that number sends and takes.
RowLists rowListsOf(const std::vector<ReadingSlab> &slabs, std::size_t own);
/// All rows of all slabs.
RowLists allRowsOf(const std::vector<ReadingSlab> &slabs, std::size_t own);

} // namespace eulerc
