// The OpenCL backend. Launches run one after the other on an in-order queue. Two buffers hold the
// state in the plan's layout and swap roles after each launch; each field has a read-only buffer.
//
//   fields on the host → their buffers, when they changed
//   state on the host → buffer 0 → launches: 0 → 1 → 0 → 1 … → state on the host
//
// Between the pieces of a run the state is in buffer 0: after an odd number of launches the two are
// exchanged. Trials change the tuning between pieces, too (trial_backend.cpp).
//
// Padding between the components of a buffer is zero at first. Kernels may write there (whole
// vectors beyond the last point of a line), and no result depends on it: test/oracle/gaps.test.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "backend/backend.h"
#include "opencl/background_builds.h"
#include "opencl/band_trial.h"
#include "opencl/device_state.h"
#include "opencl/devices.h"
#include "opencl/kernel_builder.h"
#include "opencl/launches.h"
#include "opencl/listed_events.h"
#include "opencl/measuring.h"
#include "opencl/observer.h"
#include "opencl/read_only.h"
#include "opencl/slab_rows.h"
#include "tuning/tuner.h"

namespace eulerc {

/// Places of the components in the layout of a plan.
inline Places placesOf(const Job &job, const Plan &plan) {
  return job.statePlaces(job.layout(plan.arrangement, plan.alignment));
}

/// Whether values of all other slabs are gathered before each level.
inline bool gathers(const Job &job) { return job.share != nullptr && job.share->gather; }

class OpenCL : public Stepper {
public:
  OpenCL(std::size_t deviceIndex, bool sharesContext);

  void addNeeds(const Footprint &footprint, MemoryNeeds &needs) const override;
  bool load(const Job &job, HostArray &y, bool held, RunRecord &stats) override;
  void advance(const Job &job, HostArray &y, RunRecord &stats) override;
  bool notesEvents(const Model &model, const Tuning &asked) const override;
  bool takeFields(const Job &job) override;
  void finish(RunRecord &stats) override;
  void save(const Job &job, HostArray &y) override;
  Copied copyTo(const Job &job, const CopyTarget &target) override;
  bool read(const Job &job, std::span<const std::int64_t> components, void *to) override;
  Pace paceOf(const Job &job, const Grid &grid) override;
  void begin(const Job &piece) override;
  HaloTransfer *rows() override { return &*slabRows_; }
  bool isFinite(const Job &job) override;
  double largest(const Job &job) override;
  std::function<double()> monitor(const Job &job, int number, const StateView &view) override;
  std::optional<ReducedPart> part(const Job &job, int number, const StateView &view) override;
  bool remember(const Job &job) override { return observer_->remember(job, state_->of(0)); }
  std::optional<double> change(const Job &job) override {
    return observer_->change(job, state_->of(0));
  }

private:
  class Trial;
  /// Called before a level: gathers the values of other slabs and of the whole grid that it reads.
  void beginLevel(const Job &job, std::int64_t launch);
  void reduceGlobals(const Job &job, std::int64_t launch);
  void enterWay(const Job &job, const Tuning &tuning, HostArray &y, RunRecord &stats);
  void changeLayout(const Job &job, const Plan &plan, HostArray &y, RunRecord &stats);
  /// `isToExchange`: the piece has all steps of a slab up to the next exchange.
  void prepareLaunches(const Job &piece, bool isToExchange);
  void launch(const Job &piece, RunRecord &stats, bool isToExchange);
  void waitForBuilds(const Job &job, const std::vector<Tuning> &tunings, double most, int threads,
                     RunRecord &stats);
  void beginBuilds(const Job &job, const PlanRequest &request, const Tuning &tuning,
                   RunRecord &stats);
  void choose(const Job &job, const PlanRequest &request, const HostArray &y, double uploading,
              RunRecord &stats);
  Tuning chooseOfAll(const Job &job, const TuningCosts &costs, RunRecord &stats,
                     DeviceMeasurer &measurer, std::vector<int> &built);
  std::int64_t deviceBytes() const;
  void makeReady(const Job &job, const Tuning &tuning, ReadyKernels &ready);

  Device device_;
  std::shared_ptr<cl::Context> shared_; ///< shared with other steppers; null: not shared
  cl::Context context_;
  cl::CommandQueue queue_;
  std::optional<KernelBuilder> builder_;
  Tuner tuner_;
  NotBuilt notBuilt_;
  std::optional<DeviceState> state_;
  std::optional<ReadOnly> inputs_;
  bool saidSlow_ = false; ///< the note that fma is slow was given
  Running running_;
  ReadyKernels ready_;               ///< chosen kernels, with the plan of the latest piece
  Tuning tuning_;                    ///< of `ready_`
  PlanRequest request_;              ///< of the loaded run
  BuildsBeside builds_;              ///< of other tunings
  std::int64_t plannedSteps_ = 0;    ///< of the loaded run
  std::vector<std::byte> constants_; ///< constants block of the kernels
  BandTrial bandTrial_;
  std::optional<Run> begun_; ///< the piece that begin() prepared, until it is launched
  std::optional<Observer> observer_;
  std::optional<ListedEvents> listed_;
  std::optional<SlabRowsOfDevice> slabRows_;
};

/// The operations of this backend that trials use.
class OpenCL::Trial : public TrialBackend {
public:
  /// `loaded`: the job of the whole run, or of a piece of it.
  Trial(OpenCL &backend, HostArray &y, const Job &loaded, RunRecord &stats)
      : backend_(backend), y_(y), job_(loaded), stats_(stats) {}

  void beginBuilds(const std::vector<Tuning> &others) override;
  void goOn() override { backend_.builds_.latest.goOn(); }
  Trials::State readiness(int other, double secondsLeft) override;
  bool switchTo(const Job &piece, const Tuning &tuning) override;
  std::optional<double> measure(const Job &piece, bool isNew) override;
  void take(const Job &piece) override;

private:
  Job whole(const Job &piece) const;

  OpenCL &backend_;
  HostArray &y_;
  const Job &job_;
  RunRecord &stats_;
};

} // namespace eulerc
