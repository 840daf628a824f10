// Slab: one part of a run's grid, with the stepper that steps it and its end of the exchange. Its
// stepper gets a job like any other: the grid of the slab, and the rows of fields that it holds.
//
//   settle(job, domain, cut) → takeValues(job, y) → load(job) → advance(job) … → save(job)
//                                                                   job, y: of the whole grid
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "backend/backend.h"
#include "base/message.h"
#include "slabs/domain.h"
#include "slabs/exchange.h"
#include "slabs/row_lists.h"

namespace eulerc {

/// How a run's grid is cut.
struct Cut {
  std::int64_t radius = 0;     ///< rows that a level spoils
  std::int64_t ghostDepth = 0; ///< rows of a ghost zone
  std::int64_t steps = 0;      ///< time steps from exchange to exchange
  bool isGathered = false;     ///< levels read anywhere: each slab holds the rows of all
  bool rowsAreQuick = false;   ///< rows reach the neighbours well within a launch
  bool leavesOld = false;      ///< as of the pace of devices

  /// Rows of others that a slab computes, on average over the levels between two exchanges.
  double computedTwice(const Domain &domain) const {
    const auto others = static_cast<double>(isGathered ? 0 : domain.held() - domain.owned);
    return leavesOld && ghostDepth > 0 ? others * static_cast<double>(ghostDepth - radius) /
                                             static_cast<double>(2 * ghostDepth)
                                       : others;
  }
};

/// States that a save writes.
std::int64_t statesSaved(const Job &job);

class Slab {
public:
  Slab(std::unique_ptr<Stepper> stepper, std::unique_ptr<Exchange> exchange)
      : stepper_(std::move(stepper)), exchange_(std::move(exchange)) {}

  Stepper &stepper() const { return *stepper_; }
  void useThreads(int threads) { threads_ = threads; }

  /// Takes the rows of a domain; the state held is lost.
  void settle(const Job &whole, const Domain &domain, const Cut &cut);
  /// Memory for the rows of a field, if it has not those of this revision; else null.
  void *takeField(std::size_t field, std::uint64_t revision);
  /// Memory for the rows of all states that travel.
  void *takeState(const Job &whole);
  /// Takes both from arrays of the whole grid.
  void takeValues(const Job &whole, const HostArray &y);
  /// Computes the initial values of the rows held.
  void takeInitial(const Job &whole);
  /// Takes the rows of fields from whole ones.
  void takeFields(const Job &whole);
  /// Brings what was taken to the stepper.
  void load(const Job &whole, bool reportsProgress, RunRecord &record);
  /// Takes the steps of a piece. Where levels read anywhere, a piece of no steps brings the rows of
  /// all others, which are old since the latest steps.
  void advance(const Job &whole, bool reportsProgress, RunRecord &record);
  /// Brings the state from the stepper.
  void save(const Job &whole);
  // As a stepper's, of the rows held.
  bool remember(const Job &whole);
  std::optional<double> change(const Job &whole);
  /// What the points owned make of a monitor.
  ReducedPart part(const Job &whole, int number, double t);
  // As a stepper's trials. The error is of all slabs, which ask for it at the same time.
  bool beginTrial(const Job &whole);
  double errorOfTrial(const Job &whole, const StepControl &control);
  /// The rows owned of a state as it was before the trial, after saveBefore().
  void saveBefore(const Job &whole);
  const void *ownedBefore(std::int64_t state, std::int64_t size) const;
  void endTrial(const Job &whole, bool isTaken);
  /// Of the state held, a component of the whole grid that is owned, and those behind it.
  const void *pieceFrom(const Job &whole, std::int64_t state, std::int64_t component);
  /// The rows owned of a state that was saved, of values of `size` bytes.
  const void *ownedRows(std::int64_t state, std::int64_t size) const;
  const SlabRows &rows() const { return rows_; }
  /// Calls use(job) with the job of the slab.
  template <class Use> auto withJob(const Job &whole, Use &&use) {
    return use(static_cast<const Job &>(jobOf(whole, false)));
  }
  void fail() { exchange_->fail(); }

private:
  Job jobOf(const Job &whole, bool reportsProgress);
  /// Tells all other slabs what this one owns and reads, and learns what they do.
  void meet(const Job &whole);
  /// Brings each other rows of a level that is to be computed.
  void swapRows(const LevelRows &level, const RowLists &lists);
  /// All rows of the state held.
  void gatherState(const Job &own);
  /// `next`: the steps that follow, if any.
  void exchangeRows(const Job &own, const Job *next, SlabStats &stats);

  std::unique_ptr<Stepper> stepper_;
  std::unique_ptr<Exchange> exchange_;
  Tuning tuning_; ///< of the job
  int threads_ = 1;
  SlabRows rows_;
  Cut cut_;
  Grid grid_;
  Share share_;
  double joinSeconds_ = 0;        ///< of reductions, which wait for all slabs
  std::vector<ReadingSlab> met_;  ///< all slabs, if levels read anywhere; empty: not yet
  RowLists lists_;                ///< of each level
  std::vector<Writer> sent_[2];   ///< what other slabs get of this one, in turn
  std::int64_t sentBytes_ = 0;    ///< of these
  int turn_ = 0;                  ///< which of two memories of each side the next exchange takes
  bool isRemembered_ = false;     ///< the state of these rows
  bool isSaved_ = false;          ///< the state held is in y_ too
  bool trialIsHere_ = false;      ///< the stepper takes no trials
  HostArray before_;              ///< the state before a trial
  HostArray y_;                   ///< the stepper's array, in the file's order
  std::vector<HostArray> fields_; ///< rows of each field
  std::vector<std::uint64_t> given_, revisions_; ///< of the whole fields, and of these rows
  std::uint64_t lastRevision_ = 0;
};

} // namespace eulerc
