// StepBarrier: a barrier for threads that meet after every step.
//
// std::barrier sleeps soon, and waking a thread takes some 40 µs: seven times as long as a whole
// step of 80,000 components. This barrier spins for about as long as a wake-up takes and only then
// sleeps, which costs at most twice the best choice. With more threads than cores it sleeps at
// once, since spinning would keep other threads from working.
#pragma once

#include <atomic>
#include <thread>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "base/parallel.h"

namespace eulerc {

class StepBarrier {
public:
  explicit StepBarrier(int threads)
      : threads_(threads), looks_(threads <= coresOfMachine() ? 2000 : 0) {}

  /// Waits until all threads are here. The last thread to come calls `whileAllWait` before any
  /// thread continues.
  template <class Action> void meet(Action &&whileAllWait) {
    const unsigned phase = phase_.load(std::memory_order_relaxed);
    if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == threads_) {
      whileAllWait();
      arrived_.store(0, std::memory_order_relaxed);
      phase_.store(phase + 1, std::memory_order_release);
      phase_.notify_all();
      return;
    }
    for (int look = 0; look < looks_; look++) {
      if (phase_.load(std::memory_order_acquire) != phase)
        return;
      pause();
    }
    phase_.wait(phase, std::memory_order_acquire);
  }

private:
  static void pause() {
#if defined(__x86_64__)
    _mm_pause();
#else
    std::this_thread::yield();
#endif
  }

  const int threads_;
  const int looks_; ///< turns of spinning; 2000 take some 50 to 100 µs
  alignas(64) std::atomic<int> arrived_ = 0;
  alignas(64) std::atomic<unsigned> phase_ = 0;
};

} // namespace eulerc
