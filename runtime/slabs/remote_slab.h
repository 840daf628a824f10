// RemoteSlab: rank 0's proxy for the slab of another rank. It sends questions; slabServer() answers
// them on the other rank.
//
//   rank 0: RemoteSlab::load(job, y) ─ params, rows of fields and states → rank 1: slabServer →
//   Slab
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include <eulerc/model/ranks.h>

#include "backend/select_backend.h"
#include "slabs/sent_job.h"
#include "slabs/slab_proxy.h"

namespace eulerc {

/// The backend and device of a rank.
struct RankPlace {
  Backend backend = Backend::Auto;
  std::string device; ///< as for --device; "": chosen by the number of the rank on its machine
};
std::unique_ptr<Stepper> makeStepperOf(const Ranks &ranks, Precision precision,
                                       const RankPlace &place,
                                       const std::function<void(const std::string &)> &note);

/// The Exchange object of a rank.
std::unique_ptr<Exchange> exchangeOfRanks(Ranks &ranks, bool isRing);

/// The slab of another rank.
class RemoteSlab : public SlabProxy {
public:
  RemoteSlab(Ranks &ranks, int rank, RankPlace place, bool isRing)
      : ranks_(ranks), rank_(rank), place_(std::move(place)), isRing_(isRing) {}

  void settle(const Job &whole, const Domain &domain, const Cut &cut) override;
  void load(const Job &whole, const HostArray &y, RunRecord &record) override;
  void begin(const Job &whole) override;
  void end(RunRecord &record) override;
  void save(const Job &whole, void *y, std::int64_t stateBytes) override;
  void savePiece(const Job &whole, std::int64_t state, Range components, void *to) override;
  bool isFinite(const Job &whole) override;
  double largest(const Job &whole) override;
  bool remember(const Job &whole) override;
  std::optional<double> change(const Job &whole) override;
  std::function<ReducedPart()> part(const Job &whole, int number, double t) override;
  std::function<double()> errorOfTrial(const Job &whole, const StepControl &control) override;
  void beginTrial(const Job &whole) override;
  void saveBefore(const Job &whole, void *y, std::int64_t stateBytes) override;
  void endTrial(const Job &whole, bool isTaken) override;

private:
  static Writer questionOf(Ask what, const Job &whole);
  void takeRows(const Job &whole, std::int64_t states, void *y, std::int64_t stateBytes);
  void ask(const Writer &question);
  std::vector<std::byte> answer();

  Ranks &ranks_;
  const int rank_;
  const RankPlace place_;
  const bool isRing_;
  SlabRows rows_;
  Cut cut_;
  bool isThere_ = false; ///< the rank has a slab for this object, whose last load succeeded
  std::vector<std::uint64_t> sent_; ///< revisions of fields, then of data, that the rank has
};

/// The function that all ranks except 0 call: they step their slab as rank 0 asks, until it calls
/// endSlabs(). The function may be called again, and keeps the slab in between.
std::function<void()> slabServer(const Model &model, Ranks &ranks);
/// Ends the servers of the other ranks.
void endSlabs(Ranks &ranks);
/// Throws Usage unless all ranks run the same program with the same options. All ranks call it.
void requireSameStart(const Model &model, Ranks &ranks, const std::string &options);

} // namespace eulerc
