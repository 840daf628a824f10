// Layouts and conversions, by enumeration over small grids.
#include "base/memory.h"
#include "layout/convert.h"
#include "layout/copies.h"
#include "layout/layout.h"
#include "layout/whole.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <set>
#include <vector>

#include <gtest/gtest.h>

using namespace eulerc;

namespace {

/// A grid with the extents of the file.
struct Case {
  std::vector<std::int64_t> file;
  std::int64_t states, classes, begin;

  Grid grid() const {
    Grid grid;
    grid.rank = static_cast<int>(file.size());
    grid.components = states * classes;
    grid.classes = classes;
    for (std::size_t axis = 0; axis < file.size(); axis++)
      grid.extent[axis] = grid.end[axis] = file[axis];
    const std::size_t last = file.size() - 1;
    grid.extent[last] = (file[last] + classes - 1) / classes;
    grid.begin[last] = begin;
    grid.end[last] = grid.extent[last] - 1; // often empty
    return grid;
  }
  Places places(Arrangement arrangement) const {
    return placesOf(grid(), makeLayout(grid(), arrangement), states, file.back());
  }
  std::int64_t components() const {
    std::int64_t n = states;
    for (const std::int64_t extent : file)
      n *= extent;
    return n;
  }
};

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const std::int64_t states : {1, 2, 3})
    for (std::int64_t classes = 1; classes <= 5; classes++)
      for (const std::int64_t begin : {0, 1, 7, 16, 20}) {
        for (const std::int64_t n : {1, 2, 3, 5, 16, 63, 64, 65, 130, 333})
          all.push_back({{n}, states, classes, begin});
        for (const std::int64_t n : {1, 3, 8, 67, 128, 131})
          all.push_back({{3, n}, states, classes, begin});
        for (const std::int64_t n : {1, 5, 66, 129})
          all.push_back({{2, 3, n}, states, classes, begin});
      }
  return all;
}

const Arrangement arrangements[] = {Arrangement::SoA, Arrangement::AoS};

/// Where the components lie in the buffer, in the file's order; by the words of <eulerc/layout.h>.
std::vector<std::int64_t> placesByHand(const Case &c, const Layout &layout) {
  std::vector<std::int64_t> file(3, 1);
  std::copy(c.file.rbegin(), c.file.rend(), file.rbegin());
  std::int64_t stride[3] = {};
  const std::size_t rank = c.file.size();
  for (std::size_t axis = 0; axis < rank; axis++)
    stride[3 - rank + axis] = layout.stride[axis];
  std::vector<std::int64_t> all;
  for (std::int64_t s = 0; s < c.states; s++)
    for (std::int64_t k = 0; k < file[0]; k++)
      for (std::int64_t j = 0; j < file[1]; j++)
        for (std::int64_t i = 0; i < file[2]; i++) {
          const std::int64_t q = s * c.classes + i % c.classes;
          const std::int64_t point =
              layout.lead + k * stride[0] + j * stride[1] + i / c.classes * stride[2];
          all.push_back(q * layout.plane + point * layout.step);
        }
  return all;
}

/// 1, 2, 3 … : no component is zero.
std::vector<float> numbered(std::int64_t n) {
  std::vector<float> values;
  for (std::int64_t k = 1; k <= n; k++)
    values.push_back(static_cast<float>(k));
  return values;
}

std::vector<float> laidOut(const Case &c, const Layout &layout) {
  std::vector<float> buffer(static_cast<std::size_t>(stateValues(c.grid())), 0);
  const std::vector<float> file = numbered(c.components());
  const std::vector<std::int64_t> at = placesByHand(c, layout);
  for (std::size_t k = 0; k < at.size(); k++)
    buffer[static_cast<std::size_t>(at[k])] = file[k];
  return buffer;
}

} // namespace

TEST(Layout, everyComponentHasItsOwnPlaceWithinTheMargins) {
  for (const Case &c : cases())
    for (const Arrangement arrangement : arrangements) {
      const Layout layout = makeLayout(c.grid(), arrangement);
      const std::vector<std::int64_t> at = placesByHand(c, layout);
      const std::int64_t components = c.states * c.classes;
      ASSERT_EQ(std::set(at.begin(), at.end()).size(), at.size());
      for (const std::int64_t place : at) {
        ASSERT_GE(place, marginPoints * layout.step);
        ASSERT_LT(place, stateValues(c.grid()) - marginPoints * layout.step);
      }
      ASSERT_EQ(stateValues(c.grid()), layout.points * components);
    }
}

