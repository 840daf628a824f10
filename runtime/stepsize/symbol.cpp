// Computes symbols from the rows at a point, for waves in all directions.

#include "stepsize/symbol.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <string_view>

namespace eulerc {
namespace {

using Wave = std::array<double, maxRank>; ///< angles from cell to cell

/// Term: an entry of a row of the symbol, and the distance of its cell.
struct Term {
  int row, column;
  std::array<std::int64_t, maxRank> distance;
  double value;

  bool operator==(const Term &other) const = default;
};

/// Cells: a cell is a point, or as many neighbours along the last axis as there are residue
/// classes.
class Cells {
public:
  explicit Cells(const Jacobian &jacobian) : jacobian_(jacobian) {
    const Model &model = jacobian.from().place.model;
    rank_ = model.program.rank;
    classes_ = jacobian.kinds() / model.program.stateCount;
    std::copy_n(jacobian.from().extent, maxRank, extent_.begin());
  }

  int rank() const { return rank_; }
  std::int64_t extent(int axis) const {
    const std::int64_t points = extent_[static_cast<std::size_t>(axis)];
    return axis == rank_ - 1 ? (points + classes_ - 1) / classes_ : points;
  }
  std::array<std::int64_t, maxRank> of(std::int64_t point) const {
    std::array<std::int64_t, maxRank> cell = {};
    for (int axis = rank_; axis-- > 0;) {
      const auto k = static_cast<std::size_t>(axis);
      cell[k] = point % extent_[k];
      point /= extent_[k];
    }
    cell[static_cast<std::size_t>(rank_ - 1)] /= classes_;
    return cell;
  }
  /// Computes the terms of all rows at a point's cell.
  bool termsAt(std::int64_t point, std::vector<Term> &terms) const {
    const auto cell = of(point);
    const std::int64_t inRow = point % extent_[static_cast<std::size_t>(rank_ - 1)];
    const std::int64_t first = point - inRow % classes_, all = jacobian_.points();
    std::vector<JacobianEntry> entries;
    for (int kind = 0; kind < jacobian_.kinds(); kind++) {
      const std::int64_t residue = kind % classes_;
      if (inRow - inRow % classes_ + residue >= extent_[static_cast<std::size_t>(rank_ - 1)])
        continue; // rows may end within a cell
      const std::int64_t state = kind / classes_;
      if (!jacobian_.row(state * all + first + residue, entries))
        return false;
      for (const JacobianEntry &entry : entries)
        terms.push_back({kind, jacobian_.kindOf(entry.component),
                         distance(cell, of(entry.component % all)), entry.value});
    }
    return true;
  }

  /// A point of the nearest cell that keeps this distance from all sides, if the grid is large
  /// enough.
  std::int64_t inside(std::int64_t point, const std::array<std::int64_t, maxRank> &reach) const {
    const auto cell = of(point);
    std::int64_t number = 0;
    for (int axis = 0; axis < rank_; axis++) {
      const auto k = static_cast<std::size_t>(axis);
      const std::int64_t cells = extent(axis), margin = std::min(reach[k], (cells - 1) / 2);
      const std::int64_t at = std::clamp(cell[k], margin, cells - 1 - margin);
      number = number * extent_[k] + (axis == rank_ - 1 ? at * classes_ : at);
    }
    return number;
  }
  std::int64_t middle() const {
    std::int64_t number = 0;
    for (int axis = 0; axis < rank_; axis++)
      number = number * extent_[static_cast<std::size_t>(axis)] +
               extent_[static_cast<std::size_t>(axis)] / 2;
    return number;
  }

private:
  /// The distance between two cells; the shorter one on periodic axes.
  std::array<std::int64_t, maxRank> distance(const std::array<std::int64_t, maxRank> &from,
                                             const std::array<std::int64_t, maxRank> &to) const {
    std::array<std::int64_t, maxRank> all = {};
    for (int axis = 0; axis < rank_; axis++) {
      const auto k = static_cast<std::size_t>(axis);
      const std::int64_t cells = extent(axis), straight = to[k] - from[k];
      all[k] = 2 * straight > cells ? straight - cells
                                    : (2 * straight < -cells ? straight + cells : straight);
    }
    return all;
  }

