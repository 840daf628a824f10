#include "stepsize/arnoldi.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

using namespace eulerc;

namespace {

/// Rows of a matrix of three diagonals.
Part threeDiagonals(std::size_t size, double below, double own, double above) {
  Part part;
  const auto add = [&](std::size_t column, double value) {
    part.columns.push_back(column);
    part.values.push_back(value);
  };
  for (std::size_t row = 0; row < size; row++) {
    part.components.push_back(static_cast<std::int64_t>(row));
    part.begins.push_back(part.values.size());
    if (row > 0)
      add(row - 1, below);
    add(row, own);
    if (row + 1 < size)
      add(row + 1, above);
  }
  part.begins.push_back(part.values.size());
  return part;
}

Ritz largest(const Part &part, const std::vector<double> &weights, std::size_t from) {
  const std::vector<Ritz> found = ritzValues(part, weights, from);
  return *std::ranges::max_element(found, {},
                                   [](const Ritz &each) { return std::abs(each.value); });
}

} // namespace

// The eigenvalues of the second difference of n points are -4 sin²(kπ / (2 n + 2)).
TEST(RitzValues, findTheLargestEigenvalueOfDiffusion) {
  constexpr std::size_t size = 60;
  const double exact = -4 * std::pow(std::sin(60 * std::numbers::pi / 122), 2);
  const Ritz found = largest(threeDiagonals(size, 1, -2, 1), std::vector<double>(size, 1), 30);
  EXPECT_NEAR(found.value.real(), exact, 0.01 * std::abs(exact));
  EXPECT_GE(found.value.real(), exact - 1e-9); // a Ritz value of a symmetric matrix is inside
  EXPECT_NEAR(found.value.imag(), 0, 1e-9);
  EXPECT_LT(found.residual, 0.1);
}

// Those of the central first difference are 2 i cos(kπ / (n + 1)).
TEST(RitzValues, findTheLargestEigenvalueOfAdvection) {
  constexpr std::size_t size = 60;
  const double exact = 2 * std::cos(std::numbers::pi / 61);
  const Ritz found = largest(threeDiagonals(size, -1, 0, 1), std::vector<double>(size, 1), 30);
  EXPECT_NEAR(std::abs(found.value.imag()), exact, 0.02 * exact);
  EXPECT_NEAR(found.value.real(), 0, 0.02 * exact);
}

// One fast component among slow ones, which noise alone would see little of.
TEST(RitzValues, findOneFastComponent) {
  constexpr std::size_t size = 200, fast = 17;
  Part part = threeDiagonals(size, 1, -2, 1);
  part.values[part.begins[fast] + 1] = -1000;
  const Ritz found = largest(part, std::vector<double>(size, 1), fast);
  EXPECT_NEAR(found.value.real(), -1000, 0.01);
  EXPECT_LT(found.residual, 1e-3);
}

// Weights are another measure of components: they scale rows and columns, and no eigenvalue.
TEST(RitzValues, areTheSameInOtherUnits) {
  constexpr std::size_t size = 20; // fewer than vectors: all eigenvalues are found
  Part part = threeDiagonals(size, 1, -2, 1);
  std::vector<double> weights(size);
  for (std::size_t row = 0; row < size; row++)
    weights[row] = row % 2 == 0 ? 1e6 : 1;
  const double plain = largest(part, std::vector<double>(size, 1), 3).value.real();
  for (std::size_t row = 0; row < size; row++)
    for (std::size_t k = part.begins[row]; k < part.begins[row + 1]; k++)
      part.values[k] *= weights[row] / weights[part.columns[k]];
  EXPECT_NEAR(largest(part, weights, 3).value.real(), plain, 1e-6);
}
