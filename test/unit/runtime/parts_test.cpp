// Parts of a reduction give the bits of the whole, wherever the values are cut.
#include <cmath>
#include <cstring>

#include <gtest/gtest.h>

#include "reduction/parts.h"

using namespace eulerc;

namespace {

void writeValues(std::int64_t begin, std::int64_t end, double *out) {
  for (std::int64_t k = begin; k < end; k++)
    *out++ = std::sin(static_cast<double>(k)) / static_cast<double>(1 + k % 7);
}

double ofParts(Reduction how, std::int64_t count, const std::vector<std::int64_t> &cuts) {
  std::vector<ReducedPart> parts;
  std::int64_t begin = 0;
  for (const std::int64_t cut : cuts) {
    parts.push_back(partOf(how, count, {begin, cut}, 2, writeValues));
    begin = cut;
  }
  parts.push_back(partOf(how, count, {begin, count}, 2, writeValues));
  return joined(how, count, parts);
}

} // namespace

TEST(Parts, AreOneNumberWhereverTheyAreCut) {
  constexpr std::int64_t chunk = 1024, large = chunk * chunk + 3 * chunk + 17;
  const struct {
    std::int64_t count;
    std::vector<std::int64_t> cuts;
  } grids[] = {{1, {}},
               {5, {2}},
               {chunk, {1, 1023}},
               {3000, {700, 701, 1024, 2900}},
               {3000, {0, 3000}},
               {9000, {700, 5000}},
               {large, {}},
               {large, {1}},
               {large, {chunk * chunk}},
               {large, {333, 500000, chunk * chunk + 5, large - 1}}};
  for (const auto &[count, cuts] : grids)
    for (const Reduction how : {Reduction::Sum, Reduction::Min, Reduction::Max, Reduction::Mean,
                                Reduction::Norm2, Reduction::NormInf}) {
      const double whole = reduced(how, count, 2, writeValues), parts = ofParts(how, count, cuts);
      EXPECT_EQ(std::memcmp(&whole, &parts, sizeof whole), 0) << count << ", " << cuts.size();
    }
}

TEST(Parts, AreSmall) {
  constexpr std::int64_t count = 10'000'000;
  std::size_t values = 0;
  for (const ReducedRun &run :
       partOf(Reduction::Sum, count, {count / 3, count / 2}, 1, writeValues))
    values += run.values.size();
  EXPECT_LT(values, 5000U);
}
