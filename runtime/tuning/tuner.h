// Tuner: chooses the tuning of a run with the scheme `auto`: by the model, from an earlier run, or
// by measuring.
//
//   Tuning tuning = tuner.start(job, request, "H200, driver 550", stats);   // build this one
//   if (tuner.measures())                    // --tune, and runs with step-size control
//     tuning = tuner.measure(job, costs, measurer, stats.tuning);
//   tuner.advance(piece, backend, stats);      // other runs try candidates on their own steps
//
// Each backend has one tuner. It remembers choices from run to run, and through the tuning cache
// from process to process.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "backend/backend.h"
#include "base/stopwatch.h"
#include "base/user_cache.h"
#include "tuning/cache.h"
#include "tuning/measure_candidates.h"
#include "tuning/not_built.h"
#include "tuning/trials.h"

namespace eulerc {

/// The part of trials that a backend implements.
class TrialBackend {
public:
  virtual ~TrialBackend() = default;
  /// Begins to build other candidates in the background, in this order.
  virtual void beginBuilds(const std::vector<Tuning> &others) = 0;
  /// Allows the next background build: the run itself builds nothing for now.
  virtual void goOn() {}
  /// Ready, Waiting or Failed, for one of `others`. `secondsLeft`: of the run.
  virtual Trials::State readiness(int other, double secondsLeft) = 0;
  /// Uses that tuning from now on, with the current state. False: the tuning cannot run here, and
  /// nothing is changed.
  virtual bool switchTo(const Job &piece, const Tuning &tuning) = 0;
  /// Takes steps, waits for them and returns the seconds. nullopt: the steps failed and the state
  /// is unchanged. Only new candidates may fail; for others it throws.
  virtual std::optional<double> measure(const Job &piece, bool isNew) = 0;
  /// Takes steps.
  virtual void take(const Job &piece) = 0;
};

class Tuner {
public:
  explicit Tuner(std::string cachePath = inUserCache("tuning.json"))
      : cache_(std::move(cachePath)) {}

  /// The tuning to build first: from hints, from an earlier run, or the model's choice. `place`
  /// names the device and everything else that its speed depends on. `notBuilt`: what the driver
  /// did not build. `buildsBeside`: many other candidates are built at the same time as the first
  /// one.
  Tuning start(const Job &job, const PlanRequest &request, const std::string &place,
               TuningStats &stats, const NotBuilt &notBuilt = {}, bool buildsBeside = false);

  /// Records the seconds of the first build, which scale the expected seconds of other builds.
  void noteBuild(double seconds);
  /// Seconds that the driver should take to build a candidate.
  double secondsToBuild(int candidate) const;

  /// Whether measuring before the first step may find a better tuning.
  bool measures() const { return measures_; }

  /// Begins to try candidates if that is worth it; the first candidate is known. With a backend,
  /// the builds of a long run begin while the first candidate is made ready; null: they begin
  /// later.
  void beginTrials(const Job &job, TrialBackend *backend = nullptr);

  /// Whether the next piece may try other candidates. Most pieces of a slab do not, so that
  /// exchanges can be hidden behind computing.
  bool tries() const { return tries_ && looksNext_ && !trials_.isOver(); }
  /// Whether many other candidates are built, for --tune or for a run of some seconds; after
  /// start().
  bool buildsMuch(const Job &job) const;
  /// Whether no candidate is left to try.
  bool isOver() const { return trials_.isOver(); }
  /// Takes the steps of a piece of the run; candidates that are tried take some of them.
  void advance(const Job &piece, TrialBackend &backend, RunRecord &stats);

  /// The candidates that start() chose from, and the neighbours added since.
  const Candidates &candidates() const { return candidates_; }
  /// Adds neighbours of the fastest candidates (withNeighbours()). Returns the index of the first
  /// new one; nullopt if there is none.
  std::optional<int> widen(const Model &model, bool isThorough);
  /// The candidate with that plan; nullopt if there is none.
  std::optional<int> candidateOf(const Model &model, const Plan &plan) const;

  /// Candidates that --tune has not measured. The first function: short builds, as many as fit into
  /// these seconds. The second: the shortest of all builds, if it fits.
  std::vector<int> soonToMeasure(double seconds) const;
  std::vector<int> lateToMeasure(double seconds) const;
  /// Measures the candidates `asked` and again the fastest one so far, and remembers the fastest.
  /// Empty: all candidates that were not measured.
  Tuning measure(const Job &job, const TuningCosts &costs, Measurer &measurer, TuningStats &stats,
                 std::vector<int> asked = {});

private:
  void tryWays(const Job &piece, TrialBackend &backend, RunRecord &stats, std::int64_t &done);
  void noteTrials(const Job &job, TuningStats &stats);
  void remember(const Job &job);
  void listTried(const Job &job, TuningStats &stats) const;
  std::optional<Tuning> remembered(const Job &job, const std::optional<Remembered> &known,
                                   const NotBuilt &notBuilt, TuningStats &stats);
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
  std::vector<double> seconds_; ///< of a level, of candidates measured before the run; 0: not
  std::vector<bool> isAsked_;   ///< whether measure() had the candidate before the run
  std::vector<int> building_;   ///< candidates that the backend builds, in order
  bool isLong_ = false, hasBegun_ = false; ///< builds
  bool tries_ = false;
  int first_ = 0, running_ = 0; ///< the candidate that runs first, and the one that runs now
  double passed_ = 0;           ///< seconds of steps outside of trials
  bool looksNext_ = true;       ///< the next piece of a slab checks for finished builds
  Stopwatch sinceLook_;
  std::int64_t stepsSinceLook_ = 0;
  PlanRequest request_;
  std::string key_;
  Remembered known_;  ///< entry of the tuning cache
  double budget_ = 0; ///< seconds that measuring may take
  double pace_ = 1;   ///< seconds of the driver's builds over the expected seconds
  bool measures_ = false;
};

/// The function that takes notes of a job; it does nothing if the job has none.
TuningCache::Note noteOf(const Job &job);

/// The cache key, all that a choice depends on: "H200, driver 550, 132 units; string 9f3c…; float;
/// 2^20".
std::string tuningKey(const Model &model, const PlanRequest &request,
                      const std::string &buildOptions, const std::string &place);

} // namespace eulerc
