// Options by which a plan is tuned by hand.
#include "cli/options.h"

#include "expect_error.h"
#include "toy_model.h"

using namespace eulerc;

namespace {

Tuning tuningOf(std::vector<std::string> words) {
  words.insert(words.begin(), "solver");
  std::vector<char *> argv;
  for (std::string &word : words)
    argv.push_back(word.data());
  return parseOptions(toy::model(), static_cast<int>(argv.size()), argv.data()).tuning;
}

} // namespace

TEST(Options, leaveThePlanToThePlanner) {
  const Tuning tuning = tuningOf({});
  EXPECT_EQ(tuning.vectorWidth, 0);
  EXPECT_EQ(tuning.linearForm, LinearForm::Auto);
  EXPECT_EQ(tuning.arrangement, ArrangementWish::Auto);
}

TEST(Options, tuneByHand) {
  EXPECT_EQ(tuningOf({"--linear-form", "vector"}).linearForm, LinearForm::Vector);
  EXPECT_EQ(tuningOf({"--layout", "apart"}).arrangement, ArrangementWish::Apart);
  EXPECT_EQ(tuningOf({"--layout=interleaved"}).arrangement, ArrangementWish::Interleaved);
  for (const int width : {1, 2, 4, 8, 16})
    EXPECT_EQ(tuningOf({"--vector-width", std::to_string(width)}).vectorWidth, width);
}

TEST(Options, refuseWidthsThatNoVectorHas) {
  for (const std::string width : {"0", "3", "-2", "17", "32", "four", "1.5"})
    EXPECT_USAGE(tuningOf({"--vector-width", width}),
                 "--vector-width: a vector has 1, 2, 4, 8 or 16 values, not '" + width + "'");
  EXPECT_USAGE(tuningOf({"--layout", "woven"}), "--layout: there is no 'woven'");
  Solver solver(toy::model());
  Tuning tuning;
  tuning.vectorWidth = 6;
  EXPECT_USAGE(solver.tune(tuning), "a vector has 1, 2, 4, 8 or 16 values, not 6");
}
