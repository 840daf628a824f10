// LocalSlab: steps a slab of this process in a thread (slab_proxy.h).

#include "slabs/slab_proxy.h"

#include <algorithm>
#include <cstring>

#include "base/parallel.h"

namespace eulerc {

int threadsOfRank(const Job &whole, int share) {
  const int all = coresOfMachine();
  return whole.threads > 0 ? whole.threads
                           : std::min(std::max(1, all / share), // no more than it is bound to
                                      chooseThreads(0, whole.components / share));
}

LocalSlab::~LocalSlab() {
  if (thread_.joinable())
    thread_.join();
}

void LocalSlab::settle(const Job &whole, const Domain &domain, const Cut &cut) {
  slab_.settle(whole, domain, cut, threads(whole));
}

int LocalSlab::threads(const Job &whole) const {
  return isOfRank_ ? threadsOfRank(whole, share_)
                   : std::max(1, chooseThreads(whole.threads, whole.components) / share_);
}

Pace LocalSlab::pace(const Job &whole, const Grid &slab) {
  Job own = whole;
  own.threads = threads(whole);
  return slab_.stepper().paceOf(own, slab);
}

void LocalSlab::load(const Job &whole, const HostArray &y, RunRecord &record) {
  if (whole.isInitial) {
    slab_.takeInitial(whole);
    slab_.takeFields(whole);
  } else {
    slab_.takeValues(whole, y);
  }
  slab_.load(whole, isFirst_, record);
}

void LocalSlab::begin(const Job &whole) {
  job_ = &whole;
  record_ = {};
  failure_ = nullptr;
  if (!isFirst_)
    thread_ = std::thread([this] { advance(*job_); });
}

void LocalSlab::end(RunRecord &record) {
  if (isFirst_)
    advance(*job_);
  else
    thread_.join();
  record = record_;
  if (failure_)
    std::rethrow_exception(failure_);
}

void LocalSlab::advance(const Job &whole) {
  try {
    slab_.advance(whole, isFirst_, record_);
  } catch (...) {
    failure_ = std::current_exception();
    slab_.fail();
  }
}

void LocalSlab::save(const Job &whole, void *y, std::int64_t stateBytes) {
  slab_.save(whole);
  for (std::int64_t state = 0; state < statesSaved(whole); state++)
    slab_.rows().give(whole.realSize(), slab_.ownedRows(state, whole.realSize()),
                      static_cast<std::byte *>(y) + state * stateBytes);
}

void LocalSlab::savePiece(const Job &whole, std::int64_t state, Range components, void *to) {
  const void *const piece = slab_.pieceFrom(whole, state, components.begin);
  std::memcpy(to, piece, bytesOf((components.end - components.begin) * whole.realSize()));
}

bool LocalSlab::isFinite(const Job &whole) {
  return slab_.withJob(whole, [&](const Job &own) { return slab_.stepper().isFinite(own); });
}

double LocalSlab::largest(const Job &whole) {
  return slab_.withJob(whole, [&](const Job &own) { return slab_.stepper().largest(own); });
}

std::function<ReducedPart()> LocalSlab::part(const Job &whole, int number, double t) {
  return [this, &whole, number, t] { return slab_.part(whole, number, t); };
}

std::function<double()> LocalSlab::errorOfTrial(const Job &whole, const StepControl &control) {
  return [this, &whole, &control] {
    try {
      return slab_.errorOfTrial(whole, control);
    } catch (...) {
      slab_.fail();
      throw;
    }
  };
}

void LocalSlab::saveBefore(const Job &whole, void *y, std::int64_t stateBytes) {
  slab_.saveBefore(whole);
  for (std::int64_t state = 0; state < whole.model.program.stateCount; state++)
    slab_.rows().give(whole.realSize(), slab_.ownedBefore(state, whole.realSize()),
                      static_cast<std::byte *>(y) + state * stateBytes);
}

} // namespace eulerc
