#include "stepsize/fastest.h"

#include <algorithm>
#include <cmath>
#include <limits>

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

/// Numbers that a direction repeats.
std::vector<double> pattern() {
  std::vector<double> numbers(512);
  for (std::size_t k = 0; k < numbers.size(); k++)
    numbers[k] = randomOf(k);
  return numbers;
}

/// Looks at blocks, one after the other.
template <class Real> class Scan {
public:
  Scan(const Scanned &scanned, const void *y, double h)
      : scanned_(scanned), y_(y), h_(h), window_(scanned.job, scanned.host, scanned.sight, 1),
        differences_(window_) {}

  Fast fastestOf(const Box &block) {
    differences_.moveTo(block, y_);
    differences_.setStep(h_);
    differences_.allocate(v_);
    differences_.allocate(x_);
    const std::vector<Line> &lines = window_.lines();
    for (std::size_t k = 0; k < lines.size(); k++)
      for (int q = 0; q < window_.components(); q++)
        fill(lines[k], k, q);
    differences_.apply(v_, smallPart<Real>, x_);
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
  double sizeOf(int component) const {
    const double size = scanned_.sizes[static_cast<std::size_t>(component)];
    return size > 0 ? size : 1;
  }

  void fill(const Line &line, std::size_t number, int component) {
    static const std::vector<double> numbers = pattern();
    const std::size_t first = (number * 37 + static_cast<std::size_t>(component) * 11) % 256;
    Real *v = differences_.valuesOf(v_, line, component);
    const auto size = static_cast<Real>(sizeOf(component));
    for (std::int64_t i = 0; i < window_.count(line, component); i++)
      v[i] = size * static_cast<Real>(numbers[first + static_cast<std::size_t>(i)]);
  }

  double rateOf(const Line &line) const {
    double changed = 0, all = 0;
    for (int q = 0; q < window_.components(); q++) {
      const Sums sums = differences_.sums(line, q, v_, x_, x_);
      const double size = sizeOf(q);
      changed += sums.xx / (size * size);
      all += sums.vv / (size * size);
    }
    return all > 0 ? changed / all : 0;
  }

  /// The point of a line that changes most.
  std::int64_t fastestOn(const Line &line) const {
    std::int64_t fastest = 0;
    double most = 0;
    for (int q = 0; q < window_.components(); q++)
      for (std::int64_t i = 0; i < window_.count(line, q); i++) {
        const double change =
            std::abs(static_cast<double>(differences_.valuesOf(x_, line, q)[i])) / sizeOf(q);
        if (change > most) {
          most = change;
          fastest = i;
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
  Window window_;
  Differences<Real> differences_;
  HostArray v_, x_;
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