TEST(Layout, rowsAreAligned) {
  for (const Case &c : cases()) {
    const Grid grid = c.grid();
    const Layout layout = makeLayout(grid, Arrangement::SoA);
    const auto rank = static_cast<std::size_t>(grid.rank);
    ASSERT_EQ(layout.points % 16, 0);
    ASSERT_EQ(layout.stride[rank - 1], 1);
    if (rank == 1) { // tiles begin anywhere: counted from the first point, not from the interior
      ASSERT_EQ(layout.lead % 16, 0);
      continue;
    }
    ASSERT_EQ((layout.lead + c.begin) % 16, 0);
    const std::int64_t row = grid.extent[rank - 1], pitch = layout.stride[rank - 2];
    ASSERT_GE(pitch, row);
    if (row < 16)
      ASSERT_TRUE((pitch & (pitch - 1)) == 0 && pitch < 2 * row);
    else
      ASSERT_TRUE(pitch % 16 == 0 && pitch % 128 != 0 && pitch < row + 32);
  }
}

TEST(Layout, rowsMayBeAlignedAtTheirFirstPoints) {
  for (const Case &c : cases()) {
    const Layout layout = makeLayout(c.grid(), Arrangement::SoA, RowAlignment::Grid),
                 interior = makeLayout(c.grid(), Arrangement::SoA);
    ASSERT_EQ(layout.lead % 16, 0);
    ASSERT_GE(layout.lead, marginPoints);
    for (int axis = 0; axis < maxRank; axis++) // the pitch of rows does not depend on it
      ASSERT_EQ(layout.stride[axis], interior.stride[axis]);
    const std::vector<std::int64_t> at = placesByHand(c, layout);
    ASSERT_EQ(std::set(at.begin(), at.end()).size(), at.size());
    for (const std::int64_t place : at) {
      ASSERT_GE(place, marginPoints);
      ASSERT_LT(place, stateValues(c.grid()) - marginPoints);
    }
    ASSERT_LE(layout.points * c.states * c.classes, stateValues(c.grid()));
  }
}

TEST(Layout, statesAndFieldsShareThePlacesOfPoints) {
  for (const Case &c : cases()) {
    const Layout apart = makeLayout(c.grid(), Arrangement::SoA), field = fieldLayout(c.grid()),
                 interleaved = makeLayout(c.grid(), Arrangement::AoS);
    for (const Layout &other : {field, interleaved}) {
      ASSERT_EQ(other.lead, apart.lead);
      ASSERT_EQ(other.points, apart.points);
      for (int axis = 0; axis < maxRank; axis++)
        ASSERT_EQ(other.stride[axis], apart.stride[axis]);
    }
    ASSERT_EQ(field.plane, apart.plane);
    ASSERT_EQ(interleaved.plane, 1);
    ASSERT_EQ(interleaved.step, c.states * c.classes);
  }
}

TEST(Layout, largePlanesAreNoPowerOfTwoApart) {
  for (const std::int64_t n : {1 << 15, 1 << 20, 100000000, 1 << 28}) {
    const Layout layout = makeLayout(Case{{n}, 1, 2, 2}.grid(), Arrangement::SoA);
    EXPECT_EQ(layout.plane % 1024, 336);
    EXPECT_LE(layout.plane, n / 2 + n / 32 + 64);
  }
}

TEST(Layout, sizesDoNotWrapAround) {
  const std::int64_t huge = std::int64_t{9000000000000000000};
  EXPECT_EQ(stateValues(Case{{huge}, 2, 1, 0}.grid()), tooMuch);
  EXPECT_EQ(stateValues(Case{{huge, huge}, 1, 1, 0}.grid()), tooMuch);
  EXPECT_EQ(stateValues(Case{{huge, 2, 3}, 1, 1, 0}.grid()), tooMuch);
  EXPECT_EQ(stateValues(Case{{tooMuch - 1}, 1, 1, 0}.grid()), tooMuch);
  EXPECT_EQ(pointsOf(Case{{huge, 2, 3}, 1, 1, 0}.grid()), tooMuch);
}

