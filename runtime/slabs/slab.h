// Slab: one part of a run's grid, with the stepper that steps it and its end of the exchange. Its
// stepper gets a job like any other: the grid of the slab, and the rows of fields that it holds.
//
//   settle(job, domain) → load(job, y) → advance(job) … → save(job, y)      job, y: of the whole
//   grid
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "backend/backend.h"
#include "slabs/domain.h"
#include "slabs/exchange.h"

namespace eulerc {

/// How a run's grid is cut.
struct Cut {
  std::int64_t radius = 0;     ///< rows that a level spoils
  std::int64_t ghostDepth = 0; ///< rows of a ghost zone
  std::int64_t steps = 0;      ///< time steps from exchange to exchange
  bool operator==(const Cut &) const = default;
};

class Slab {
public:
  Slab(std::unique_ptr<Stepper> stepper, std::unique_ptr<Exchange> exchange)
      : stepper_(std::move(stepper)), exchange_(std::move(exchange)) {}

  Stepper &stepper() { return *stepper_; }
  std::unique_ptr<Stepper> takeStepper() { return std::move(stepper_); }
  const Domain &domain() const { return domain_; }
  /// Seconds of the exchange of this slab, the wait for its neighbours included.
  double exchangeSeconds() const { return exchangeSeconds_; }

  /// Takes the rows of a domain; the state held is lost.
  void settle(const Job &whole, const Domain &domain, const Cut &cut);
  /// Brings rows of the state and of the fields to the stepper. `threads`: the slab's.
  void load(const Job &whole, const HostArray &y, int threads, bool isTold, RunRecord &record);
  void advance(const Job &whole, int threads, bool isTold, RunRecord &record);
  /// Writes the rows owned to a state of the whole grid, whose states are so many bytes apart.
  void save(const Job &whole, int threads, void *y, std::int64_t stateBytes);
  /// Calls use(job) with the job of the slab.
  template <class Use> auto withJob(const Job &whole, int threads, Use &&use) {
    return use(static_cast<const Job &>(jobOf(whole, threads, false)));
  }
  void fail() { exchange_->fail(); }

private:
  Job jobOf(const Job &whole, int threads, bool isTold) const;
  void takeFields(const Job &whole);
  void exchangeRows(const Job &own);

  std::unique_ptr<Stepper> stepper_;
  std::unique_ptr<Exchange> exchange_;
  Domain domain_;
  Cut cut_;
  Grid grid_;
  FileRows file_;                                ///< of the whole grid
  std::int64_t stateSize_ = 0;                   ///< components of a state of the slab
  std::int64_t fileRow_ = 0;                     ///< of the slab
  HostArray y_;                                  ///< the stepper's array, in the file's order
  std::vector<HostArray> fields_;                ///< rows of each field
  std::vector<std::uint64_t> given_, revisions_; ///< of the whole fields, and of these rows
  std::uint64_t lastRevision_ = 0;
  SideRows out_, in_;
  double exchangeSeconds_ = 0;
};

} // namespace eulerc
