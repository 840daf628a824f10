#include "stepsize/fastest.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <numeric>

#include "stepsize/powers.h"

namespace eulerc {
namespace {

/// Points of a core along the axes of grids of rank 1, 2 and 3.
constexpr std::int64_t coreOf[maxRank][maxRank] = {{4096, 1, 1}, {24, 64, 1}, {8, 8, 32}};
/// Steps that a core does not see the ends of its window in.
constexpr std::int64_t stepsOf[maxRank] = {16, 16, 6};
constexpr std::int64_t blockOf[maxRank][maxRank] = {{8192, 1, 1}, {32, 256, 1}, {16, 16, 64}};

Range clipped(std::int64_t begin, std::int64_t length, const Range &within) {
  begin = std::max(within.begin, std::min(begin, within.end - length));
  return {begin, std::min(begin + length, within.end)};
}

} // namespace

Cut::Cut(const Sight &sight, const Grid &grid) : sight_(sight), grid_(grid) {}

std::int64_t Cut::marginAlong(int axis) const {
  return stepsOf[grid_.rank - 1] * sight_.ofStep[axis];
}

Place Cut::around(const std::array<std::int64_t, maxRank> &centre) const {
  Place place = {wholeGrid(grid_), wholeGrid(grid_)};
  for (int axis = 0; axis < grid_.rank; axis++) {
    const auto k = static_cast<std::size_t>(axis);
    const std::int64_t core = coreOf[grid_.rank - 1][axis], margin = marginAlong(axis);
    const std::int64_t length = core + 2 * margin;
    const Range own = clipped(centre[k] - length / 2, length, sight_.within(grid_, axis));
    // The grid's own ends are no ends of the window.
    const bool isLow = own.begin == 0, isHigh = own.end == grid_.extent[axis];
    place.own[k] = own;
    place.core[k] = {isLow ? own.begin : own.begin + margin, isHigh ? own.end : own.end - margin};
  }
  return place;
}

std::int64_t Cut::points() const { return pointsIn(sight_.around(grid_, around({}).own, 1)); }

bool Cut::pays() const {
  constexpr std::int64_t few = 4;
  if (!sight_.isKnown)
    return false;
  const Place place = around({});
  return pointsIn(place.core) > 0 && few * points() <= pointsIn(wholeGrid(grid_));
}

std::vector<Box> Cut::blocks() const {
  std::vector<Box> blocks = {wholeGrid(grid_)};
  for (int axis = 0; axis < grid_.rank; axis++) {
    const Range all = sight_.within(grid_, axis);
    const std::int64_t length = blockOf[grid_.rank - 1][axis];
    std::vector<Box> cut;
    for (const Box &block : blocks)
      for (std::int64_t begin = all.begin; begin < all.end; begin += length) {
        cut.push_back(block);
        cut.back()[static_cast<std::size_t>(axis)] = {begin, std::min(begin + length, all.end)};
      }
    blocks.swap(cut);
  }
  return blocks;
}

namespace {

/// A line, and how much a step changes there.
struct Fast {
  double rate = -1; ///< what a perturbation becomes times as large, squared
  std::array<std::int64_t, maxRank> centre = {};

