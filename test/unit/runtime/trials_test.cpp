// Trials on the run's own steps, with a clock of the test's own: the fastest takes the rest, and no
// other costs much.
#include "tuning/trials.h"

#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

using namespace eulerc;

namespace {

/// Candidate k takes `actual[k]` seconds a step, and is ready after so many seconds of the run.
struct Stand {
  struct Way {
    double expected, actual;
    std::int64_t launch = 1;
    double readyAt = 0;
    bool fails = false;
    double disturbed = 1; ///< times as long, until it is looked at again
  };
  explicit Stand(std::vector<Way> asked) : ways(std::move(asked)), steps(ways.size()) {}

  std::vector<Way> ways;
  std::vector<std::int64_t> steps; ///< that each has taken
  Trials trials;
  double clock = 0;
  bool isAgain = false;
  std::int64_t taken = 0;
  std::string order;

  void run(std::int64_t all, std::int64_t piece) {
    Candidates candidates;
    for (const Way &way : ways) {
      candidates.list[candidates.count].seconds = way.expected;
      candidates.list[candidates.count++].levelsPerLaunch = way.launch;
    }
    trials.begin(candidates, 0, {.steps = all});
    while (taken < all)
      take(std::min(piece, all - taken));
  }

  void take(std::int64_t piece) {
    for (int k = 0; k < static_cast<int>(ways.size()); k++)
      if (clock >= at(k).readyAt)
        trials.setReady(k);
    while (piece > 0) {
      if (trials.isSettled() && !trials.isOver()) {
        trials.lookAgain();
        isAgain = true;
      }
      const auto turn = trials.next(piece);
      const int who = turn ? turn->candidate : trials.best();
      const std::int64_t count = turn ? turn->steps : piece;
      EXPECT_LE(count, piece);
      if (turn && at(who).fails) {
        trials.fail(who);
        continue;
      }
      const double seconds =
          (turn && !isAgain ? at(who).disturbed : 1) * at(who).actual * static_cast<double>(count);
      if (turn)
        trials.took(*turn, seconds);
      else
        trials.passed(count, at(who).actual);
      if (turn && (order.empty() || order.back() != '0' + who))
        order += std::to_string(who);
      clock += seconds;
      taken += count;
      piece -= count;
      steps[static_cast<std::size_t>(who)] += count;
    }
  }
  const Way &at(int k) const { return ways[static_cast<std::size_t>(k)]; }
};

} // namespace

TEST(Trials, giveTheRestToTheFastest) {
  Stand stand({{1e-5, 2e-5}, {2e-5, 1e-5}, {3e-5, 3e-5}});
  stand.run(1000000, 10000);
  EXPECT_EQ(stand.order, "012");
  EXPECT_EQ(stand.trials.best(), 1);
  EXPECT_TRUE(stand.trials.isComplete());
  EXPECT_GT(stand.steps[1], 980000);
  EXPECT_NEAR(*stand.trials.secondsOf(0), 2e-5, 1e-10);
}

TEST(Trials, giveASlowOneASingleLaunch) {
  Stand stand({{1e-5, 1e-5}, {1e-5, 1e-3, 8}});
  stand.run(1000000, 10000);
  EXPECT_EQ(stand.steps[1], 8);
  EXPECT_EQ(stand.trials.best(), 0);
}

TEST(Trials, takeUpWhatWasPutOff) {
  Candidates candidates;
  candidates.count = 2;
  Trials trials;
  trials.begin(candidates, 0, {.steps = 1000000});
  trials.putOff(1);
  for (int turn = 0; turn < 2; turn++)
    if (const auto next = trials.next(1000000))
      trials.took(*next, 0.04);
  EXPECT_TRUE(trials.isSettled());
  trials.takeUp(1);
  EXPECT_FALSE(trials.isSettled());
  trials.fail(1);
  trials.lookAgain();
  EXPECT_TRUE(trials.isOver());
}

TEST(Trials, stayWithTheFirstWithinNoise) {
  Stand stand({{1e-5, 1e-5}, {1e-5, 0.98e-5}});
  stand.run(1000000, 10000);
  EXPECT_EQ(stand.trials.best(), 0);
}

TEST(Trials, waitForNoBuild) {
  Stand stand({{1e-5, 1e-5}, {1e-5, 0.5e-5, 1, 3}, {1e-5, 0.4e-5, 1, 1e9}});
  stand.run(1000000, 10000);
  EXPECT_EQ(stand.order, "01");
  EXPECT_EQ(stand.trials.best(), 1);
  EXPECT_FALSE(stand.trials.isComplete());
}

TEST(Trials, passOverWhatFails) {
  Stand stand({{1e-5, 1e-5}, {1e-5, 0, 1, 0, true}, {1e-5, 0.5e-5}});
  stand.run(1000000, 10000);
  EXPECT_EQ(stand.trials.best(), 2);
  EXPECT_TRUE(stand.trials.isComplete());
}

TEST(Trials, addUpTurnsOfShortPieces) {
  Stand stand({{1e-4, 1e-4, 10}, {1e-4, 0.5e-4, 10}});
  stand.run(100000, 7); // shorter than a launch
  EXPECT_EQ(stand.trials.best(), 1);
  EXPECT_GT(*stand.trials.secondsOf(1) * static_cast<double>(stand.steps[1]), 0.018);
}

TEST(Trials, lookAgainAtThoseNearTheBest) {
  Stand stand({{1e-5, 1e-5}, {1e-5, 0.9e-5, 1, 0, false, 1.2}, {1e-5, 2e-5, 1, 0, false, 1.1}});
  stand.run(1000000, 10000);
  EXPECT_EQ(stand.order, "01201");
  EXPECT_EQ(stand.trials.best(), 1);
  EXPECT_NEAR(*stand.trials.secondsOf(1), 0.9e-5, 1e-10);
  EXPECT_TRUE(stand.trials.isComplete());
}

/// Nineteen candidates of random speed, whatever is expected of them.
TEST(Trials, loseASmallShareOfTheRun) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> times(1, 2.9);
  for (int number = 0; number < 40; number++) {
    const bool isKnown = number % 2 == 0;
    std::vector<Stand::Way> ways = {{1e-5, 1e-5}};
    while (ways.size() < 20) {
      const double actual = times(random) * 1e-5;
      ways.push_back({isKnown ? actual : 1e-5, actual, 1 + number / 4, 0.01 * times(random)});
    }
    Stand stand(ways);
    stand.run(100000, 10000);               // at least a second
    EXPECT_LT(stand.clock, 1.06) << number; // instead of 1
  }
}

TEST(Trials, tryNothingAtTheEndOfARun) {
  Stand stand({{1e-5, 1e-5}, {1e-5, 0.5e-5, 1, 0.8}});
  stand.run(100000, 10000); // a second, of which 0.2 are left when it is ready
  EXPECT_EQ(stand.steps[1], 0);
  Stand large({{0.1, 0.1}, {0.1, 0.05, 1000}}); // a launch would take most of the run
  large.run(1500, 10);
  EXPECT_EQ(large.steps[1], 0);
}