TEST(Convert, intoALayoutInChunksThatCutRowsAnywhere) {
  for (const Case &c : cases())
    for (const Arrangement arrangement : arrangements) {
      const Places places = c.places(arrangement);
      const std::vector<float> file = numbered(c.components());
      const std::vector<float> expected = laidOut(c, makeLayout(c.grid(), arrangement));
      ASSERT_EQ(places.values, static_cast<std::int64_t>(expected.size()));
      for (const std::int64_t chunk : {std::int64_t{7}, std::int64_t{100}, places.values}) {
        std::vector<float> buffer(expected.size(), -1);
        for (std::int64_t at = 0; at < places.values; at += chunk)
          toLayout(places, 4, file.data(), {at, std::min(at + chunk, places.values)},
                   buffer.data() + at, 1);
        ASSERT_EQ(buffer, expected) << c.file.back() << " states " << c.states << " classes "
                                    << c.classes << " chunk " << chunk;
        std::vector<float> back(file.size(), -1);
        for (std::int64_t at = 0; at < places.values; at += chunk)
          fromLayout(places, 4, buffer.data() + at, {at, std::min(at + chunk, places.values)},
                     back.data(), 1);
        ASSERT_EQ(back, file);
      }
    }
}

TEST(Convert, directPlacesAreThoseOfTheFile) {
  int direct = 0;
  for (const Case &c : cases())
    for (const Arrangement arrangement : arrangements) {
      const Places places = c.places(arrangement);
      if (!places.direct())
        continue;
      direct++;
      const std::vector<std::int64_t> at = placesByHand(c, makeLayout(c.grid(), arrangement));
      const std::size_t size = at.size() / static_cast<std::size_t>(c.states);
      for (std::size_t k = 0; k < at.size(); k++)
        ASSERT_EQ(at[k], places.firstOf(static_cast<std::int64_t>(k / size)) +
                             static_cast<std::int64_t>(k % size));
    }
  EXPECT_GT(direct, 100);
}

TEST(Convert, wholeStatesByAnyNumberOfThreads) {
  for (const Case &c : cases())
    for (const int threads : {1, 3}) {
      if (threads > 1 && c.begin != 7)
        continue;
      const Places places = c.places(Arrangement::SoA);
      const std::vector<float> file = numbered(c.components());
      const std::vector<float> expected = laidOut(c, makeLayout(c.grid(), Arrangement::SoA));
      std::vector<float> buffer(expected.size(), -1);
      enterLayout(places, 4, file.data(), buffer.data(), threads);
      ASSERT_EQ(buffer, expected);
      std::vector<float> back(file.size(), -1);
      leaveLayout(places, 4, buffer.data(), back.data(), threads);
      ASSERT_EQ(back, file);
      std::fill(buffer.begin(), buffer.end(), -1.0F);
      clearGaps(places, 4, buffer.data());
      for (std::size_t k = 0; k < buffer.size(); k++)
        ASSERT_EQ(buffer[k], expected[k] == 0 ? 0 : -1);
    }
}

/// Of any length, to any place: the values, and whether one of them is not finite, wherever it is.
template <class Real> void copiesNonTemporal() {
  using Limits = std::numeric_limits<Real>;
  const std::vector<Real> odd = {Limits::quiet_NaN(), Limits::infinity(), -Limits::infinity()};
  std::vector<Real> from(100), to(200);
  for (std::size_t k = 0; k < from.size(); k++)
    from[k] = k % 3 == 0 ? -Limits::max() : static_cast<Real>(k) / 7;
  for (std::size_t aside = 0; aside < 64 / sizeof(Real); aside++)
    for (const std::size_t count : {0, 1, 15, 16, 17, 64, 99}) {
      std::fill(to.begin(), to.end(), Real(-1));
      EXPECT_TRUE(
          copyNonTemporal(to.data() + aside, from.data(), static_cast<std::int64_t>(count)));
      for (std::size_t k = 0; k < to.size(); k++) {
        const bool isCopied = k >= aside && k < aside + count;
        ASSERT_EQ(to[k], isCopied ? from[k - aside] : -1) << aside << ", " << count << ", " << k;
      }
      for (std::size_t k = 0; k < count; k++) {
        std::vector<Real> wrong = from;
        wrong[k] = odd[k % odd.size()];
        EXPECT_FALSE(
            copyNonTemporal(to.data() + aside, wrong.data(), static_cast<std::int64_t>(count)))
            << aside << ", " << count << ", " << k;
      }
    }
}