  bool operator<(const Fast &other) const { return rate < other.rate; }
};

/// A direction at all points of a grid, of components of size 1: numbers that rows repeat, each row
/// from another one on: neighbours along any axis differ.
template <class Real> class Pattern {
public:
  Pattern() {
    for (std::size_t k = 0; k < 3 * period; k++) {
      numbers_[k] = static_cast<Real>(randomOf(k % period));
      squares_[k + 1] = squares_[k] + static_cast<double>(numbers_[k] * numbers_[k]);
    }
  }

  const Real *of(const Line &line, int component) const {
    return numbers_.data() + first(line, component);
  }
  /// Sum of the squares of the first `count` at a line of at most `period` points.
  double squares(const Line &line, int component, std::int64_t count) const {
    const std::size_t k = first(line, component);
    return squares_[k + static_cast<std::size_t>(count)] - squares_[k];
  }

private:
  static constexpr std::size_t period = 256;
  static constexpr std::int64_t maxComponents = 1024; ///< more may share numbers

  static std::size_t first(const Line &line, int component) {
    const auto row = static_cast<std::uint64_t>(line.row * maxComponents + component);
    const auto from = static_cast<std::size_t>((randomOf(row) + 1) / 2 * period);
    return from + static_cast<std::size_t>(line.index) % period;
  }

  std::array<Real, 3 * period> numbers_;
  std::array<double, 3 * period + 1> squares_ = {};
};

/// Of value(0) … value(count - 1), in lanes.
template <class Value> double sumOfSquares(Value &&value, std::int64_t count) {
  constexpr int lanes = 8;
  double sums[lanes] = {};
  std::int64_t k = 0;
  for (; k + lanes <= count; k += lanes)
    for (int l = 0; l < lanes; l++)
      sums[l] += value(k + l) * value(k + l);
  for (; k < count; k++)
    sums[0] += value(k) * value(k);
  return std::accumulate(std::begin(sums), std::end(sums), 0.0);
}

/// Looks at blocks, one after the other.
template <class Real> class Scan {
public:
  Scan(const Scanned &scanned, const void *y, double h)
      : scanned_(scanned), y_(y), h_(h), window_(scanned.job, scanned.host, scanned.sight, 1) {}

  Fast fastestOf(const Box &block) {
    takeSteps(block);
    const std::vector<Line> &lines = window_.lines();
    double most = -1;
    const Line *fastest = &lines.front();
    for (const Line &line : lines) {
      const double rate = rateOf(line);
      if (!(rate <= most)) { // what is no number counts as fast
        most = std::isfinite(rate) ? rate : std::numeric_limits<double>::infinity();
        fastest = &line;
      }
    }
    return {most, centreOf(*fastest)};
  }

private:
  static constexpr Real part = static_cast<Real>(smallPart<Real>);

  double sizeOf(int component) const {
    const double size = scanned_.sizes[static_cast<std::size_t>(component)];
    return size > 0 ? size : 1;
  }
  Real *valuesOf(const HostArray &values, const Line &line, int component) const {
    return static_cast<Real *>(values.data()) + component * window_.plane() + line.at;
  }

  /// From the state, and from one beside it: stepped_ and the window's result.
  void takeSteps(const Box &block) {
    window_.moveTo(block);
    window_.load(y_);
    window_.stepOfValues(h_);
    window_.takeResult(stepped_);
    for (const Line &line : window_.allLines())
      for (int q = 0; q < window_.components(); q++) {
        const Real *y = valuesOf(window_.values(), line, q), *numbers = pattern_.of(line, q);
        Real *const to = valuesOf(window_.start(), line, q);
        const Real size = changeOf(q);
        for (std::int64_t i = 0; i < window_.count(line, q); i++)
          to[i] = y[i] + size * numbers[i];
      }
    window_.step(h_);
  }
  Real changeOf(int component) const { return part * static_cast<Real>(sizeOf(component)); }

  /// What the small change of a component has become beside it, by points of the line.
  auto changes(const Line &line, int q) const {
    return [y = valuesOf(window_.values(), line, q), stepped = valuesOf(stepped_, line, q),
            result = valuesOf(window_.result(), line, q), numbers = pattern_.of(line, q),
            size = changeOf(q)](std::int64_t i) {
      const Real change = y[i] + size * numbers[i] - y[i];
      return static_cast<double>(result[i] - stepped[i] - change);
    };
  }

  /// The square of what J makes of the direction, over its own.
  double rateOf(const Line &line) const {
    double changed = 0, all = 0;
    for (int q = 0; q < window_.components(); q++) {
      const std::int64_t count = window_.count(line, q);
      const double scale = 1 / (h_ * static_cast<double>(changeOf(q)));
      changed += sumOfSquares(changes(line, q), count) * scale * scale;
      all += pattern_.squares(line, q, count);
    }
    return all > 0 ? changed / all : 0;
  }

  /// The point of a line that changes most.
  std::int64_t fastestOn(const Line &line) const {
    std::int64_t fastest = 0;
    double most = 0;
    for (int q = 0; q < window_.components(); q++) {
      const auto change = changes(line, q);
      for (std::int64_t i = 0; i < window_.count(line, q); i++) {
        const double size = std::abs(change(i)) / sizeOf(q);
        if (size > most) {
          most = size;
          fastest = i;
        }
      }
    }
    return fastest;
  }

  std::array<std::int64_t, maxRank> centreOf(const Line &line) const {
    const Grid &grid = scanned_.job.grid;
    std::array<std::int64_t, maxRank> centre = {};
    centre[static_cast<std::size_t>(grid.rank - 1)] = line.index + fastestOn(line);
    if (grid.rank == 2)
      centre[0] = line.row;
    if (grid.rank == 3)
      centre = {line.row / grid.extent[1], line.row % grid.extent[1], centre[2]};
    return centre;
  }

  const Scanned &scanned_;
  const void *y_;
  const double h_;
  const Pattern<Real> pattern_;
  Window window_;
  HostArray stepped_;
};

bool isIn(const Box &box, const std::array<std::int64_t, maxRank> &point) {
  for (std::size_t axis = 0; axis < maxRank; axis++)
    if (point[axis] < box[axis].begin || point[axis] >= box[axis].end)
      return false;
  return true;
}

/// Of each block.
template <class Real>
std::vector<Fast> fastestLines(const Scanned &scanned, const void *y, double h) {
  const std::vector<Box> blocks = scanned.cut.blocks();
  std::vector<Fast> found(blocks.size());
  inParallel(scanned.threads, [&](int index) {
    Scan<Real> scan(scanned, y, h);
    const Range part =
        cutRange(static_cast<std::int64_t>(blocks.size()), 1, scanned.threads, index);
    for (auto k = static_cast<std::size_t>(part.begin); k < static_cast<std::size_t>(part.end); k++)
      found[k] = scan.fastestOf(blocks[k]);
  });
  return found;
}

/// Around the fastest line, and the fastest one that is not in that window.
std::vector<Place> placesOf(std::vector<Fast> found, const Cut &cut) {
  const auto placeOfFastest = [&] {
    return cut.around(std::max_element(found.begin(), found.end())->centre);
  };
  std::vector<Place> places = {placeOfFastest()};
  std::erase_if(found, [&](const Fast &each) { return isIn(places[0].own, each.centre); });
  if (!found.empty())
    places.push_back(placeOfFastest());
  return places;
}

} // namespace

template <class Real>
std::vector<Place> fastestPlaces(const Scanned &scanned, const void *y, double h) {
  return placesOf(fastestLines<Real>(scanned, y, h), scanned.cut);
}

template std::vector<Place> fastestPlaces<float>(const Scanned &, const void *, double);
template std::vector<Place> fastestPlaces<double>(const Scanned &, const void *, double);

} // namespace eulerc
