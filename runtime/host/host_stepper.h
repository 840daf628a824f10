// What the steppers of the host have in common: the buffers that steps work on, and when to report
// progress.
//
//   y (file's order) → enter → buffers: 0 → 1 → 0 → 1 … → leave → y (file's order)
//
// Two arrays serve both forms: buffer 1 is the memory that y was in.
#pragma once

#include <algorithm>
#include <chrono>

#include "backend.h"

namespace eulerc {

/// The memory of a run's steps; launch k reads y[k % 2] and writes the other one.
struct HostBuffers {
  void *y[2] = {};
  std::vector<const void *> fields;
  std::vector<std::byte> constants;
};

class HostStepper : public Stepper {
public:
  void checkMemory(const Footprint &footprint) const override;

protected:
  /// Puts the state and the fields into the layout that steps work on. Every thread writes the
  /// part that it computes later. Counts as initialising.
  HostBuffers enter(const Job &job, HostArray &y, RowAlignment alignment, int threads,
                    RunStats &stats);

  /// Puts the state after so many launches back into `y`. Counts as transfer.
  void leave(const Job &job, HostArray &y, RowAlignment alignment, std::int64_t launches,
             int threads, RunStats &stats);

private:
  /// A field in the layout of steps, kept from run to run.
  struct LaidOutField {
    HostArray array;
    Places places;
    std::uint64_t revision = 0;
  };

  void enterFields(const Job &job, RowAlignment alignment, int threads);
  std::int64_t fieldBytes() const;

  HostArray next_; ///< buffer 0
  std::vector<LaidOutField> fields_;
};

/// Calls a job's progress about ten times a second; cheap enough to be asked after every step.
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

} // namespace eulerc
