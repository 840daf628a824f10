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
  EXPECT_EQ(tuning.arrangement, ArrangementHint::Auto);
}

TEST(Options, tuneByHand) {
  EXPECT_EQ(tuningOf({"--linear-form", "vector"}).linearForm, LinearForm::Vector);
  EXPECT_EQ(tuningOf({"--layout", "soa"}).arrangement, ArrangementHint::SoA);
  EXPECT_EQ(tuningOf({"--layout=aos"}).arrangement, ArrangementHint::AoS);
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

TEST(Options, areRefusedWhereTheSchemeIgnoresThem) {
  EXPECT_USAGE(tuningOf({"--layout", "aos", "--scheme", "overlapped"}),
               "--layout aos has no effect with the scheme overlapped; it is for linear");
  EXPECT_USAGE(
      tuningOf({"--scheme", "overlapped", "--tile-blocks", "8"}),
      "--tile-blocks has no effect with the scheme overlapped; it is for diamond, diamond-columns, "
      "honeycomb, honeycomb-columns");
  EXPECT_USAGE(tuningOf({"--scheme", "linear", "--tile-steps", "4"}),
               "--tile-steps has no effect with the scheme linear; it is for diamond,");
  EXPECT_USAGE(tuningOf({"--scheme", "honeycomb", "--kept", "3"}),
               "--kept has no effect with the scheme honeycomb; it is for overlapped");
  EXPECT_USAGE(
      tuningOf({"--scheme", "honeycomb", "--strategy", "additive"}),
      "--strategy has no effect with the scheme honeycomb; it is for diamond, diamond-columns");
  EXPECT_USAGE(tuningOf({"--scheme", "overlapped", "--linear-form", "vector"}),
               "--linear-form has no effect with the scheme overlapped");
  EXPECT_USAGE(tuningOf({"--scheme", "diamond", "--vectors-deep", "2"}), "it is for linear");
  EXPECT_USAGE(tuningOf({"--scheme", "diamond", "--work-groups", "2"}), "it is for linear");
  EXPECT_USAGE(tuningOf({"--kept", "2", "--layout", "aos"}),
               "no scheme takes all these options: --layout aos is for linear; --kept "
               "is for overlapped");
  Solver solver(toy::model());
  Tuning tuning;
  tuning.scheme = Scheme::Linear;
  tuning.kept = 2;
  EXPECT_USAGE(solver.tune(tuning), "--kept has no effect with the scheme linear");
}

TEST(Options, noTuningHasASizeBelowZero) {
  Solver solver(toy::model());
  const auto refuse = [&](const char *name, const std::function<void(Tuning &)> &spoil) {
    Tuning tuning;
    spoil(tuning);
    EXPECT_USAGE(solver.tune(tuning), name);
  };
  refuse("not -1", [](Tuning &tuning) { tuning.workGroupSize = -1; });
  refuse("workGroups is a size", [](Tuning &tuning) { tuning.workGroups = -1; });
  refuse("groupsPerUnit is a size", [](Tuning &tuning) { tuning.groupsPerUnit = -1; });
  refuse("vectorsDeep is a size", [](Tuning &tuning) { tuning.vectorsDeep = -2; });
  refuse("tileSteps is a size of a tuning, 0 or above, not -1",
         [](Tuning &tuning) { tuning.tileSteps = -1; });
  refuse("tileBlocks is a size", [](Tuning &tuning) { tuning.tileBlocks = -1; });
  refuse("kept is a size", [](Tuning &tuning) { tuning.kept = -1; });
  refuse("box is a size", [](Tuning &tuning) { tuning.box[0] = -3; });
  solver.tune({});
}

TEST(Options, thatASchemeKnowsAreTaken) {
  for (const char *scheme : {"overlapped", "diamond", "honeycomb-columns", "auto"})
    EXPECT_EQ(tuningOf({"--scheme", scheme, "--tile-steps", "4"}).tileSteps, 4);
  for (const char *scheme : {"linear", "overlapped", "honeycomb"}) // values are apart there
    EXPECT_EQ(tuningOf({"--scheme", scheme, "--layout", "soa", "--work-group", "64",
                        "--vector-width", "4"})
                  .workGroupSize,
              64);
  EXPECT_EQ(tuningOf({"--kept", "3", "--tile-steps", "5"}).kept, 3);
}
