// The tuner: which tuning a run of scheme `auto` takes, from the model, an earlier run, or
// measured.
//
//   Tuning tuning = tuner.start(job, request, "H200, driver 550", stats);   // build this one
//   if (tuner.measures())                    // --tune, and steps that their error controls
//     tuning = tuner.measure(job, costs, measurer, stats.tuning);
//   tuner.advance(piece, backend, stats);      // all others try candidates on the run's own steps
//
// A backend has one; it remembers from run to run, and in the tuning cache from process to process.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "backend/backend.h"
#include "base/stopwatch.h"
#include "base/user_cache.h"
#include "tuning/cache.h"
#include "tuning/measure_candidates.h"
#include "tuning/trials.h"

namespace eulerc {

/// What trials ask of a backend.
class TrialBackend {
public:
  virtual ~TrialBackend() = default;
  /// The run is long enough for building other ways meanwhile.
  virtual void beginBuilds(const std::vector<Tuning> &others) = 0;
  /// The run builds nothing for now: the next one may be built.
  virtual void goOn() {}
  /// Of one of these: Ready, Waiting or Failed. `secondsLeft`: of the run.
  virtual Trials::State readiness(int other, double secondsLeft) = 0;
  /// Takes that way from now on, from the state where it is. False: it cannot run here, and the way
  /// is not changed.
  virtual bool switchTo(const Job &piece, const Tuning &tuning) = 0;
  /// Takes steps, and waits for them: seconds. Nothing: they failed, and the state is unchanged;
  /// only of a way that is new, else it throws.
  virtual std::optional<double> measure(const Job &piece, bool isNew) = 0;
  /// Takes steps.
  virtual void take(const Job &piece) = 0;
};

class Tuner {
public:
  explicit Tuner(std::string cachePath = inUserCache("tuning.json"))
      : cache_(std::move(cachePath)) {}

  /// The tuning to build first: what was asked for, remembered, or the model's choice. `place`
  /// names the device and all that its speed depends on. `buildsBeside`: other ways are built at
  /// the same time as the first one, if they are many.
  Tuning start(const Job &job, const PlanRequest &request, const std::string &place,
               TuningStats &stats, bool buildsBeside = false);

  /// What building the first tuning took: others of as much code take as long.
  void noteBuild(double seconds);
  /// What the driver will take to build a candidate.
  double secondsToBuild(int candidate) const;

  /// Whether measuring before the first step may find a better one.
  bool measures() const { return measures_; }

  /// Begins to try candidates, where that is worth it: the first way is known. With a backend the
  /// builds of a long run begin while its first way is made ready; null: not yet.
  void beginTrials(const Job &job, TrialBackend *backend = nullptr);

  /// Whether the next piece may take other ways. Of a slab most pieces do not, and what they
  /// exchange can be hidden.
  bool tries() const { return tries_ && looksNext_ && !trials_.isOver(); }
  /// Whether many other ways are built, for --tune or for a run of some seconds; after start().
  /// Not of a slab: each device would have its processes.
  bool buildsMuch(const Job &job) const;
  /// Whether no way is to be tried any more.
  bool isOver() const { return trials_.isOver(); }
  /// Takes the steps of a piece of the run, some of them by candidates that are tried.
  void advance(const Job &piece, TrialBackend &backend, RunRecord &stats);

  /// What start() chose from.
  const Candidates &candidates() const { return candidates_; }
  /// Adds neighbours of the fastest candidates, the nearest ones only if it is thorough: the index
  /// of the first; nothing if it has none.
  std::optional<int> widen(const Model &model, bool isThorough);
  /// The candidate that a plan is of; nothing: of none.
  std::optional<int> candidateOf(const Model &model, const Plan &plan) const;

  /// Of the candidates that --tune has not asked for: short builds, as many as fit into these
  /// seconds; and the shortest one, however long, if it fits.
  std::vector<int> soonToMeasure(double seconds) const;
  std::vector<int> lateToMeasure(double seconds) const;
  /// Measures these candidates beside the fastest one so far, and remembers the fastest. Empty: all
  /// that were not asked for.
  Tuning measure(const Job &job, const TuningCosts &costs, Measurer &measurer, TuningStats &stats,
                 std::vector<int> asked = {});

private:
  void tryWays(const Job &piece, TrialBackend &backend, RunRecord &stats, std::int64_t &done);
  void noteTrials(const Job &job, TuningStats &stats);
  void remember(const Job &job);
  void listTried(const Job &job, TuningStats &stats) const;
  std::optional<Tuning> remembered(const Job &job, const std::optional<Remembered> &known,
                                   TuningStats &stats);
  void beginSoon(const Job &job, bool isShort, int runsBefore, bool buildsBeside);
  std::int64_t stepsToLook(std::int64_t left) const;
  void beginBuilds(const Job &job, TrialBackend &backend);
  bool takeUpNext(const Job &job, TrialBackend &backend, TuningStats &stats);
  void buildInOrder(TrialBackend &backend);
  void passOverSlower(const Model &model, int from);
  std::vector<int> notAsked() const;
  void widen(const Job &piece, TrialBackend &backend, TuningStats &stats);
  bool switchTo(const Job &piece, TrialBackend &backend, int candidate);
  void askWhoIsReady(TrialBackend &backend, TuningStats &stats);

  TuningCache cache_;
  Candidates candidates_;
  Trials trials_;
  std::vector<double> seconds_; ///< of a level of the candidates measured before the run; 0: not
  std::vector<bool> isAsked_;   ///< these candidates were to be measured before the run
  std::vector<int> building_;   ///< the candidates that the backend was given to build, in order
  bool isLong_ = false, hasBegun_ = false; ///< builds
  bool tries_ = false;
  int first_ = 0, running_ = 0; ///< the candidate that runs first, and the one that runs now
  double passed_ = 0;           ///< seconds of steps outside of trials
  bool looksNext_ = true;       ///< the next piece of a slab does not only go on
  Stopwatch sinceLook_;
  std::int64_t stepsSinceLook_ = 0;
  PlanRequest request_;
  std::string key_;
  Remembered known_;  ///< of earlier runs
  double budget_ = 0; ///< seconds that the model grants
  double pace_ = 1;   ///< of the driver's builds: seconds over the expected ones
  bool measures_ = false;
};

/// Where notes of a job go, if anywhere.
TuningCache::Note noteOf(const Job &job);

/// Names what a choice depends on: "H200, driver 550, 132 units; string 9f3c…; float; 2^20".
std::string tuningKey(const Model &model, const PlanRequest &request,
                      const std::string &buildOptions, const std::string &place);

} // namespace eulerc
