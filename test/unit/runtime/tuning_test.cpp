// Choosing by measuring, with a clock of the test's own: the fastest is taken, within the budget.
#include "forms/forms.h"
#include "tuning/measure_candidates.h"
#include "tuning/pieces.h"

#include <string>

#include <gtest/gtest.h>

using namespace eulerc;

namespace tuning_test {
namespace {

/// Candidate k takes `actual[k]` seconds a step where the model expects `expected[k]`; building one
/// but the first takes `build`. Time passes only here.
class Stand : public Measurer {
public:
  struct Way {
    double expected, actual;
    std::int64_t stepsPerLaunch = 1;
    bool runs = true;
    double cold = 1; ///< times as long, when it is measured first
    std::int64_t pieces = 1;
  };
  explicit Stand(std::vector<Way> ways, double build = 0.01)
      : ways_(std::move(ways)), build_(build) {}

  Candidates candidates() const {
    Candidates found;
    for (const Way &way : ways_) {
      Candidate &candidate = found.list[found.count];
      candidate.tuning.tileSteps = found.count++; // to know it by
      candidate.seconds = way.expected;
      candidate.levelsPerLaunch = way.stepsPerLaunch;
    }
    return found;
  }
  double now() override { return clock_; }
  LaunchShape shapeOf(const Candidate &candidate) override {
    const Way &way = ways_[static_cast<std::size_t>(candidate.tuning.tileSteps.count)];
    return {way.stepsPerLaunch, way.pieces};
  }
  std::optional<LaunchShape> makeReady(const Candidate &candidate) override {
    ready_ = static_cast<std::size_t>(candidate.tuning.tileSteps.count);
    asked += std::to_string(ready_);
    runs.push_back(0);
    clock_ += ready_ > 0 ? build_ : 0;
    if (!ways_[ready_].runs)
      throw Error(Error::Kind::Run, "it is too large");
    return shapeOf(candidate);
  }
  void run(std::int64_t pieces) override {
    const Way &way = ways_[ready_];
    runs.back() += pieces;
    clock_ += (asked.size() == 1 ? way.cold : 1) * way.actual *
              static_cast<double>(pieces * way.stepsPerLaunch) / static_cast<double>(way.pieces);
  }

