#include "state/state.h"

#include <limits>

#include <gtest/gtest.h>

#include "toy_grid.h"
#include "toy_model.h"

using namespace eulerc;

TEST(State, componentsAreNamedByStateAndIndices) {
  EXPECT_EQ(componentName(toy::model(), {80000}, 17), "y[17]");
  const Model &grid = toy::Grid<float>::model();
  EXPECT_EQ(componentName(grid, {3, 4}, 0), "u[0][0]");
  EXPECT_EQ(componentName(grid, {3, 4}, 11), "u[2][3]");
  EXPECT_EQ(componentName(grid, {3, 4}, 12), "v[0][0]");
  EXPECT_EQ(componentName(grid, {3, 4}, 12 + 7), "v[1][3]");
  EXPECT_EQ(componentName(grid, {2, 3, 5}, 30 + 29), "v[1][2][4]");
  EXPECT_EQ(componentName(grid, {2, 3, 5}, 16), "u[1][0][1]");
}

TEST(State, aCanonicalPointHoldsResiduesOfEachState) {
  EXPECT_EQ(componentsOfState(toy::Grid<float>::model()), 1);
  Model string = toy::model();
  string.stencil.componentsPerPoint = 2; // even and odd components
  EXPECT_EQ(componentsOfState(string), 2);
}

TEST(State, initialValuesOfAllStatesByAnyNumberOfThreads) {
  const Model &grid = toy::Grid<double>::model();
  const std::int64_t m = 13, n = 7;
  ParamValue params[3];
  params[0].integer = m;
  params[1].integer = n;
  params[2].real = 1;
  for (const int threads : {1, 2, 5, 64}) {
    HostArray y, rate;
    y.allocate(2 * m * n * 8);
    rate.allocate(m * n * 8);
    computeInitial(grid, {params, params + 3}, {}, y, threads);
    computeField(grid, 0, {params, params + 3}, {}, rate, threads);
    for (std::int64_t k = 0; k < m * n; k++) {
      EXPECT_EQ(static_cast<double *>(y.data())[k], k / n);
      EXPECT_EQ(static_cast<double *>(y.data())[m * n + k], k % n);
      EXPECT_EQ(static_cast<double *>(rate.data())[k], 10 * (k / n) + k % n);
    }
  }
}

TEST(State, whatLiesBetweenComponentsNeedNotBeFinite) {
  Places places; // two states of 3 rows of 5 values, rows 8 apart
  places.states = 2;
  places.rows = 3;
  places.fileRow = 5;
  places.lead = 4;
  places.pitch = 8;
  places.plane = 32;
  places.values = 64;
  for (const int threads : {1, 3})
    for (std::int64_t k = 0; k < places.values; k++) {
      std::vector<double> values(64, 1.0);
      values[static_cast<std::size_t>(k)] = std::numeric_limits<double>::quiet_NaN();
      const std::int64_t inState = k % 32 - 4;
      const bool isComponent = inState >= 0 && inState < 24 && inState % 8 < 5;
      EXPECT_EQ(allFinite(Precision::Double, places, values.data(), threads), !isComponent) << k;
    }
}
