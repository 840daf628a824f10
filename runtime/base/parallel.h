// Work on all cores of the host.
//
//   cutRange(points, {block, parts, index}) → the part's points;  inParallel(2, body) → body(0),
//   body(1)
#pragma once

#include <cstdint>
#include <functional>

namespace eulerc {

/// Points [begin, end).
struct Range {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  bool operator==(const Range &) const = default;
};

/// Part `index` of [0, points) cut into `parts` contiguous parts of nearly the same size. Parts
/// begin at multiples of `block`; some are empty when there are fewer blocks than parts.
Range cutRange(std::int64_t points, std::int64_t block, int parts, int index);

/// The smallest number of points of `pointBytes` that fill whole cache lines. Threads that write
/// different blocks of so many points share no line.
std::int64_t pointsPerLine(std::int64_t pointBytes);

/// All cores of the machine, also those that this process may not use.
int coresOfMachine();

/// The number of threads for work on `components`: `wanted`, or if that is 0 all cores, but fewer
/// where the barriers would cost more than the work.
int chooseThreads(int wanted, std::int64_t components);

/// Calls body(0) on this thread and body(1) … body(threads - 1) on others, all at the same time;
/// returns when all are done. Passes the first exception on. Throws Error(Run) when the threads
/// cannot be started, and then no body has run.
void inParallel(int threads, const std::function<void(int)> &body);

} // namespace eulerc
