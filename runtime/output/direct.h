// DirectWriter: writes large arrays past the page cache (O_DIRECT), which would copy each byte once
// more: 40 MB take a core 2 ms that way, and 50 to 90 ms through the cache.
//
//   DirectWriter direct;
//   direct.write(descriptor, offset, values, bytes);   // whole pages of the file; how many of them
//   it wrote
//
// Once a file system does not support it (tmpfs, say) or a disk is slow and keeps the caller
// waiting, canWrite() is false.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>

namespace eulerc {

class DirectWriter {
public:
  static constexpr std::size_t pageBytes = 4096; ///< the unit of writes

  bool canWrite() const { return canWrite_; }
  /// `offset` and `bytes` are multiples of a page. Returns the bytes written; the caller has to
  /// write the rest by other means.
  std::size_t write(int descriptor, std::int64_t offset, const std::byte *values,
                    std::size_t bytes);

private:
  const std::byte *alignedFor(const std::byte *values, std::size_t bytes);

  bool canWrite_ = true;
  std::unique_ptr<std::byte, decltype(&std::free)> aligned_{
      nullptr, std::free}; ///< copies of values that do not begin at a page
  double bytes_ = 0, seconds_ = 0;
};

} // namespace eulerc
