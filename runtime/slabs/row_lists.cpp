// Finds which rows slabs send each other before a level that reads at any distance (row_lists.h).

#include "slabs/row_lists.h"

#include <algorithm>

#include "slabs/cut.h"

namespace eulerc {
namespace {

/// The parts of runs that lie in a range. If they leave out less than a quarter of the rows between
/// the first and the last one, one run with all of these.
RowRuns within(const RowRuns &runs, Range range) {
  RowRuns found;
  std::int64_t rows = 0;
  for (const Range &run : runs) {
    const Range part{std::max(run.begin, range.begin), std::min(run.end, range.end)};
    if (part.begin >= part.end)
      continue;
    found.push_back(part);
    rows += part.end - part.begin;
  }
  if (found.size() > 1 && 4 * rows > 3 * (found.back().end - found.front().begin))
    found = {{found.front().begin, found.back().end}};
  return found;
}

} // namespace

RowRuns runsOf(const RowSet &rows) {
  RowRuns runs;
  for (std::int64_t k = 0; k < rows.rows(); k++) {
    if (!rows.has(k))
      continue;
    if (runs.empty() || runs.back().end != k)
      runs.push_back({k, k});
    runs.back().end = k + 1;
  }
  return runs;
}

RowRuns rowsRead(const Job &whole, Range rows) {
  const ProgramFacts &program = whole.model.program;
  const std::int64_t count = whole.grid.extent[0];
  if (program.rowsRead == nullptr || rowsOfGlobals(whole.model, whole.grid) != 0)
    return {{0, count}};
  RowSet found(count);
  const std::int64_t row = whole.points / count;
  const std::vector<const void *> fields = whole.allFields();
  program.rowsRead(whole.params.data(), fields.data(), rows.begin * row, rows.end * row, found);
  return runsOf(found);
}

std::vector<std::uint64_t> componentsRead(const Model &model, const Grid &grid) {
  const StencilFacts &stencil = model.stencil;
  if (rowsOfGlobals(model, grid) != 0)
    return {allComponents};
  if (stencil.readsOfLevels != nullptr)
    return {stencil.readsOfLevels, stencil.readsOfLevels + model.method.stages};
  // Levels that store a component in the place of another one read all components.
  const bool isKnown = grid.classes == 1 && !model.method.readsOtherCopy;
  return {isKnown ? stencil.readsBefore | stencil.readsBehind : allComponents};
}

RowLists rowListsOf(const std::vector<ReadingSlab> &slabs, std::size_t own) {
  RowLists lists;
  for (const ReadingSlab &other : slabs) {
    const bool isOwn = &other == &slabs[own];
    lists.sent.push_back(isOwn ? RowRuns() : within(other.reads, slabs[own].owned));
    lists.taken.push_back(isOwn ? RowRuns() : within(slabs[own].reads, other.owned));
  }
  return lists;
}

RowLists allRowsOf(const std::vector<ReadingSlab> &slabs, std::size_t own) {
  RowLists lists;
  for (const ReadingSlab &other : slabs) {
    const bool isOwn = &other == &slabs[own];
    lists.sent.push_back(isOwn ? RowRuns() : RowRuns{slabs[own].owned});
    lists.taken.push_back(isOwn ? RowRuns() : RowRuns{other.owned});
  }
  return lists;
}

} // namespace eulerc
