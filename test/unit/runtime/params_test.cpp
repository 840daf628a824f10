#include "model/params.h"

#include <limits>

#include "expect_error.h"
#include "toy_model.h"

using namespace eulerc;

TEST(Params, defaultsFollowWhatIsSet) {
  Params params(toy::model());
  EXPECT_EQ(params.values()[0].integer, 100);
  params.set("N", std::int64_t{11});
  EXPECT_DOUBLE_EQ(params.values()[2].real, 0.1);
  params.set("dx", 2.0);
  params.set("N", std::int64_t{21});
  EXPECT_EQ(params.values()[2].real, 2.0);
}

TEST(Params, anIntegerSetsARealParam) {
  Params params(toy::model());
  params.set("RATE", std::int64_t{3});
  EXPECT_EQ(params.values()[1].real, 3.0);
  params.setText("RATE", "1e-3");
  EXPECT_EQ(params.values()[1].real, 1e-3);
}

TEST(Params, aRealThatIsAWholeNumberSetsAnIntParam) {
  Params params(toy::model());
  params.set("N", 2.0);
  EXPECT_EQ(params.values()[0].integer, 2);
  params.setText("N", "100.0");
  EXPECT_EQ(params.values()[0].integer, 100);
  params.setText("N", "-3.");
  EXPECT_EQ(params.values()[0].integer, -3);
}

TEST(Params, refusesAndKeepsTheOldValue) {
  Params params(toy::model());
  EXPECT_USAGE(params.set("RTE", 1.0), "there is no param 'RTE'; did you mean 'RATE'?");
  EXPECT_USAGE(params.set("N", 2.5), "param 'N' is an int; 2.5 is not a whole number");
  EXPECT_USAGE(params.set("N", 1e300), "param 'N' is an int; 1e+300 is not a whole number");
  EXPECT_USAGE(params.setText("N", "2.5"), "param 'N' is an int; '2.5' is not a whole number");
  EXPECT_USAGE(params.setText("N", ""), "param 'N' is an int");
  EXPECT_USAGE(params.setText("RATE", "fast"), "param 'RATE' is a real; 'fast' is not a number");
  EXPECT_USAGE(params.set("RATE", std::numeric_limits<double>::quiet_NaN()), "finite");
  EXPECT_USAGE(params.setText("RATE", "inf"), "must be a finite number, not inf");
  EXPECT_EQ(params.values()[0].integer, 100);
  EXPECT_EQ(params.values()[1].real, 1.0);
}

TEST(Params, aDefaultThatCannotBeComputedIsNamed) {
  Params params(toy::model());
  params.set("N", std::int64_t{1});
  EXPECT_USAGE(params.checkFinite(), "param 'dx' is inf");
}