  const Jacobian &jacobian_;
  int rank_ = 1, classes_ = 1;
  std::array<std::int64_t, maxRank> extent_ = {};
};

/// Angles of waves along an axis; only half of the circle if the other half is its mirror image.
std::vector<double> anglesOf(std::int64_t cells, int count, bool isHalf) {
  if (cells == 1)
    return {0};
  std::vector<double> angles;
  for (int k = 0; k <= (isHalf ? count / 2 : count - 1); k++)
    angles.push_back(2 * std::numbers::pi * k / count);
  return angles;
}

std::vector<Wave> wavesOf(const Cells &cells, int kinds) {
  constexpr int usual[maxRank] = {192, 24, 12}, ofMany[maxRank] = {32, 8, 6};
  constexpr int many = 8;
  const int count = (kinds > many ? ofMany : usual)[cells.rank() - 1];
  std::vector<Wave> waves = {{}};
  for (int axis = 0; axis < cells.rank(); axis++) {
    std::vector<Wave> further;
    for (const Wave &wave : waves)
      for (const double angle : anglesOf(cells.extent(axis), count, axis == 0)) {
        further.push_back(wave);
        further.back()[static_cast<std::size_t>(axis)] = angle;
      }
    waves.swap(further);
  }
  return waves;
}

void addSymbol(const std::vector<Term> &terms, const std::vector<Wave> &waves, std::size_t size,
               Hull &hull) {
  for (const Wave &wave : waves) {
    Block block(size * size);
    for (const Term &term : terms) {
      double angle = 0;
      for (std::size_t axis = 0; axis < maxRank; axis++)
        angle += wave[axis] * static_cast<double>(term.distance[axis]);
      block[static_cast<std::size_t>(term.row) * size + static_cast<std::size_t>(term.column)] +=
          std::polar(1.0, angle) * term.value;
    }
    hull.add(block);
  }
}

} // namespace

int addSymbols(const Jacobian &jacobian, const std::vector<std::int64_t> &points, Hull &hull) {
  const Cells cells(jacobian);
  std::vector<Term> terms;
  if (!cells.termsAt(cells.middle(), terms))
    return 0;
  std::array<std::int64_t, maxRank> reach = {};
  for (const Term &term : terms)
    for (std::size_t axis = 0; axis < maxRank; axis++)
      reach[axis] = std::max(reach[axis], std::abs(term.distance[axis]));
  const std::vector<Wave> waves = wavesOf(cells, jacobian.kinds());
  std::vector<std::vector<Term>> before;
  for (const std::int64_t point : points) {
    terms.clear();
    if (!cells.termsAt(cells.inside(point, reach), terms))
      return 0;
    if (std::ranges::find(before, terms) != before.end())
      continue;
    addSymbol(terms, waves, static_cast<std::size_t>(jacobian.kinds()), hull);
    before.push_back(terms);
  }
  return static_cast<int>(before.size());
}

std::vector<int> turnsOf(const Jacobian &jacobian) {
  const Model &model = jacobian.from().place.model;
  const auto declared = [&](int state) {
    const std::string_view name = model.program.states[state].name;
    return name.substr(0, name.find('['));
  };
  std::vector<int> turns;
  int turn = 0;
  for (int kind = 0; kind < jacobian.kinds(); kind++) {
    const int state = jacobian.stateOfKind(kind);
    if (state > 0 && kind > 0 && declared(state) != declared(jacobian.stateOfKind(kind - 1)))
      turn++;
    turns.push_back(turn);
  }
  return turns;
}

} // namespace eulerc