TEST(Convert, copiesNonTemporalLookAtEachValue) {
  copiesNonTemporal<float>();
  copiesNonTemporal<double>();
}

TEST(Convert, copiesOfStatesMayLieApart) {
  constexpr std::int64_t gap = 5;
  for (const Case &c : cases())
    for (const Arrangement arrangement : arrangements) {
      Places places = c.places(arrangement);
      const std::vector<float> file = numbered(c.components()),
                               buffer = laidOut(c, makeLayout(c.grid(), arrangement));
      const std::size_t state = file.size() / static_cast<std::size_t>(c.states);
      std::vector<float> expected;
      for (std::size_t k = 0; k < file.size(); k++) {
        if (k > 0 && k % state == 0)
          expected.insert(expected.end(), gap, -1.0F);
        expected.push_back(file[k]);
      }
      places.fileGap = gap;
      std::vector<float> copy(expected.size(), -1);
      fromLayout(places, 4, buffer.data(), {0, places.values}, copy.data(), 2);
      ASSERT_EQ(copy, expected);
      if (arrangement == Arrangement::AoS)
        continue;
      std::fill(copy.begin(), copy.end(), -1.0F);
      leaveLayout(places, 4, buffer.data(), copy.data(), 2);
      ASSERT_EQ(copy, expected);
    }
}

TEST(Convert, largeStatesLeaveWhole) {
  const Case large{{2100, 2101}, 1, 1, 0}; // larger than the caches
  const Places places = large.places(Arrangement::SoA);
  std::vector<float> file(static_cast<std::size_t>(large.components()));
  for (std::size_t k = 0; k < file.size(); k++)
    file[k] = static_cast<float>(k);
  std::vector<float> buffer(static_cast<std::size_t>(places.values)), back(file.size(), -1);
  enterLayout(places, 4, file.data(), buffer.data(), 2);
  EXPECT_TRUE(leaveLayout(places, 4, buffer.data(), back.data(), 2));
  EXPECT_TRUE(back == file);
  file[file.size() - 1] = std::numeric_limits<float>::infinity();
  enterLayout(places, 4, file.data(), buffer.data(), 2);
  EXPECT_FALSE(leaveLayout(places, 4, buffer.data(), back.data(), 2));
}

TEST(Convert, manyBlocksByManyThreads) {
  for (const Case &c : {Case{{30001}, 1, 2, 2}, Case{{100, 301}, 2, 3, 1}, Case{{20000}, 1, 1, 1}})
    for (const Arrangement arrangement : arrangements) {
      const Places places = c.places(arrangement);
      const std::vector<float> file = numbered(c.components());
      std::vector<float> buffer(static_cast<std::size_t>(places.values), -1), back(file.size());
      toLayout(places, 4, file.data(), {0, places.values}, buffer.data(), 5);
      ASSERT_EQ(buffer, laidOut(c, makeLayout(c.grid(), arrangement)));
      fromLayout(places, 4, buffer.data(), {0, places.values}, back.data(), 5);
      ASSERT_EQ(back, file);
      if (arrangement == Arrangement::AoS)
        continue;
      std::vector<float> whole(buffer.size(), -1);
      placePages(places, 4, whole.data(), 5);
      enterLayout(places, 4, file.data(), whole.data(), 5);
      ASSERT_EQ(whole, buffer);
    }
}

TEST(Convert, doublesToo) {
  const Case c{{5, 71}, 2, 3, 1};
  for (const Arrangement arrangement : arrangements) {
    const Places places = c.places(arrangement);
    std::vector<double> file, buffer(static_cast<std::size_t>(places.values));
    for (std::int64_t k = 0; k < c.components(); k++)
      file.push_back(1.0 / static_cast<double>(k + 1));
    std::vector<double> back(file.size());
    toLayout(places, 8, file.data(), {0, places.values}, buffer.data(), 2);
    fromLayout(places, 8, buffer.data(), {0, places.values}, back.data(), 2);
    EXPECT_EQ(back, file);
  }
}
