// SlabProxy: the interface of a slab for the stepper of the whole run. The slab is in this process
// (LocalSlab) or in another one (RemoteSlab).
//
//   settle(job, domain, cut) → load(job, y) → begin(job) … end() → save(job, y)   job, y: of the
//   whole
#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <thread>

#include "slabs/slab.h"

namespace eulerc {

class SlabProxy {
public:
  virtual ~SlabProxy() = default;
  /// Adds the memory of the slab; of a slab in another process nothing.
  virtual void addNeeds(const Footprint & /*slab*/, MemoryNeeds &) const {}
  virtual void settle(const Job &whole, const Domain &domain, const Cut &cut) = 0;
  /// The pace of the slab's device; only for slabs of this process.
  virtual Pace pace(const Job &, const Grid & /*slab*/) { return {}; }
  virtual void load(const Job &whole, const HostArray &y, RunRecord &record) = 0;
  /// Begins the steps of a piece; several slabs step at the same time. end() waits for them.
  virtual void begin(const Job &whole) = 0;
  virtual void end(RunRecord &record) = 0;
  /// Writes the owned rows to an array of the whole grid, whose states are `stateBytes` apart.
  virtual void save(const Job &whole, void *y, std::int64_t stateBytes) = 0;
  /// Writes some owned components.
  virtual void savePiece(const Job &whole, std::int64_t state, Range components, void *to) = 0;
  virtual bool isFinite(const Job &whole) = 0;
  virtual double largest(const Job &whole) = 0;
  virtual bool remember(const Job &whole) = 0;
  virtual std::optional<double> change(const Job &whole) = 0;

  // Several slabs compute these at the same time: the returned function waits for the result.
  virtual std::function<ReducedPart()> part(const Job &whole, int number, double t) = 0;
  virtual std::function<double()> errorOfTrial(const Job &whole, const StepControl &control) = 0;

  virtual void beginTrial(const Job &whole) = 0;
  virtual void saveBefore(const Job &whole, void *y, std::int64_t stateBytes) = 0;
  virtual void endTrial(const Job &whole, bool isTaken) = 0;
};

/// Threads of a rank: the number that the user asks for, or its share of the machine's cores.
int threadsOfRank(const Job &whole, int share);

/// A slab of this process, stepped by its own thread. The first slab is stepped by the thread that
/// calls end(), since it calls the user's callbacks.
class LocalSlab : public SlabProxy {
public:
  /// `share`: slabs of this machine, which share its cores. `isOfRank`: the only slab of its
  /// process.
  LocalSlab(std::unique_ptr<Stepper> stepper, std::unique_ptr<Exchange> exchange, int share,
            bool isFirst, bool isOfRank)
      : slab_(std::move(stepper), std::move(exchange)), share_(share), isFirst_(isFirst),
        isOfRank_(isOfRank) {}
  ~LocalSlab() override;

  void addNeeds(const Footprint &slab, MemoryNeeds &needs) const override {
    slab_.addNeeds(slab, needs);
  }
  void settle(const Job &whole, const Domain &domain, const Cut &cut) override;
  Pace pace(const Job &whole, const Grid &slab) override;
  void load(const Job &whole, const HostArray &y, RunRecord &record) override;
  void begin(const Job &whole) override;
  void end(RunRecord &record) override;
  void save(const Job &whole, void *y, std::int64_t stateBytes) override;
  void savePiece(const Job &whole, std::int64_t state, Range components, void *to) override;
  bool isFinite(const Job &whole) override;
  double largest(const Job &whole) override;
  bool remember(const Job &whole) override { return slab_.remember(whole); }
  std::optional<double> change(const Job &whole) override { return slab_.change(whole); }
  std::function<ReducedPart()> part(const Job &whole, int number, double t) override;
  std::function<double()> errorOfTrial(const Job &whole, const StepControl &control) override;
  void beginTrial(const Job &whole) override { slab_.beginTrial(whole); }
  void saveBefore(const Job &whole, void *y, std::int64_t stateBytes) override;
  void endTrial(const Job &whole, bool isTaken) override { slab_.endTrial(whole, isTaken); }
  Slab &slab() { return slab_; }

private:
  int threads(const Job &whole) const;
  void advance(const Job &whole);

  Slab slab_;
  const int share_;
  const bool isFirst_, isOfRank_;
  const Job *job_ = nullptr; ///< of the piece in progress
  RunRecord record_;         ///< of that piece
  std::exception_ptr failure_;
  std::thread thread_;
};

} // namespace eulerc
