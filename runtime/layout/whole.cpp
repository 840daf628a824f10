// Converts whole buffers, each thread its own part.

#include "layout/whole.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstring>

#include "base/parallel.h"
#include "layout/copies.h"
#include "layout/runs.h"

namespace eulerc {
namespace {

constexpr std::int64_t pointsPerBlock =
    2048; // points whose components stay together in the L1 or L2 cache
constexpr std::int64_t cacheBytes = 16 << 20; ///< larger states are taken not to fit into caches

/// The part of a plane that belongs to a thread, with the gaps around its points. The grid is cut
/// as in the threads backend.
Range partOfPlane(const Places &p, std::int64_t size, int threads, int index) {
  const std::int64_t row = p.length(0), points = p.rows * row;
  const Range part = cutRange(points, pointsPerLine(size), threads, index);
  const auto place = [&](std::int64_t point) {
    if (point == 0 || point == points)
      return point == 0 ? 0 : p.plane;
    return p.lead + point / row * p.pitch + point % row;
  };
  return {place(part.begin), place(part.end)};
}

/// Calls body(begin, end) on every thread for blocks of values of the buffer. The blocks of all
/// components at the same points come one after another, since they are together in the file.
template <class Body> void overParts(const Places &p, std::int64_t size, int threads, Body &&body) {
  assert(p.step == 1);
  inParallel(threads, [&](int index) {
    const Range part = partOfPlane(p, size, threads, index);
    for (std::int64_t at = part.begin; at < part.end; at += pointsPerBlock)
      for (std::int64_t q = 0; q < p.components; q++)
        body(q * p.plane + at, q * p.plane + std::min(at + pointsPerBlock, part.end));
  });
}

template <class Real> void enter(const Places &p, const Real *file, Real *buffer, int threads) {
  overParts(p, sizeof(Real), threads, [&](std::int64_t begin, std::int64_t end) {
    gatherRuns(p, file, begin, end, buffer + begin);
  });
}

template <class Real> bool leave(const Places &p, const Real *buffer, Real *file, int threads) {
  const bool isLarge = p.fileSize() * static_cast<std::int64_t>(sizeof(Real)) > cacheBytes;
  const bool goesPast = isLarge && p.classes == 1;
  std::atomic<bool> isFinite = true;
  overParts(p, sizeof(Real), threads, [&](std::int64_t begin, std::int64_t end) {
    forEachRun(p, begin, end, [&](std::int64_t at, std::int64_t to, std::int64_t count) {
      if (goesPast) {
        if (!copyNonTemporal(file + to, buffer + at, count))
          isFinite = false;
        return;
      }
      if (!isFiniteRun(buffer + at, 1, count))
        isFinite = false;
      copyStrided(file + to, p.classes, buffer + at, 1, count);
    });
  });
  return isFinite;
}

} // namespace

void enterLayout(const Places &places, std::int64_t size, const void *file, void *buffer,
                 int threads) {
  if (size == 4)
    enter(places, static_cast<const float *>(file), static_cast<float *>(buffer), threads);
  else
    enter(places, static_cast<const double *>(file), static_cast<double *>(buffer), threads);
}

bool leaveLayout(const Places &places, std::int64_t size, const void *buffer, void *file,
                 int threads) {
  if (size == 4)
    return leave(places, static_cast<const float *>(buffer), static_cast<float *>(file), threads);
  return leave(places, static_cast<const double *>(buffer), static_cast<double *>(file), threads);
}

void clearGaps(const Places &places, std::int64_t size, void *buffer) {
  std::int64_t gap = 0; // beginning of the gap before the next run
  const auto clear = [&](std::int64_t end) {
    std::memset(static_cast<std::byte *>(buffer) + gap * size, 0,
                static_cast<std::size_t>((end - gap) * size));
  };
  forEachRun(places, 0, places.values, [&](std::int64_t at, std::int64_t, std::int64_t count) {
    clear(at);
    gap = at + count;
  });
  clear(places.values);
}

void placePages(const Places &places, std::int64_t size, void *buffer, int threads) {
  const std::int64_t page = 4096 / size;
  auto *bytes = static_cast<std::byte *>(buffer);
  overParts(places, size, threads, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t at = (begin + page - 1) / page * page; at < end; at += page)
      bytes[at * size] = std::byte{0};
  });
}

} // namespace eulerc
