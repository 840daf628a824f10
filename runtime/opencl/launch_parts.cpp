#include "opencl/launch_parts.h"

#include <algorithm>

#include "forms/shapes.h"

namespace eulerc {
namespace {

/// Bands of a launch, which may be cut between them.
struct Cuts : Bands {
  bool areTiles = false;

  std::int64_t count() const { return static_cast<std::int64_t>(first.size()) - 1; }
  /// Bands that have some of the rows.
  Range of(Range rows) const {
    return {std::ranges::upper_bound(first, rows.begin) - first.begin() - 1,
            std::ranges::lower_bound(first, rows.end) - first.begin()};
  }
  /// Bands that have none but the rows.
  Range within(Range rows) const {
    return {std::ranges::lower_bound(first, rows.begin) - first.begin(),
            std::ranges::upper_bound(first, rows.end) - first.begin() - 1};
  }
  /// All but the last one are as high as each other.
  bool areAlike() const { return count() < 3 || rows({0, 1}) == rows({count() - 2, count() - 1}); }
  LaunchPart part(Range bands, bool isExchanged) const {
    return {{before + bands.begin * each, before + bands.end * each}, isExchanged};
  }
  std::int64_t rows(Range bands) const {
    return first[static_cast<std::size_t>(bands.end)] -
           first[static_cast<std::size_t>(bands.begin)];
  }
};

/// None where all of a launch is one.
Cuts cutsOf(const Plan &plan, const Grid &grid) {
  if (plan.form->bands == nullptr || plan.form->copies != Copies::OfLaunches)
    return {};
  Cuts cuts{plan.form->bands(plan, grid)};
  cuts.areTiles = plan.form->tiling != nullptr;
  const std::int64_t all = cuts.areTiles ? plan.form->tiling(plan).tiles : plan.workGroups;
  if (cuts.before + cuts.each * static_cast<std::int64_t>(cuts.first.size()) != all)
    return {};
  cuts.first.push_back(grid.extent[0]);
  return cuts;
}

/// Rows of a launch that are computed; of these, the ones that no exchange waits for.
struct Rows {
  Range needed, apart;
  bool isInParts() const { return apart.begin < apart.end; }
};

Rows rowsOfLaunch(const Plan &plan, const SlabPiece &piece, std::int64_t launch) {
  const std::int64_t all = plan.levels.count, each = plan.levelsPerLaunch.count;
  const std::int64_t behind = all - std::min((launch + 1) * each, all);
  const std::int64_t extent = piece.grid->extent[0];
  const std::int64_t below = piece.below(), above = piece.above();
  const auto beyond = [&](std::int64_t ghosts, std::int64_t rows) { return ghosts > 0 ? rows : 0; };
  Rows rows;
  const std::int64_t spoilt = behind * piece.radius;
  rows.needed = {beyond(below, std::max<std::int64_t>(below - spoilt, 0)),
                 extent - beyond(above, std::max<std::int64_t>(above - spoilt, 0))};
  const std::int64_t reads = std::min(each, all) * piece.radius;
  if (launch + 1 == plan.launches && piece.isLastInParts)
    rows.apart = piece.unexchanged;
  else if (launch == 0 && piece.isFirstInParts)
    rows.apart = {beyond(below, below + reads), extent - beyond(above, above + reads)};
  return rows;
}

/// A launch in parts.
std::int64_t launchInParts(const Plan &plan, const SlabPiece &piece) {
  return piece.isLastInParts ? plan.launches - 1 : 0;
}

/// The number of bands, about `most`, that leaves fewest rows to the borders: all bands are equally
/// high.
std::int64_t fittingBands(std::int64_t rows, std::int64_t most) {
  std::int64_t best = most;
  for (std::int64_t count = most; 10 * count >= 9 * most; count--)
    if (rows % count < rows % best)
      best = count;
  return best;
}

/// Tiles of rows in `count` bands of equal height, the last one perhaps lower.
LaunchPart window(const Cuts &bands, Range rows, std::int64_t count, bool isExchanged) {
  const std::int64_t high = (rows.end - rows.begin + count - 1) / count;
  const std::int64_t used = (rows.end - rows.begin + high - 1) / high;
  return {{bands.each, (1 + used) * bands.each}, isExchanged, rows.begin, high};
}

/// The bands of a plan are often high: then borders get bands for themselves, and the other rows as
/// many as the plan has.
std::vector<LaunchPart> partsInWindows(const Cuts &bands, const SlabPiece &piece, Rows rows) {
  const std::int64_t apart = rows.apart.end - rows.apart.begin;
  const std::int64_t count = piece.bands > 0 ? std::min(piece.bands, apart)
                                             : fittingBands(apart, std::min(bands.count(), apart));
  const std::int64_t rest = apart % count;
  if (rows.apart.begin > rows.needed.begin)
    rows.apart.begin += rest;
  else
    rows.apart.end -= rest;
  std::vector<LaunchPart> parts;
  if (rows.apart.begin > rows.needed.begin)
    parts.push_back(window(bands, {rows.needed.begin, rows.apart.begin}, 1, true));
  if (rows.needed.end > rows.apart.end)
    parts.push_back(window(bands, {rows.apart.end, rows.needed.end}, 1, true));
  parts.push_back(window(bands, rows.apart, count, false));
  return parts;
}

/// Parts of whole bands; none where no band is left for one of them.
std::vector<LaunchPart> partsInBands(const Cuts &bands, Rows rows) {
  const Range apart = bands.within(rows.apart), needed = bands.of(rows.needed);
  if (apart.begin >= apart.end)
    return {};
  std::vector<LaunchPart> parts = {bands.part({needed.begin, apart.begin}, true),
                                   bands.part({apart.end, needed.end}, true),
                                   bands.part(apart, false)};
  if (bands.before > 0) // these may read any row
    parts.front().groups.begin = 0;
  std::erase_if(parts, [](const LaunchPart &part) { return part.groups.begin == part.groups.end; });
  return parts;
}

/// Whether whole bands make borders of far more rows than travel.
bool areHigh(const Cuts &bands, const Rows &rows) {
  constexpr std::int64_t most = 25; // one row in so many
  const Range apart = bands.within(rows.apart);
  if (apart.begin >= apart.end)
    return true;
  const std::int64_t more = rows.apart.end - rows.apart.begin - bands.rows(apart);
  return more * most > bands.first.back();
}

} // namespace

bool beginsEarly(const SlabPiece &piece, std::int64_t launch) {
  return launch == 0 && piece.isFirstInParts;
}

std::int64_t freeBands(const Plan &plan, const SlabPiece &piece) {
  const Cuts bands = cutsOf(plan, *piece.grid);
  const Rows rows = rowsOfLaunch(plan, piece, launchInParts(plan, piece));
  const bool isFree = bands.each > 0 && bands.areTiles && rows.isInParts() && areHigh(bands, rows);
  return isFree ? bands.count() : 0;
}

std::vector<LaunchPart> partsOfLaunch(const Plan &plan, const SlabPiece &piece,
                                      std::int64_t launch) {
  const Cuts bands = cutsOf(plan, *piece.grid);
  if (bands.each == 0 || piece.unexchanged.begin >= piece.unexchanged.end)
    return {};
  const Rows rows = rowsOfLaunch(plan, piece, launch);
  std::vector<LaunchPart> parts;
  if (rows.isInParts())
    parts = bands.areTiles && areHigh(bands, rows) ? partsInWindows(bands, piece, rows)
                                                   : partsInBands(bands, rows);
  if (parts.size() > 1) {
    if (beginsEarly(piece, launch)) // what is exchanged waits for rows on their way
      std::ranges::rotate(parts, parts.end() - 1);
    return parts;
  }
  if (bands.before > 0 || (rows.needed.begin == 0 && rows.needed.end == bands.first.back()))
    return {};
  if (!bands.areTiles)
    return {bands.part(bands.of(rows.needed), false)};
  if (!bands.areAlike())
    return {};
  return {window(bands, rows.needed, bands.count(), false)};
}

bool hidesExchanges(const Plan &plan, const SlabPiece &piece) {
  return partsOfLaunch(plan, piece, launchInParts(plan, piece)).size() > 1;
}

Range groupsOfRows(const Plan &plan, const Grid &grid, Range rows) {
  const Cuts bands = cutsOf(plan, grid);
  if (bands.each == 0 || bands.areTiles || bands.before > 0 || rows.begin >= rows.end)
    return {};
  const Range some = bands.of(rows);
  return {some.begin * bands.each, some.end * bands.each};
}

} // namespace eulerc
