// HostStepper: the common base of the serial and threads backends. It plans, tunes, lays out the
// state, runs the launches and reports progress.
//
//   y (file's order) → enter → buffers: 0 → 1 → 0 → 1 … → leave → y (file's order)
//
// Two arrays are enough: buffer 1 is the memory of y. Between two pieces of a run the state is in
// buffer 0, whether or not it was written back to y as well.
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>

#include "backend/backend.h"
#include "host/host_fields.h"
#include "host/host_plan.h"
#include "tuning/tuner.h"

namespace eulerc {

class HostLaunches;
struct ReadyLaunches;

/// The memory of a run's steps. Launch k reads y[k % 2] and writes the other one.
struct HostBuffers {
  void *y[2] = {};
  const void *first = nullptr;      ///< unless null, launch 0 reads this instead of y[0]
  std::vector<const void *> fields; ///< followed by the large tables and all data
  std::vector<std::byte> constants, tables;
  ValuePlaces state = {}; ///< of the components
};

/// ProgressClock: calls a job's progress about ten times a second. It is cheap enough for a call
/// after every step.
class ProgressClock {
public:
  explicit ProgressClock(const Job &job)
      : job_(job), stride_(std::max<std::int64_t>(1, (1 << 18) / job.components)) {}

  void stepsDone(std::int64_t count) {
    if (!job_.progress || count < due_)
      return;
    due_ = count + stride_;
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ < std::chrono::milliseconds(100))
      return;
    last_ = now;
    job_.progress(count);
  }

private:
  const Job &job_;
  std::int64_t stride_; ///< steps between two looks at the clock
  std::int64_t due_ = 0;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

class HostStepper : public Stepper {
public:
  explicit HostStepper(const char *backend);
  ~HostStepper() override;

  void addNeeds(const Footprint &footprint, MemoryNeeds &needs) const override;
  bool load(const Job &job, HostArray &y, bool held, RunRecord &stats) override;
  void advance(const Job &job, HostArray &y, RunRecord &stats) override;
  bool takeFields(const Job &job) override;
  bool notesEvents(const Model &, const Tuning &) const override { return true; }
  void save(const Job &job, HostArray &y) override;
  Copied copyTo(const Job &job, const CopyTarget &target) override;
  bool read(const Job &job, std::span<const std::int64_t> components, void *to) override;
  bool isFinite(const Job &job) override;
  double largest(const Job &job) override;
  std::function<double()> monitor(const Job &job, int number, const StateView &view) override;
  std::optional<ReducedPart> part(const Job &job, int number, const StateView &view) override;
  bool remember(const Job &job) override;
  std::optional<double> change(const Job &job) override;
  Pace paceOf(const Job &job, const Grid &grid) override;
  HaloTransfer *rows() override;
  bool beginTrial(const Job &job) override;
  double errorOfTrial(const Job &job, const StepControl &control) override;
  void saveBefore(const Job &job, HostArray &y) override;
  void endTrial(const Job &job, bool isTaken) override;
  std::optional<std::vector<EventNote>> eventsOfTrial(const Job &job) override;
  bool placeEvents(const Job &job, const std::vector<EventNote> &events) override;

protected:
  virtual int threadsFor(const Job &job) const = 0;
  virtual HostDefault defaultFor(const Job &job) const = 0;

  /// Runs all launches on some threads, and reports each to `clock` unless that is null.
  virtual void runAll(const Job &job, const HostLaunches &launches, int threads,
                      ProgressClock *clock) = 0;

  Places heldPlaces(const Job &job) const;

private:
  class Trial;
  class Rows;
  void advancePiece(const Job &job, HostArray &y, RunRecord &stats);

  /// Measures candidates and returns the fastest. `enterSeconds`: the time to enter a layout.
  Tuning measure(const Job &job, double enterSeconds, HostArray &y, int threads,
                 ReadyLaunches &ready, TuningStats &stats);

  /// Plans a tuning and puts the state, wherever it is, into the layout of its steps.
  void makeReady(const Job &job, const Tuning &tuning, HostArray &y, int threads,
                 ReadyLaunches &ready);

  /// Puts the state and the fields into the layout that steps work on. Every thread writes the
  /// part that it computes later.
  void enter(const Job &job, HostArray &y, RowAlignment alignment, int threads);

  /// Prepares the trial buffer after a change of the layout, which loses the slope that was kept.
  void goOnWithTrial(const Job &job);

  /// Takes a trial step, and keeps the state before it.
  void advanceTrial(const Job &job, HostArray &y, RunRecord &stats);

  /// The arrays that steps on a layout read, in buffers that hold the state or will hold it.
  HostBuffers buffersFor(const Job &job, const HostArray &y, RowAlignment alignment, int threads);

  const char *backend_; ///< its name
  Tuner tuner_;
  std::int64_t plannedSteps_ = 0; ///< of the loaded run
  HostArray next_;                ///< buffer 0
  std::unique_ptr<Rows> rows_;
  HostArray before_;                          ///< a copy of buffer 0
  std::optional<RowAlignment> beforeEntered_; ///< its layout
  /// A third buffer for trial steps: after a step, it holds the state before the step.
  HostArray trial_;
  bool isTrial_ = false, trialGapsClear_ = false;
  /// The time for which the slope of the state is kept: in buffer 0, and before a trial step.
  std::optional<double> slopeAt_, slopeBefore_;
  HostFields fields_;
  std::optional<RowAlignment> entered_;  ///< the layout of the state in buffer 0; nullopt: no state
  bool gapsClear_ = false;               ///< the gaps of buffer 1 are clear on that layout
  bool eventsAlike_ = false;             ///< buffers 0 and 1 have the same times of events
  int entries_ = 0;                      ///< how often the state entered a layout
  std::unique_ptr<ReadyLaunches> ready_; ///< how to run, as chosen
};

} // namespace eulerc
