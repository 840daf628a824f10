// Starts threads, and chooses how many.

#include "base/parallel.h"

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <numeric>
#include <system_error>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include <eulerc/solver.h>

namespace eulerc {

Range cutRange(std::int64_t points, std::int64_t block, int parts, int index) {
  const std::int64_t blocks = (points + block - 1) / block;
  const std::int64_t share = blocks / parts;
  const std::int64_t larger = blocks % parts; // the number of parts with one block more
  const auto begin = [&](std::int64_t part) {
    return std::min((part * share + std::min(part, larger)) * block, points);
  };
  return {begin(index), begin(index + 1)};
}

std::int64_t pointsPerLine(std::int64_t pointBytes) {
  return std::lcm<std::int64_t>(64, pointBytes) / pointBytes;
}

int coresOfMachine() {
  static const int all = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  return all; // asked once: it is a system call
}

/// The number of cores that this process may use: a launcher may have bound it to some.
static std::int64_t countCores() {
  const std::int64_t all = coresOfMachine();
  cpu_set_t bound;
  CPU_ZERO(&bound);
  return sched_getaffinity(0, sizeof bound, &bound) == 0
             ? std::clamp<std::int64_t>(CPU_COUNT(&bound), 1, all)
             : all;
}

int chooseThreads(int wanted, std::int64_t components) {
  if (wanted > 0)
    return wanted;
  static const std::int64_t cores = countCores(); // asked once: it is a system call
  const std::int64_t worthwhile = 4096; // components that take about as long as one barrier
  return static_cast<int>(std::clamp<std::int64_t>(components / worthwhile, 1, cores));
}

void inParallel(int threads, const std::function<void(int)> &body) {
  enum Gate { Closed, Open, Cancelled };
  std::atomic<int> gate =
      Closed; // no body starts before all threads exist: bodies may wait for each other
  std::exception_ptr failure;
  std::mutex failureMutex;
  const auto work = [&](int index) {
    try {
      body(index);
    } catch (...) {
      const std::lock_guard lock(failureMutex);
      if (!failure)
        failure = std::current_exception();
    }
  };
  const auto open = [&](Gate state) {
    gate = state;
    gate.notify_all();
  };
  {
    std::vector<std::jthread> workers; // joined at the end of this block
    try {
      workers.reserve(static_cast<std::size_t>(threads - 1));
      for (int i = 1; i < threads; i++)
        workers.emplace_back([&, i] {
          gate.wait(Closed);
          if (gate == Open)
            work(i);
        });
    } catch (const std::system_error &) {
      open(Cancelled);
      throw Error(Error::Kind::Run, fmt::format("cannot start {} threads; take fewer", threads));
    }
    open(Open);
    work(0);
  }
  if (failure)
    std::rethrow_exception(failure);
}

} // namespace eulerc
