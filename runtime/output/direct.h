// Writing large arrays past the page cache, which would copy each byte once more: a core takes 2 ms
// for 40 MB that way, and 50 to 90 through the cache.
//
//   DirectWriter direct;
//   direct.write(descriptor, offset, values, bytes);   // whole pages of the file; how many of them
//   it wrote
//
// The system may be unable to (a file in memory, say), and a slow disk would keep the caller
// waiting: canWrite() is false from then on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>

namespace eulerc {

class DirectWriter {
public:
  static constexpr std::size_t pageBytes = 4096; ///< the units that it writes

  bool canWrite() const { return canWrite_; }
  /// `offset` and `bytes` count whole pages. Returns what was written; the caller writes the rest,
  /// by other means.
  std::size_t write(int descriptor, std::int64_t offset, const std::byte *values,
                    std::size_t bytes);

private:
  const std::byte *alignedFor(const std::byte *values, std::size_t bytes);

  bool canWrite_ = true;
  std::unique_ptr<std::byte, decltype(&std::free)> aligned_{
      nullptr, std::free}; ///< where values go first that do not begin at a page
  double bytes_ = 0, seconds_ = 0;
};

} // namespace eulerc
