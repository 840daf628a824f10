// The tuner: what is asked, remembered, measured or chosen by the model.
#include "tuned.h"

namespace tuner_test {

TEST_F(Tuned, measuresOnceAndRemembers) {
  EXPECT_EQ(run().scheme, Scheme::Diamond);
  EXPECT_EQ(stats.origin, TuningStats::Origin::Measured);
  ASSERT_EQ(stats.tried.size(), 2U);
  EXPECT_EQ(stats.best, 1);
  EXPECT_NEAR(stats.tried[1].measured, 5e-4, 1e-9);
  EXPECT_EQ(run().scheme, Scheme::Diamond);
  EXPECT_EQ(stats.origin, TuningStats::Origin::Remembered);
  EXPECT_TRUE(stats.tried.empty());
  request.steps = 10; // short runs profit from it
  EXPECT_EQ(run().scheme, Scheme::Diamond);
  measuring = Measuring::Always; // although it is known
  EXPECT_EQ(run().scheme, Scheme::Diamond);
  EXPECT_EQ(stats.origin, TuningStats::Origin::Measured);
  EXPECT_EQ(notes, "");
}

/// What --tune builds together, while its time suffices: the model's choice is built already.
TEST_F(Tuned, measuresFirstWhatIsSoonBuilt) {
  addHoneycombs();
  request.device.isCpu = false;
  measuring = Measuring::Always;
  run();
  EXPECT_EQ(soon, (std::vector{0, 2}));
  EXPECT_EQ(late, std::vector{0}); // the soonest of all, as nothing is measured
}

/// A launch of the model's choice may be longer than the run.
TEST_F(Tuned, measuresTheOthersWhereTheFirstOneCannotBe) {
  measuring = Measuring::Always;
  fails = Scheme::Linear;
  EXPECT_EQ(run().scheme, Scheme::Diamond);
}

TEST_F(Tuned, takesTheModelsChoiceWhereItMayNotMeasure) {
  measuring = Measuring::Never;
  EXPECT_EQ(run().scheme, Scheme::Linear);
  EXPECT_EQ(stats.origin, TuningStats::Origin::Model);
  EXPECT_FALSE(std::filesystem::exists(file()));
  measuring = Measuring::WhenItPays;
  request.steps = 10;
  EXPECT_EQ(run().scheme, Scheme::Linear);
  EXPECT_FALSE(std::filesystem::exists(file()));
  request.tuning.scheme = Scheme::Honeycomb;
  EXPECT_EQ(run().scheme, Scheme::Honeycomb);
  EXPECT_EQ(stats.origin, TuningStats::Origin::Asked);
}

TEST_F(Tuned, doesNotTakeWhatThePlannerRefuses) {
  EXPECT_EQ(run().scheme, Scheme::Diamond);
  planner.plan = [](const PlanRequest &asked) {
    Plan plan;
    plan.form = &forms::diamond;
    plan.shape = Interlocking();
    plan.unsupported.why =
        asked.tuning.scheme == Scheme::Diamond ? Reason::Unbounded : Reason::None;
    return plan;
  };
  request.steps = 10;
  EXPECT_EQ(run().scheme, Scheme::Linear);
  EXPECT_EQ(stats.origin, TuningStats::Origin::Model);
  EXPECT_NE(notes.find("what the tuning cache remembers is not used: diamond needs a bounded"),
            std::string::npos)
      << notes;
}

TEST_F(Tuned, doesNotTakeWhatTheHostHasNoCodeFor) {
  EXPECT_EQ(run().scheme, Scheme::Diamond);
  request.device.isHost = true;
  request.steps = 10;
  EXPECT_EQ(run().scheme, Scheme::Linear);
  EXPECT_EQ(stats.origin, TuningStats::Origin::Model);
  EXPECT_NE(notes.find("what the tuning cache remembers is not used: the host has no code for "
                       "diamond"),
            std::string::npos)
      << notes;
}

TEST_F(Tuned, keepsTheHintsNextToWhatIsRemembered) {
  request.tuning.tileForm = TileForm::Wavefront;
  request.tuning.box[0] = 7;
  run();
  const Tuning tuning = run();
  EXPECT_EQ(stats.origin, TuningStats::Origin::Remembered);
  EXPECT_EQ(tuning.tileForm, TileForm::Wavefront);
  EXPECT_EQ(tuning.box[0], 7);
}

/// Trials go on beside the fastest ones; what they end with is remembered, though no model names
/// it.
TEST_F(Tuned, goesOnBesideTheFastest) {
  const auto two = planner.candidates;
  addHoneycombs();
  planner.candidates = two;
  planner.neighbours = [](const PlanRequest &, const Candidates &known,
                          const std::vector<double> &seconds, bool) {
    Candidates more = known;
    if (known.count == 2 && seconds[1] > 0 && seconds[1] < seconds[0])
      more.list[more.count++].tuning.scheme = Scheme::Honeycomb;
    return more;
  };
  EXPECT_EQ(run().scheme, Scheme::Honeycomb);
  EXPECT_EQ(stats.tried.size(), 3U);
  EXPECT_EQ(run().scheme, Scheme::Honeycomb);
  EXPECT_EQ(stats.origin, TuningStats::Origin::Remembered);
}

} // namespace tuner_test
