// The tuner: with what runs begin, and which ways their steps try.
#include <tuple>

#include "tuned.h"

namespace tuner_test {

TEST_F(Tuned, beginsLongRunsWithWhatIsSoonBuilt) {
  beginWithDiamonds(1.5);
  EXPECT_EQ(run().scheme, Scheme::Diamond);
  EXPECT_EQ(begun.scheme, Scheme::Linear);
}

/// Builds of an earlier run are in the driver's cache, also if the run ended before it tried them.
TEST_F(Tuned, beginsWithWhatAnEarlierRunHasBuilt) {
  beginWithDiamonds(1.5);
  built = 0;
  EXPECT_EQ(run().scheme, Scheme::Linear);
  EXPECT_EQ(run().scheme, Scheme::Diamond);
  EXPECT_EQ(begun.scheme, Scheme::Diamond);
  EXPECT_EQ(stats.origin, TuningStats::Origin::Model);
}

/// A slab that tries a way keeps the others waiting. The only slab of a grid has no others.
TEST_F(Tuned, triesNothingInSlabsOfDevices) {
  beginWithDiamonds(1.5);
  for (const bool isOnly : {false, true}) {
    const Share slab = {{0, isOnly ? 1000 : 500}, 1000, 0, nullptr};
    share = &slab;
    EXPECT_EQ(run().scheme, Scheme::Diamond);
    EXPECT_EQ(begun.scheme, isOnly ? Scheme::Linear : Scheme::Diamond);
    EXPECT_EQ(order.empty(), !isOnly);
  }
}

/// With --tune the first one measures. Later runs that are no slabs measure again.
TEST_F(Tuned, measuresOnceForSlabsOfOneProcess) {
  measuring = Measuring::Always;
  request.device.isHost = false;
  const Share slab = {{0, 500}, 1000, 0, nullptr};
  share = &slab;
  EXPECT_EQ(run().scheme, Scheme::Diamond);
  EXPECT_EQ(stats.origin, TuningStats::Origin::Measured);
  EXPECT_EQ(run().scheme, Scheme::Diamond);
  EXPECT_EQ(stats.origin, TuningStats::Origin::Remembered);
  share = nullptr;
  run();
  EXPECT_EQ(stats.origin, TuningStats::Origin::Measured);
}

/// Four times as slow, linear steps do not gain what changing to diamonds takes.
TEST_F(Tuned, beginsSoonerWhereTheRestIsBuiltBeside) {
  for (const auto &[times, beside, expected] :
       {std::tuple(1.5, false, Scheme::Diamond), std::tuple(1.5, true, Scheme::Linear),
        std::tuple(4.0, true, Scheme::Diamond)}) {
    beginWithDiamonds(0.9, times);
    buildsBeside = beside;
    std::filesystem::remove(file());
    EXPECT_EQ(run().scheme, Scheme::Diamond);
    EXPECT_EQ(begun.scheme, expected) << times << beside;
  }
}

/// However short the builds are: 0.05 s with diamonds, 0.1 s with linear.
TEST_F(Tuned, takesForShortRunsWhatEndsFirst) {
  request.steps = 100;
  beginWithDiamonds(0.4);
  EXPECT_EQ(run().scheme, Scheme::Linear);
  std::filesystem::remove(file());
  beginWithDiamonds(0.34);
  EXPECT_EQ(run().scheme, Scheme::Diamond);
}

/// The long build is worth it once the shorter runs together have lost as much.
TEST_F(Tuned, buildsTheModelsChoiceForShortRunsThatComeAgain) {
  beginWithDiamonds(2.5);
  request.steps = 900; // 0.45 s, or 0.9 s
  for (int number = 1; number <= 7; number++) {
    run();
    EXPECT_EQ(begun.scheme, number < 5 ? Scheme::Linear : Scheme::Diamond) << number;
    EXPECT_EQ(stats.origin, TuningStats::Origin::Model);
  }
  request.steps = 10000;
  EXPECT_EQ(run().scheme, Scheme::Diamond);
  EXPECT_EQ(stats.origin, TuningStats::Origin::Measured);
  request.steps = 900;
  run();
  EXPECT_EQ(stats.origin, TuningStats::Origin::Remembered);
}

/// Pieces of slabs that nobody waits for hide their exchanges while other ways are built.
TEST_F(Tuned, waitsForFewPiecesOfSlabs) {
  const Share slab = {{0, 500}, 1000, 0, nullptr};
  share = &slab;
  request.device.isHost = true;
  steps = 100;
  built = 0;
  EXPECT_EQ(run().scheme, Scheme::Linear);
  EXPECT_LE(measured, 2); // of 100 pieces
  EXPECT_FALSE(mayTryNext);
  built = 99;
  EXPECT_EQ(run().scheme, Scheme::Diamond);
}

/// A change converts the state to another layout. So a turn goes on in the next pieces of a slab,
/// however short they are.
TEST_F(Tuned, changesWaysOncePerTurnOfASlab) {
  const Share slab = {{0, 500}, 1000, 0, nullptr};
  share = &slab;
  request.device.isHost = true;
  steps = 2;
  EXPECT_EQ(run().scheme, Scheme::Diamond);
  EXPECT_GT(measured, 20);
  EXPECT_LE(changes, 8);
}

TEST_F(Tuned, buildsFirstWhatTakesLeast) {
  addHoneycombs();
  run();
  EXPECT_EQ(order, (std::vector{Scheme::Diamond, Scheme::Honeycomb}));
}

/// A driver builds one at a time: long builds come behind the neighbours of short ones.
TEST_F(Tuned, putsOffWhatTakesLongToBuild) {
  addHoneycombs();
  request.device.isCpu = false;
  request.steps = 100000;
  planner.neighbours = [](const PlanRequest &, const Candidates &known, const std::vector<double> &,
                          bool isThorough) {
    Candidates more = known;
    if (known.count == 3 && !isThorough)
      more.list[more.count++] = {more.list[2].tuning, 3, 1e-3, 1};
    return more;
  };
  EXPECT_EQ(run().scheme, Scheme::Honeycomb);
  EXPECT_EQ(order, (std::vector{Scheme::Diamond, Scheme::Diamond, Scheme::Honeycomb}));
}

TEST_F(Tuned, triesWhatTakesLongToBuildAlone) {
  addHoneycombs();
  planner.candidates = [](const PlanRequest &) {
    Candidates found;
    found.count = 2;
    found.list[0].tuning.scheme = Scheme::Linear;
    found.list[1].tuning.scheme = Scheme::Diamond;
    for (Candidate &each : found.list) {
      each.seconds = 1e-3;
      each.build = 4;
    }
    return found;
  };
  request.device.isCpu = false;
  request.steps = 100000;
  EXPECT_EQ(run().scheme, Scheme::Diamond);
}

/// What was slower is not tried again, and what is never built is begun in three runs.
TEST_F(Tuned, settlesForGood) {
  addHoneycombs();
  request.device.isCpu = false;
  request.steps = 100000;
  ready = [](Scheme scheme) { return scheme != Scheme::Honeycomb; };
  EXPECT_EQ(run().scheme, Scheme::Diamond);
  EXPECT_EQ(order, (std::vector{Scheme::Diamond, Scheme::Honeycomb}));
  for (int more = 1; more <= 2; more++) {
    EXPECT_EQ(run().scheme, Scheme::Diamond);
    EXPECT_EQ(order, (std::vector{Scheme::Honeycomb}));
  }
  EXPECT_EQ(run().scheme, Scheme::Diamond);
  EXPECT_TRUE(order.empty());
}

/// Should candidates never be built, runs look for them three times; short ones do not count.
TEST_F(Tuned, looksThreeTimes) {
  addHoneycombs();
  ready = [](Scheme scheme) { return scheme != Scheme::Honeycomb; };
  for (int look = 1; look <= 4; look++) {
    request.steps = 10;
    run();
    request.steps = 10000;
    EXPECT_EQ(run().scheme, Scheme::Diamond);
    EXPECT_EQ(order.empty(), look > 3) << look;
  }
  EXPECT_EQ(stats.origin, TuningStats::Origin::Remembered);
}

/// A build that short runs are not worth is left to a longer one, however many they were.
TEST_F(Tuned, leavesALongBuildToALongRun) {
  addHoneycombs(8);
  request.device.isCpu = false;
  for (int look = 1; look <= 4; look++) {
    request.steps = 6000; // 6 s
    EXPECT_EQ(run().scheme, Scheme::Diamond);
  }
  EXPECT_EQ(stats.origin, TuningStats::Origin::Remembered);
  request.steps = 100000;
  EXPECT_EQ(run().scheme, Scheme::Honeycomb);
}

TEST_F(Tuned, goesOnWhereAShortRunHadToEnd) {
  addHoneycombs();
  built = 1; // the other one is still built when the run ends
  EXPECT_EQ(run().scheme, Scheme::Diamond);
  built = 2;
  EXPECT_EQ(run().scheme, Scheme::Honeycomb); // of the same length
  EXPECT_EQ(stats.origin, TuningStats::Origin::Measured);
  EXPECT_EQ(run().scheme, Scheme::Honeycomb);
  EXPECT_EQ(stats.origin, TuningStats::Origin::Remembered);
}

/// What limits registers is made of what is built without the limit.
TEST_F(Tuned, beginsWithoutALimitOfRegisters) {
  planner.candidates = [](const PlanRequest &) {
    Candidates found;
    found.count = 2;
    for (Candidate &each : found.list) {
      each.tuning.scheme = Scheme::Linear;
      each.seconds = 1e-3;
    }
    found.list[0].build = 3;
    found.list[1].build = 1.5;
    found.list[1].tuning.groupsPerUnit = 3;
    return found;
  };
  request.device.isCpu = false;
  request.steps = 100000;
  run();
  EXPECT_EQ(begun.groupsPerUnit, 0);
}

} // namespace tuner_test
