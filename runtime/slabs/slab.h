// Slab: one part of a run's grid, with its own stepper and its Exchange with the other slabs. The
// stepper gets an ordinary job: the grid of the slab, and the rows of fields that the slab holds.
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

/// Ghost zones and exchanges of a run's slabs.
struct Cut {
  std::int64_t radius = 0;     ///< ghost rows that a level makes invalid
  std::int64_t ghostDepth = 0; ///< rows of a ghost zone
  std::int64_t steps = 0;      ///< time steps between two exchanges
  bool isGathered = false;     ///< levels read at any distance: each slab holds all rows
  bool rowsAreQuick = false;   ///< rows reach the neighbours well within a launch
  bool leavesOld = false;      ///< as in Pace

  /// Ghost rows that a slab computes redundantly, on average over levels between two exchanges.
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
  /// Adds the memory for the rows, and that of the stepper.
  void addNeeds(const Footprint &own, MemoryNeeds &needs) const;

  /// Sets the rows of the slab, and its threads; the held state is lost.
  void settle(const Job &whole, const Domain &domain, const Cut &cut, int threads);
  /// Memory for the rows of a field; null if the slab has this revision already.
  void *takeField(std::size_t field, std::uint64_t revision);
  /// Memory for the rows of all states that are exchanged.
  void *takeState(const Job &whole);
  /// Copies the rows of states and fields from arrays of the whole grid.
  void takeValues(const Job &whole, const HostArray &y);
  /// Computes the initial values of the held rows.
  void takeInitial(const Job &whole);
  /// Copies the rows of fields from arrays of the whole grid.
  void takeFields(const Job &whole);
  /// Loads the values into the stepper.
  void load(const Job &whole, bool reportsProgress, RunRecord &record);
  /// Takes the steps of a piece. If levels read at any distance, a piece of no steps gathers the
  /// rows of all other slabs, which steps do not keep up to date.
  void advance(const Job &whole, bool reportsProgress, RunRecord &record);
  /// Copies the state from the stepper.
  void save(const Job &whole);
  // As in Stepper, for the held rows.
  bool remember(const Job &whole);
  std::optional<double> change(const Job &whole);
  /// The part of a monitor's value from the owned points.
  ReducedPart part(const Job &whole, int number, double t);
  // Trials as in Stepper. The error is that of all slabs, which must ask for it at the same time.
  bool beginTrial(const Job &whole);
  double errorOfTrial(const Job &whole, const StepControl &control);
  /// After saveBefore(), ownedBefore() gives the owned rows of a state before the trial.
  void saveBefore(const Job &whole);
  const void *ownedBefore(std::int64_t state, std::int64_t size) const;
  void endTrial(const Job &whole, bool isTaken);
  /// The address of an owned component and the following ones, by its number in the whole grid.
  const void *pieceFrom(const Job &whole, std::int64_t state, std::int64_t component);
  /// The owned rows of a saved state, with values of `size` bytes.
  const void *ownedRows(std::int64_t state, std::int64_t size) const;
  const SlabRows &rows() const { return rows_; }
  /// Calls use(job) with the job of the slab.
  template <class Use> auto withJob(const Job &whole, Use &&use) {
    return use(static_cast<const Job &>(jobOf(whole, false)));
  }
  void fail() { exchange_->fail(); }

private:
  Job jobOf(const Job &whole, bool reportsProgress);
  /// Exchanges with all slabs which rows each of them owns and reads.
  void meet(const Job &whole);
  /// Exchanges the rows that the next level reads.
  void swapRows(const LevelRows &level, const RowLists &lists);
  /// Gathers all rows of the state.
  void gatherState(const Job &own);
  /// Exchanges ghost rows. `next`: the steps that follow; null: none.
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
  std::vector<ReadingSlab> met_;  ///< all slabs, if levels read at any distance; empty: not known
  RowLists lists_;                ///< exchanged before each level
  std::vector<Writer> sent_[2];   ///< messages to other slabs, two sets in turn
  std::int64_t sentBytes_ = 0;    ///< of these messages
  int turn_ = 0;                  ///< which of two buffers the next exchange uses
  bool isRemembered_ = false;     ///< the stepper remembers a state of these rows
  bool isSaved_ = false;          ///< the current state is also in y_
  bool trialIsHere_ = false;      ///< this class keeps the trial's state: the stepper cannot
  HostArray before_;              ///< the state before a trial
  HostArray y_;                   ///< the stepper's array, in the file's order
  std::vector<HostArray> fields_; ///< rows of each field
  std::vector<std::uint64_t> given_, revisions_; ///< revisions of whole fields, and of their rows
  std::uint64_t lastRevision_ = 0;
};

} // namespace eulerc
