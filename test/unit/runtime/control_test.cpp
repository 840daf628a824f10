#include "stepsize/control.h"

#include <gtest/gtest.h>

using namespace eulerc;

namespace {

constexpr double far = 1e9; // an end that cuts no step

StepController controller(StepControl::Controller kind, int order, double first = 1) {
  StepControl control;
  control.controller = kind;
  return {control, order, first};
}

/// Takes a step of that error, and says how many times as long the next one is.
double factorOf(StepController &steps, double error) {
  steps.proposed(1, far);
  EXPECT_EQ(steps.judge(error), error < 1);
  return steps.length() / steps.tried();
}

} // namespace

// By hand: 2^-10 to the power of -(0.2 - 0.75 · 0.04) is 2^1.7 = 3.2490095854249423, (1e-4)^0.04 =
// 10^-0.16 = 0.6918309709189365, and (2^-10)^0.04 = 2^-0.4 = 0.757858283255199.
TEST(StepController, weighsTheErrorBeforeToo) {
  StepController steps = controller(StepControl::Controller::ProportionalIntegral, 5);
  EXPECT_NEAR(factorOf(steps, 0x1p-10), 0.9 * 3.2490095854249423 * 0.6918309709189365, 1e-12);
  EXPECT_EQ(steps.error(), 0x1p-10);
  EXPECT_NEAR(factorOf(steps, 0x1p-10), 0.9 * 3.2490095854249423 * 0.757858283255199, 1e-12);
  // An error of 0 counts as 1e-4 for the step behind the next.
  EXPECT_DOUBLE_EQ(factorOf(steps, 0), 10);
  EXPECT_NEAR(factorOf(steps, 0x1p-10), 0.9 * 3.2490095854249423 * 0.6918309709189365, 1e-12);
}

// Of order 3: 2^-10 to the power of -(1/3 - 0.03) is 2^(10/3 - 0.3) = 8.186991135974202.
TEST(StepController, hasThePowersOfTheMethodsOrder) {
  StepController steps = controller(StepControl::Controller::ProportionalIntegral, 3);
  EXPECT_NEAR(factorOf(steps, 0x1p-10), 0.9 * 8.186991135974202 * 0.6918309709189365, 1e-12);
}

// (2^-10)^-0.2 = 4, whatever came before.
TEST(StepController, weighsTheLastErrorAloneIfAsked) {
  StepController steps = controller(StepControl::Controller::Integral, 5);
  EXPECT_NEAR(factorOf(steps, 0x1p-10), 3.6, 1e-14);
  EXPECT_NEAR(factorOf(steps, 0x1p-5), 1.8, 1e-14);
  EXPECT_NEAR(factorOf(steps, 0x1p-10), 3.6, 1e-14);
}

TEST(StepController, triesAgainByTheErrorOfTheTryAlone) {
  StepController steps = controller(StepControl::Controller::ProportionalIntegral, 5);
  factorOf(steps, 0.5);
  EXPECT_NEAR(factorOf(steps, 32), 0.45, 1e-14); // 32^-0.2 = 1/2
  EXPECT_DOUBLE_EQ(factorOf(steps, 1e30), 0.2);
  EXPECT_EQ(steps.error(), 0.5);
  EXPECT_DOUBLE_EQ(factorOf(steps, 1e-3), 1); // behind one that was rejected
  EXPECT_GT(factorOf(steps, 1e-3), 1);
}

TEST(StepController, learnsNothingOfAStepThatWasCutShort) {
  StepController steps = controller(StepControl::Controller::ProportionalIntegral, 5, 8);
  steps.proposed(1, 1.5);
  EXPECT_TRUE(steps.judge(0.5));
  EXPECT_EQ(steps.length(), 8);
  EXPECT_EQ(steps.error(), 1e-4);
}

TEST(StepController, goesOnFromItsLengthAndError) {
  StepController whole = controller(StepControl::Controller::ProportionalIntegral, 5);
  factorOf(whole, 0.1);
  StepController part({}, 5, whole.length(), whole.error());
  for (const double error : {0.7, 2.0, 0.3, 0.01}) {
    factorOf(whole, error);
    factorOf(part, error);
    EXPECT_EQ(whole.length(), part.length());
  }
}
