// A stepper that is several: each steps a slab of the grid, all at the same time. What looks at the
// state (files, monitors, errors of steps) looks at the whole one, which save() puts together.
#include <algorithm>
#include <exception>
#include <thread>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "backend/backend.h"
#include "base/parallel.h"
#include "base/refuse.h"
#include "base/stopwatch.h"
#include "slabs/cut.h"
#include "slabs/slab.h"

namespace eulerc {
namespace {

class SlabsStepper : public Stepper {
public:
  SlabsStepper(std::vector<std::unique_ptr<Stepper>> steppers, Slabs wishes)
      : steppers_(std::move(steppers)), count_(static_cast<int>(steppers_.size())),
        wishes_(std::move(wishes)) {}

  void checkMemory(const Footprint &footprint) const override;
  bool load(const Job &job, HostArray &y, bool held, RunRecord &stats) override;
  void advance(const Job &job, HostArray &y, RunRecord &stats) override;
  void save(const Job &job, HostArray &y) override;
  Copied copyTo(const Job &job, const CopyTarget &target) override;
  bool isFinite(const Job &job) override;
  double largest(const Job &job) override;
  std::function<double()> monitor(const Job &, int, const StateView &) override { return nullptr; }
  bool remember(const Job &) override { return false; }
  std::optional<double> change(const Job &) override { return std::nullopt; }

private:
  int threadsOf(const Job &job) const {
    return std::max(1, chooseThreads(job.threads, job.components) / count_);
  }
  void settle(const Job &job);
  void saveAt(const Job &job, void *y, std::int64_t stateBytes);

  std::vector<std::unique_ptr<Stepper>> steppers_; ///< until the first load
  const int count_;
  const Slabs wishes_;
  bool isRing_ = false;
  std::vector<Slab> slabs_;
};

/// About a slab's share, for the steppers know of one.
void SlabsStepper::checkMemory(const Footprint &footprint) const {
  Footprint own = footprint;
  for (std::int64_t *bytes :
       {&own.components, &own.state, &own.fields, &own.fieldBuffers, &own.held})
    *bytes /= count_;
  for (const auto &stepper : steppers_)
    stepper->checkMemory(own);
}

void SlabsStepper::settle(const Job &job) {
  const auto [cut, domains] = cutOf(job, count_, wishes_);
  const bool isRing = goesRound(job);
  if (slabs_.empty() || isRing != isRing_) {
    for (Slab &slab : slabs_)
      steppers_.push_back(slab.takeStepper());
    slabs_.clear();
    std::vector<std::unique_ptr<Exchange>> ends = exchangeOfThreads(count_, isRing);
    for (std::size_t k = 0; k < ends.size(); k++)
      slabs_.emplace_back(std::move(steppers_[k]), std::move(ends[k]));
    steppers_.clear();
    isRing_ = isRing;
  }
  for (std::size_t k = 0; k < slabs_.size(); k++)
    slabs_[k].settle(job, domains[k], cut);
}

bool SlabsStepper::load(const Job &job, HostArray &y, bool held, RunRecord &stats) {
  if (job.run.steps == 0 && !held)
    return false;
  if (held)
    save(job, y);
  settle(job);
  std::vector<std::string> names;
  std::int64_t deviceBytes = 0;
  const std::int64_t loads = stats.loads;
  // One after the other: kernels that one has built, and plans that it has measured, the next
  // finds.
  for (std::size_t k = slabs_.size(); k-- > 0;) {
    RunRecord own;
    RunRecord &record = k == 0 ? stats : own;
    slabs_[k].load(job, y, threadsOf(job), k == 0, record);
    names.insert(names.begin(), record.deviceName);
    deviceBytes += record.deviceBytes;
    stats.build += k == 0 ? 0 : own.build;
    stats.transfer += k == 0 ? 0 : own.transfer;
  }
  const bool areAlike = std::ranges::all_of(names, [&](auto &name) { return name == names[0]; });
  stats.deviceName = areAlike ? fmt::format("{} slabs, each on {}", count_, names[0])
                              : fmt::format("{} slabs: {}", count_, fmt::join(names, ", "));
  stats.deviceBytes = deviceBytes;
  stats.hostBytes += y.room();
  stats.loads = static_cast<int>(loads) + 1;
  return true;
}

void SlabsStepper::advance(const Job &job, HostArray &, RunRecord &stats) {
  const Stopwatch running;
  std::vector<RunRecord> records(slabs_.size());
  std::vector<std::exception_ptr> failures(slabs_.size());
  const int threads = threadsOf(job);
  const auto step = [&](std::size_t k) {
    try {
      slabs_[k].advance(job, threads, k == 0, records[k]);
    } catch (const Exchange::Broken &) { // the failure of another one
    } catch (...) {
      failures[k] = std::current_exception();
      slabs_[k].fail();
    }
  };
  {
    std::vector<std::jthread> others;
    for (std::size_t k = 1; k < slabs_.size(); k++)
      others.emplace_back(step, k);
    step(0); // calls back, and callers may expect that on their own thread
  }
  for (const std::exception_ptr &failure : failures)
    if (failure)
      std::rethrow_exception(failure);
  stats.seconds += running.seconds();
  double longest = 0;
  for (const RunRecord &record : records)
    longest = std::max(longest, record.deviceSeconds);
  stats.deviceSeconds += longest;
}

void SlabsStepper::saveAt(const Job &job, void *y, std::int64_t stateBytes) {
  for (Slab &slab : slabs_)
    slab.save(job, threadsOf(job), y, stateBytes);
}

void SlabsStepper::save(const Job &job, HostArray &y) {
  saveAt(job, y.data(), job.components / job.model.program.stateCount * job.realSize());
}

Stepper::Copied SlabsStepper::copyTo(const Job &job, const CopyTarget &target) {
  Job own = job;
  own.savedStates = job.model.program.stateCount;
  saveAt(own, target.first, target.stateBytes);
  return {};
}

bool SlabsStepper::isFinite(const Job &job) {
  return std::ranges::all_of(slabs_, [&](Slab &slab) {
    return slab.withJob(job, threadsOf(job),
                        [&](const Job &own) { return slab.stepper().isFinite(own); });
  });
}

double SlabsStepper::largest(const Job &job) {
  double largest = 0;
  for (Slab &slab : slabs_)
    largest = std::max(largest, slab.withJob(job, threadsOf(job), [&](const Job &own) {
      return slab.stepper().largest(own);
    }));
  return largest;
}

} // namespace

std::unique_ptr<Stepper> makeSlabs(std::vector<std::unique_ptr<Stepper>> steppers,
                                   const Slabs &wishes) {
  return std::make_unique<SlabsStepper>(std::move(steppers), wishes);
}

} // namespace eulerc
