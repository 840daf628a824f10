// Cuts launches of slabs into parts along the slowest axis (launch_parts.h).

#include "opencl/launch_parts.h"

#include <algorithm>

#include "forms/shapes.h"

namespace eulerc {
namespace {

/// The bands of a launch; it can be cut between any two. `first` has one more entry: the end.
struct Cuts : Bands {
  bool areTiles = false;

  std::int64_t count() const { return static_cast<std::int64_t>(first.size()) - 1; }
  /// Bands that contain any of the rows.
  Range of(Range rows) const {
    return {std::ranges::upper_bound(first, rows.begin) - first.begin() - 1,
            std::ranges::lower_bound(first, rows.end) - first.begin()};
  }
  /// Bands that contain no other rows.
  Range within(Range rows) const {
    return {std::ranges::lower_bound(first, rows.begin) - first.begin(),
            std::ranges::upper_bound(first, rows.end) - first.begin() - 1};
  }
  /// Whether all bands except the last have the same height.
  bool areAlike() const { return count() < 3 || rows({0, 1}) == rows({count() - 2, count() - 1}); }
  LaunchPart part(Range bands, bool isExchanged) const {
    return {{before + bands.begin * each, before + bands.end * each}, isExchanged};
  }
  std::int64_t rows(Range bands) const {
    return first[static_cast<std::size_t>(bands.end)] -
           first[static_cast<std::size_t>(bands.begin)];
  }
};

/// The bands of a plan's launches; none if they cannot be cut.
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

/// Rows that a launch computes (`needed`), and the part of them that no exchange waits for
/// (`apart`).
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

/// The number of a launch that is in parts.
std::int64_t launchInParts(const Plan &plan, const SlabPiece &piece) {
  return piece.isLastInParts ? plan.launches - 1 : 0;
}

/// A number of bands between 90 % of `most` and `most`. All bands have the same height; the number
/// leaves the fewest remaining rows, which go to a border.
std::int64_t fittingBands(std::int64_t rows, std::int64_t most) {
  std::int64_t best = most;
  for (std::int64_t count = most; 10 * count >= 9 * most; count--)
    if (rows % count < rows % best)
      best = count;
  return best;
}

/// A part that computes the rows in `count` bands of equal height; the last one may be lower.
LaunchPart window(const Cuts &bands, Range rows, std::int64_t count, bool isExchanged) {
  const std::int64_t high = (rows.end - rows.begin + count - 1) / count;
  const std::int64_t used = (rows.end - rows.begin + high - 1) / high;
  return {{bands.each, (1 + used) * bands.each}, isExchanged, rows.begin, high};
}

/// Parts for plans with high bands: each border gets one band of its height, and the inner rows get
/// about as many bands as the plan has.
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

/// Parts made of the plan's own bands; none if no band is left for the inner rows.
std::vector<LaunchPart> partsInBands(const Cuts &bands, Rows rows) {
  const Range apart = bands.within(rows.apart), needed = bands.of(rows.needed);
  if (apart.begin >= apart.end)
    return {};
  std::vector<LaunchPart> parts = {bands.part({needed.begin, apart.begin}, true),
                                   bands.part({apart.end, needed.end}, true),
                                   bands.part(apart, false)};
  if (bands.before > 0) // work-groups before the bands may read any row
    parts.front().groups.begin = 0;
  std::erase_if(parts, [](const LaunchPart &part) { return part.groups.begin == part.groups.end; });
  return parts;
}

/// Whether borders made of whole bands would have far more rows than are exchanged.
bool areHigh(const Cuts &bands, const Rows &rows) {
  constexpr std::int64_t most = 25; // far more: over a 25th of all rows
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
    if (beginsEarly(piece, launch)) // inner rows first: the borders wait for received rows
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
