// A run of scheme `auto` of a model with a few ways, by a clock that the test sets.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <vector>

#include "cache_folder.h"
#include "forms/forms.h"
#include "toy_model.h"
#include "tuning/tuner.h"

namespace tuner_test {

using namespace eulerc;

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
    job.share = share;
    Tuner tuner(file());
    record = {};
    const Tuning first = tuner.start(job, request, "device", stats, {}, buildsBeside);
    begun = first;
    Clock clock;
    clock.fails = fails;
    if (tuner.measures()) {
      soon = tuner.soonToMeasure(1.5);
      late = tuner.lateToMeasure(5);
      return tuner.measure(job, {}, clock, stats);
    }
    Trial trial;
    trial.way = first;
    trial.built = built;
    trial.ready = ready;
    trial.tuning = &stats;
    tuner.beginTrials(job);
    for (std::int64_t done = 0; done < request.steps; done += job.run.steps) {
      job.run.steps = std::min(steps, request.steps - done);
      tuner.advance(job, trial, record);
      mayTryNext = tuner.tries();
    }
    EXPECT_EQ(trial.steps, request.steps);
    measured = trial.measured;
    changes = trial.changes;
    order = trial.order;
    return trial.way;
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
  /// build, and linear, which takes 0.3. `times`: that linear steps take as long, if not two.
  void beginWithDiamonds(double build, double times = 2) {
    static double diamonds, linear; // the planner's functions hold nothing
    diamonds = build;
    linear = times * 5e-4;
    planner.candidates = [](const PlanRequest &) {
      Candidates found;
      found.count = 2;
      found.list[0].tuning.scheme = Scheme::Diamond;
      found.list[0].seconds = 5e-4;
      found.list[0].build = diamonds;
      found.list[1].tuning.scheme = Scheme::Linear;
      found.list[1].seconds = linear;
      found.list[1].build = 0.3;
      return found;
    };
    request.device.isCpu = false;
  }

  /// So many ways are built when the run begins, and no others.
  struct Trial : TrialBackend {
    Tuning way;
    std::int64_t steps = 0;
    int built = 0, measured = 0, changes = 0;
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
      changes++;
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
  bool buildsBeside = false;      ///< from the first step on
  const Share *share = nullptr;   ///< of a slab
  std::int64_t steps = INT64_MAX; ///< of a piece
  int measured = 0;               ///< pieces that the run has waited for
  int changes = 0;                ///< from way to way
  bool mayTryNext = false;
  std::function<bool(Scheme)> ready = [](Scheme) { return true; };
  Tuning begun;                ///< the way of the first step
  std::vector<Scheme> order;   ///< of builds
  std::vector<int> soon, late; ///< what --tune asks for
  Model model = toy::model();
  Planner planner = *model.planner;
  PlanRequest request;
  Measuring measuring = Measuring::WhenItPays;
  RunRecord record;
  TuningStats &stats = record.tuning;
};

} // namespace tuner_test
