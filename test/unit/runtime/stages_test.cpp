// Stages of rkl2, as many as a run chooses, against what they promise: order two, and stability up
// to a limit that grows as their number squared.
#include "model/stages.h"

#include <cmath>
#include <complex>

#include <gtest/gtest.h>

#include "stepsize/stability.h"

using namespace eulerc;

namespace {

Model rkl2() {
  Model model = {};
  model.method.name = "rkl2";
  model.program.precision = Precision::Double;
  model.method.stageLevels = 1;
  model.method.registers = 4;
  model.program.stateCount = 1;
  return model;
}

/// A step of y' = slope(t, y) from t = 0, y(0) = 1, by the table that MethodFacts::cycle is.
template <class Slope> double step(const Model &model, double h, Slope &&slope) {
  std::vector<double> registers(static_cast<std::size_t>(model.method.registers));
  registers[0] = 1;
  const double *at = model.method.cycle;
  for (int stage = 0; stage < model.method.methodStages; stage++) {
    const double rate = h * slope(model.method.stageTimes[stage] * h, registers[0]);
    std::vector<double> after = registers;
    for (int updates = static_cast<int>(*at++); updates > 0; updates--) {
      double &to = after[static_cast<std::size_t>(*at++)];
      to = *at++ * rate;
      for (int terms = static_cast<int>(*at++); terms > 0; terms--, at += 2)
        to += at[1] * registers[static_cast<std::size_t>(at[0])];
    }
    registers = after;
  }
  return registers[0];
}

/// Error of a step of y' = −2 (t + 1) y², y = 1 / (t + 1)².
double errorOf(const Model &model, double h) {
  const double exact = 1 / ((h + 1) * (h + 1));
  return std::abs(step(model, h, [](double t, double y) { return -2 * (t + 1) * y * y; }) - exact);
}

} // namespace

TEST(Stages, standDecayUpToTheirLimit) {
  for (int count = leastStages; count <= mostStages; count++) {
    const Stages stages(rkl2(), count);
    const Model model = stages.of(rkl2());
    const Amplification amplification(model);
    const double limit = (count * count + count - 2.0) / 2;
    double largest = 0;
    for (int k = 0; k <= 2000; k++)
      largest = std::max(largest, amplification.factor(-limit * k / 2000));
    EXPECT_LE(largest, 1 + 1e-9) << count;
    EXPECT_GT(amplification.factor(-1.3 * limit), 1) << count;
    // What decays fastest is damped by odd numbers of them alone.
    EXPECT_EQ(amplification.factor(-limit) < 0.5, count % 2 == 1) << count;
  }
}

TEST(Stages, areOfOrderTwo) {
  for (int count = leastStages; count <= mostStages; count++) {
    const Stages stages(rkl2(), count);
    const Model model = stages.of(rkl2());
    EXPECT_NEAR(std::log2(errorOf(model, 0.02) / errorOf(model, 0.01)), 3, 0.35) << count;
  }
}

TEST(Stages, haveTheLevelsOfQuantitiesWithinThem) {
  Model given = rkl2();
  given.method.stageLevels = 3;
  const Stages stages(given, 4);
  const Model model = stages.of(given);
  EXPECT_EQ(model.method.stages, 12);
  EXPECT_EQ(model.method.methodStages, 4);
  EXPECT_EQ(model.method.stageTimes[0], 0);
  EXPECT_EQ(model.method.stageTimes[3], model.method.stageTimes[5]);
  EXPECT_LT(model.method.stageTimes[5], model.method.stageTimes[6]);
}

TEST(Stages, areTheFewestThatStandAStep) {
  const auto estimateOf = [](std::complex<double> value) {
    Estimate estimate{{}, Hull({0}), 0};
    estimate.hull.add(value);
    estimate.spectrum.radius = estimate.hull.radius();
    estimate.spectrum.angle = estimate.hull.angle();
    return estimate;
  };
  for (const double length : {0.1, 4.0, 4.5, 5.5, 40.0, 500.0, 1100.0, 1e6}) {
    const Estimate decay = estimateOf(-length);
    const int count = fewestStages(rkl2(), decay, 1);
    EXPECT_EQ(count % 2, 1) << length;
    const auto stands = [&](int number) {
      const Stages stages(rkl2(), number);
      return decay.hull.stands(stages.of(rkl2()), 1 / 0.9);
    };
    EXPECT_TRUE(count == mostStages - 1 || stands(count)) << length;
    EXPECT_TRUE(count == leastStages + 1 || !stands(count - 2)) << length;
  }
  EXPECT_EQ(fewestStages(rkl2(), estimateOf({0, 100}), 1), usualStages); // stands none
}

TEST(Stages, comeInPartsOnGpus) {
  const auto partOf = [&](int count, Precision precision, int registers) {
    Model model = rkl2();
    model.program.precision = precision;
    model.method.registers = registers;
    model.method.stages = count;
    const std::int64_t levels = levelsOfTiles(model, false);
    return std::pair(levels, partsOf(model, levels, levels));
  };
  using Part = std::pair<std::int64_t, Parts>;
  EXPECT_EQ(partOf(12, Precision::Float, 4), Part(12, Parts::Whole));
  EXPECT_EQ(partOf(50, Precision::Float, 4), Part(10, Parts::Even));
  EXPECT_EQ(partOf(27, Precision::Float, 4), Part(9, Parts::Even));
  EXPECT_EQ(partOf(31, Precision::Float, 4), Part(10, Parts::Any)); // begin anywhere in a step
  EXPECT_EQ(partOf(50, Precision::Double, 4), Part(5, Parts::Even));
  EXPECT_EQ(partOf(50, Precision::Float, 0), Part(10, Parts::Any)); // maps end in the last stage
}
