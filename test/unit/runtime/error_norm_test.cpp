// The error of a step in tolerances, also where its squares are beyond all doubles.
#include <cmath>

#include <gtest/gtest.h>

#include "reduction/error.h"
#include "toy_model.h"

using namespace eulerc;

namespace {

/// Of components that all err by so much, with an absolute tolerance of 1.
double normOf(double error) {
  constexpr std::int64_t points = 3000;
  StepControl control;
  control.tolerance = {0, 1};
  const std::vector<double> before(points, 1);
  std::vector<double> after(2 * points, 1);
  std::fill(after.begin() + points, after.end(), error);
  const Model model = toy::model();
  return errorNorm({model, control, points, before.data(), after.data(), inFileOrder(points)}, 2);
}

} // namespace

TEST(ErrorNorms, AreThoseOfErrorsOfAnySize) {
  for (const double error : {1.0, 0.3, 1e100, 1e200, 1e300, 1e-100, 1e-200, 1e-300})
    EXPECT_NEAR(normOf(error) / error, 1, 1e-12) << error;
  EXPECT_EQ(normOf(0), 0);
  EXPECT_TRUE(std::isnan(normOf(std::nan(""))));
  EXPECT_TRUE(std::isinf(normOf(INFINITY)));
}
