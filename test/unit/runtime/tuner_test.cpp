// The tuner: what is asked, remembered, tried, measured or chosen by the model.
#include "tuning/tuner.h"

#include "cache_folder.h"
#include "forms/forms.h"
#include "toy_model.h"

using namespace eulerc;

namespace tuner_test {
namespace {

/// A run of a model with two ways: linear and diamonds, which take half as long.
class Tuned : public CacheFolder {
protected:
  Tuned() {
    model.planner = &planner;
    request.grid.extent[0] = 1000;
    request.steps = 10000;
    planner.candidates = [](const PlanRequest &) {
      Candidates found;
      found.count = 2;
      found.list[0].tuning.scheme = Scheme::Linear;
      found.list[1].tuning.scheme = Scheme::Diamond;
      found.list[0].seconds = found.list[1].seconds = 1e-3;
      return found;
    };
    planner.plan = [](const PlanRequest &asked) {
      Plan plan;
      plan.form = asked.tuning.scheme == Scheme::Diamond ? &forms::diamond : &forms::linear;
      return plan;
    };
  }

  /// What a process starts with, after it has measured where it may.
  Tuning run() {
    const std::vector<ParamValue> params;
    const std::string buildOptions;
    Job job{model,
            params,
            request.grid,
            0,
            1000,
            1000,
            {},
            {},
            {},
            0,
            {.steps = request.steps},
            0,
            request.tuning,
            buildOptions,
            {},
            note(),
            measuring};
    Tuner tuner(file());
    const Tuning first = tuner.start(job, request, "device", stats);
    begun = first.scheme;
    Clock clock;
    clock.fails = fails;
    if (tuner.measures()) {
      soon = tuner.soonToMeasure(1.5);
      late = tuner.lateToMeasure(5);
      return tuner.measure(job, {}, clock, stats);
    }
    Hands hands;
    hands.way = first;
    hands.built = built;
    hands.ready = ready;
    hands.tuning = &stats;
    tuner.beginTrials(job);
    job.share = share;
    for (std::int64_t done = 0; done < request.steps; done += job.run.steps) {
      job.run.steps = std::min(steps, request.steps - done);
      tuner.advance(job, hands, record);
      mayTryNext = tuner.tries();
    }
    EXPECT_EQ(hands.steps, request.steps);
    measured = hands.measured;
    order = hands.order;
    return hands.way;
  }

  /// A way besides linear and diamonds, which takes a fifth of the time of linear, and so many
  /// seconds to build.
  void addHoneycombs(double build = 4) {
    static double honeycombs; // the planner's functions hold nothing
    honeycombs = build;
    planner.candidates = [](const PlanRequest &) {
      Candidates found;
      found.count = 3;
      found.list[0].tuning.scheme = Scheme::Linear;
      found.list[1].tuning.scheme = Scheme::Honeycomb;
      found.list[2].tuning.scheme = Scheme::Diamond;
      for (Candidate &each : found.list)
        each.seconds = 1e-3;
      found.list[0].build = found.list[2].build = 1;
      found.list[1].build = honeycombs;
      return found;
    };
    planner.plan = [](const PlanRequest &asked) {
      Plan plan;
      plan.form = asked.tuning.scheme == Scheme::Diamond     ? &forms::diamond
                  : asked.tuning.scheme == Scheme::Honeycomb ? &forms::honeycomb
                                                             : &forms::linear;
      if (plan.form != &forms::linear)
        plan.shape = Interlocking();
      return plan;
    };
  }

  /// On a GPU: diamonds, which the model finds twice as fast and which take so many seconds to
  /// build, and linear, which takes 0.3.
  void beginWithDiamonds(double build) {
    static double diamonds; // the planner's functions hold nothing
    diamonds = build;
    planner.candidates = [](const PlanRequest &) {
      Candidates found;
      found.count = 2;
      found.list[0].tuning.scheme = Scheme::Diamond;
      found.list[0].seconds = 5e-4;
      found.list[0].build = diamonds;
      found.list[1].tuning.scheme = Scheme::Linear;
      found.list[1].seconds = 1e-3;
      found.list[1].build = 0.3;
      return found;
    };
    request.device.isCpu = false;
  }

  /// So many ways are built when the run begins, and no others.
  struct Hands : TrialHands {
    Tuning way;
    std::int64_t steps = 0;
    int built = 0, measured = 0;
    std::vector<Scheme> order, asked;
    std::function<bool(Scheme)> ready;
    const TuningStats *tuning = nullptr; ///< what progress shows
    void beginBuilds(const std::vector<Tuning> &others) override {
      asked.clear();
      for (const Tuning &each : others)
        asked.push_back(each.scheme);
      order.insert(order.end(), asked.begin(), asked.end());
    }
    Trials::State readiness(int other, double) override {
      return other < built && ready(asked[static_cast<std::size_t>(other)])
                 ? Trials::State::Ready
                 : Trials::State::Waiting;
    }
    bool switchTo(const Job &, const Tuning &tuning) override {
      way = tuning;
      return true;
    }
    std::optional<double> measure(const Job &piece, bool) override {
      EXPECT_LT(tuning->trying, static_cast<int>(tuning->tried.size()));
      measured++;
      take(piece);
      const double step = way.scheme == Scheme::Honeycomb ? 2e-4
                          : way.scheme == Scheme::Diamond ? 5e-4
                                                          : 1e-3;
      return static_cast<double>(piece.run.steps) * step;
    }
    void take(const Job &piece) override { steps += piece.run.steps; }
  };

  /// Diamonds take half the time of linear; time passes only here.
  struct Clock : Measurer {
    double time = 0, step = 0;
    Scheme fails = Scheme::Auto;
    double now() override { return time; }
    LaunchShape shapeOf(const Candidate &) override { return {}; }
    std::optional<LaunchShape> makeReady(const Candidate &candidate) override {
      if (candidate.tuning.scheme == fails)
        return std::nullopt;
      step = candidate.tuning.scheme == Scheme::Diamond ? 5e-4 : 1e-3;
      return LaunchShape{};
    }
    void run(std::int64_t pieces) override { time += step * static_cast<double>(pieces); }
  };

  Scheme fails = Scheme::Auto; ///< cannot be measured
  int built = 99;
  const Share *share = nullptr;   ///< of a slab
  std::int64_t steps = INT64_MAX; ///< of a piece
  int measured = 0;               ///< pieces that the run has waited for
  bool mayTryNext = false;
  std::function<bool(Scheme)> ready = [](Scheme) { return true; };
  Scheme begun = Scheme::Auto; ///< the way of the first step
  std::vector<Scheme> order;   ///< of builds
  std::vector<int> soon, late; ///< what --tune asks for
  Model model = toy::model();
  Planner planner = *model.planner;
  PlanRequest request;
  Measuring measuring = Measuring::WhenItPays;
  RunRecord record;
  TuningStats &stats = record.tuning;
};

} // namespace

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

TEST_F(Tuned, beginsLongRunsWithWhatIsSoonBuilt) {
  beginWithDiamonds(1.5);
  EXPECT_EQ(run().scheme, Scheme::Diamond);
  EXPECT_EQ(begun, Scheme::Linear);
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
    EXPECT_EQ(begun, number < 5 ? Scheme::Linear : Scheme::Diamond) << number;
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
  const Share slab;
  share = &slab;
  steps = 100;
  built = 0;
  EXPECT_EQ(run().scheme, Scheme::Linear);
  EXPECT_LE(measured, 2); // of 100 pieces
  EXPECT_FALSE(mayTryNext);
  built = 99;
  EXPECT_EQ(run().scheme, Scheme::Diamond);
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

} // namespace tuner_test