  std::string asked;              ///< the candidates that were measured, in order
  std::vector<std::int64_t> runs; ///< pieces that each of these ran

private:
  std::vector<Way> ways_;
  double build_, clock_ = 0;
  std::size_t ready_ = 0;
};

Chosen choose(Stand &stand, double steps, TuningCosts costs = {0.01, 0}) {
  return chooseByMeasuring(stand.candidates(), static_cast<std::int64_t>(steps),
                           Measuring::WhenItPays, costs, stand);
}

} // namespace

TEST(Choosing, takesTheFastest) {
  Stand stand({{1e-5, 2e-5}, {2e-5, 1e-5}, {3e-5, 3e-5}});
  const Chosen chosen = choose(stand, 1e6);
  EXPECT_EQ(chosen.best, 1);
  EXPECT_EQ(stand.asked, "0120");
  EXPECT_TRUE(chosen.complete);
  EXPECT_EQ(chosen.measured(), 3);
  EXPECT_NEAR(*chosen.seconds[1], 1e-5, 1e-10);
}

TEST(Choosing, staysWithTheModelsChoiceWithinNoise) {
  Stand stand({{1e-5, 1e-5}, {1e-5, 0.98e-5}});
  EXPECT_EQ(choose(stand, 1e6).best, 0);
}

TEST(Choosing, looksAgainAtWhatWasMeasuredCold) {
  Stand stand({{1e-5, 1e-5, 1, true, 4}, {3e-5, 3e-5}});
  const Chosen chosen = choose(stand, 1e6);
  EXPECT_EQ(stand.asked, "010");
  EXPECT_EQ(chosen.best, 0);
  EXPECT_NEAR(*chosen.seconds[0], 1e-5, 1e-10);
}

TEST(Choosing, measuresNothingForShortRuns) {
  Stand stand({{1e-5, 1e-5}, {2e-5, 1e-6}});
  const Chosen chosen = choose(stand, 0.99e5);
  EXPECT_EQ(stand.asked, "");
  EXPECT_EQ(chosen.best, 0);
  EXPECT_EQ(chosen.measured(), 0);
  EXPECT_EQ(stand.now(), 0);
}

TEST(Choosing, stopsWhenTheFirstMeasurementShowsThatTheRunIsShort) {
  Stand stand({{1e-4, 1e-7}, {1e-4, 1e-8}}); // the model expects 10 s, it takes 0.01
  const Chosen chosen = choose(stand, 1e5);
  EXPECT_EQ(stand.asked, "0");
  EXPECT_EQ(chosen.measured(), 1);
}

TEST(Choosing, needsMoreThanOneCandidate) {
  Stand stand({{1e-5, 1e-5}});
  choose(stand, 1e9);
  EXPECT_EQ(stand.asked, "");
}

TEST(Choosing, keepsToItsBudget) {
  EXPECT_DOUBLE_EQ(tuningBudget(Measuring::WhenItPays, 10), 0.5);
  EXPECT_DOUBLE_EQ(tuningBudget(Measuring::WhenItPays, 1e6), 2);
  for (const double build : {0.0, 0.02, 0.2, 1.0})
    for (const double restore : {0.0, 0.1})
      for (const double run : {1.5, 10.0, 100.0}) {
        Stand stand({{1e-5, 1e-5}, {1e-5, 1e-5}, {1e-5, 1e-5, 64}, {1e-5, 1e-5, 1000}}, build);
        const Chosen chosen = choose(stand, run / 1e-5, {build, restore});
        const double spent = stand.asked.empty() ? 0 : stand.now() + restore;
        EXPECT_LE(spent, tuningBudget(Measuring::WhenItPays, run) * 1.0001) << build << " " << run;
        EXPECT_EQ(chosen.complete, chosen.measured() == 4);
      }
}

TEST(Choosing, doesNotMeasureWhatTakesTooLong) {
  // A launch of the second one would take 10 s; the third one is soon done.
  Stand stand({{1e-5, 1e-5}, {1e-5, 1e-5, 1000000}, {1e-5, 0.5e-5}});
  const Chosen chosen = choose(stand, 3e6);
  EXPECT_EQ(stand.asked, "020");
  EXPECT_EQ(chosen.best, 2);
  EXPECT_FALSE(chosen.complete);

  Stand large({{1.0, 1.0}, {1.0, 0.5}}); // 30 steps of a second each: none can be spared
  EXPECT_EQ(choose(large, 30).measured(), 0);
  EXPECT_EQ(large.asked, "");
}

TEST(Choosing, staysWithTheModelsChoiceIfThatTakesTooLongToMeasure) {
  Stand stand({{1e-3, 1e-3, 101}, {2e-3, 2e-3}}); // a launch takes 0.101 s, 5 % of the run are 0.1
  const Chosen chosen = choose(stand, 2e3);
  EXPECT_EQ(stand.asked, "");
  EXPECT_EQ(chosen.best, 0);
  EXPECT_FALSE(chosen.complete);
}

TEST(Choosing, comparesTheFirstTwoOfARunOfTenSeconds) {
  // 10 s grant 0.5 s: a launch of each, of 0.2 s, and none to spare.
  Stand stand({{1e-3, 1e-3, 200}, {2e-3, 0.5e-3, 100}, {1e-3, 1e-3, 400}});
  const Chosen chosen = choose(stand, 1e4);
  EXPECT_EQ(stand.asked.substr(0, 2), "01");
  EXPECT_EQ(stand.runs[0], 1);
  EXPECT_EQ(stand.runs[1], 1);
  EXPECT_EQ(chosen.best, 1);
  EXPECT_LE(stand.now(), 0.5);
  EXPECT_FALSE(chosen.complete);
}

TEST(Choosing, measuresNothingIfOnlyTheFirstOneFits) {
  Stand stand({{1e-3, 1e-3, 300}, {1e-3, 0.5e-3, 300}});
  EXPECT_EQ(choose(stand, 1e4).measured(), 0);
  EXPECT_EQ(stand.now(), 0);
}

TEST(Choosing, measuresPiecesOfLongLaunches) {
  // Launches take 8 s, of 800 pieces each; 13 s grant 0.65 s.
  Stand stand({{8e-3, 8e-3, 1000, true, 1, 800}, {8e-3, 6e-3, 1000, true, 1, 800}});
  const Chosen chosen = choose(stand, 1625);
  EXPECT_EQ(stand.asked, "010");
  EXPECT_EQ(chosen.best, 1);
  EXPECT_NEAR(*chosen.seconds[0], 8e-3, 1e-9);
  EXPECT_NEAR(*chosen.seconds[1], 6e-3, 1e-9);
  EXPECT_TRUE(chosen.complete);
  for (const std::int64_t pieces : stand.runs)
    EXPECT_LT(pieces, 30);
  EXPECT_LE(stand.now(), 0.65);
}

TEST(Choosing, believesTheFirstMeasurementMoreThanTheModel) {
  // Steps take 100 times as long as expected: a launch of 3000 of them does not fit.
  Stand stand({{1e-5, 1e-3}, {1e-5, 1e-3, 3000}});
  EXPECT_EQ(choose(stand, 1e6).measured(), 1);
  EXPECT_EQ(stand.asked, "0");
}

TEST(Choosing, passesOverWhatDoesNotRun) {
  Stand stand({{1e-5, 2e-5}, {1e-5, 1e-6, 1, false}, {1e-5, 1e-5}});
  const Chosen chosen = choose(stand, 1e6);
  EXPECT_EQ(chosen.best, 2);
  EXPECT_FALSE(chosen.seconds[1].has_value());
  Stand broken({{1e-5, 1e-5, 1, false}, {1e-5, 1e-6}});
  EXPECT_EQ(choose(broken, 1e6).best, 0); // and the run will say why
}

TEST(Choosing, measuresShortRunsWhenToldTo) {
  Stand stand({{1e-5, 1e-5}, {2e-5, 1e-6}, {1e-5, 1e-5, 1000000}}, 3);
  const Chosen chosen = chooseByMeasuring(stand.candidates(), 10, Measuring::Always, {3, 1}, stand);
  EXPECT_EQ(chosen.best, 1);
  EXPECT_EQ(stand.asked, "010"); // a launch of the last one takes 10 s
}

TEST(Builds, beginWithLinearStepsAndThenWithWhatPromisesMost) {
  Candidates candidates;
  candidates.count = 4;
  const TileForm forms[] = {TileForm::Streaming, TileForm::Registers, TileForm::Auto,
                            TileForm::Persistent};
  const double seconds[] = {1, 2, 4, 1}, builds[] = {1, 1, 0.5, 0.8};
  for (int k = 0; k < candidates.count; k++) {
    candidates.list[k].tuning.scheme = k == 2 ? Scheme::Linear : Scheme::Overlapped;
    candidates.list[k].tuning.tileForm = forms[k];
    candidates.list[k].seconds = seconds[k];
    candidates.list[k].build = builds[k];
  }
  std::vector<int> asked = {0, 1, 2, 3};
  promisingFirst(candidates, asked);
  EXPECT_EQ(asked, (std::vector{2, 3, 0, 1}));
  asked = {0, 1, 3};
  promisingFirst(candidates, asked);
  EXPECT_EQ(asked, (std::vector{3, 0, 1}));
}

TEST(Pieces, areOfTilesThatDependOnNoOthers) {
  Plan plan;
  EXPECT_EQ(piecesOfLaunch(plan, 2), 1); // linear
  plan.form = &forms::diamond;
  plan.shape = Interlocking{.tiles = 63};
  EXPECT_EQ(piecesOfLaunch(plan, 2), 1); // diamonds
  Wavefront tiles;
  tiles.tiles = 63;
  plan.form = &forms::wavefront;
  plan.shape = tiles;
  EXPECT_EQ(piecesOfLaunch(plan, 2), 32);
  EXPECT_EQ(piecesOfLaunch(plan, 1), 63);
  EXPECT_EQ(piecesOfLaunch(plan, 100), 1);
}

} // namespace tuning_test
