// Writes by O_DIRECT, and measures whether the disk is fast enough.

#include "output/direct.h"

#include <algorithm>
#include <cstring>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/stopwatch.h"

namespace eulerc {
namespace {

/// Bytes a second; direct writes to a slower disk are given up. The page cache takes about twice as
/// many.
constexpr double slowDisk = 200e6;
constexpr double patience = 0.1; ///< seconds of delay before that
/// Values that do not begin at a page are copied in pieces that stay in the processor's caches.
constexpr std::size_t pieceBytes = 4 << 20;
constexpr std::size_t hugePage = 2 << 20;

bool isAtPage(const std::byte *values) {
  return reinterpret_cast<std::uintptr_t>(values) % DirectWriter::pageBytes == 0;
}

} // namespace

const std::byte *DirectWriter::alignedFor(const std::byte *values, std::size_t bytes) {
  if (isAtPage(values))
    return values;
  if (!aligned_) {
    aligned_.reset(static_cast<std::byte *>(std::aligned_alloc(hugePage, pieceBytes)));
    if (aligned_)
      madvise(aligned_.get(), pieceBytes, MADV_HUGEPAGE); // a write then looks up fewer pages
  }
  if (aligned_)
    std::memcpy(aligned_.get(), values, bytes);
  return aligned_.get();
}

std::size_t DirectWriter::write(int descriptor, std::int64_t offset, const std::byte *values,
                                std::size_t bytes) {
  const int flags = fcntl(descriptor, F_GETFL);
  if (flags < 0 || fcntl(descriptor, F_SETFL, flags | O_DIRECT) != 0) {
    canWrite_ = false;
    return 0;
  }
  const Stopwatch writing;
  const bool isAligned = isAtPage(values);
  std::size_t done = 0;
  while (done < bytes && canWrite_) {
    const std::size_t some = isAligned ? bytes - done : std::min(pieceBytes, bytes - done);
    const std::byte *from = alignedFor(values + done, some);
    const ssize_t written =
        pwrite(descriptor, from, some, offset + static_cast<std::int64_t>(done));
    canWrite_ = written > 0 && static_cast<std::size_t>(written) % pageBytes == 0;
    done += written > 0 ? static_cast<std::size_t>(written) : 0;
  }
  fcntl(descriptor, F_SETFL, flags);
  bytes_ += static_cast<double>(done);
  seconds_ += writing.seconds();
  canWrite_ = canWrite_ && bytes_ > slowDisk * (seconds_ - patience);
  return done;
}

} // namespace eulerc
