// Memory: compares what a run needs with what is available, before anything is allocated.
//
// Sizes never wrap around: a product beyond 63 bits is `tooMuch`.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <utility>

namespace eulerc {

/// Stands for every number of bytes or components beyond 63 bits.
constexpr std::int64_t tooMuch = std::numeric_limits<std::int64_t>::max();

/// a · b and a + b of sizes (≥ 0), `tooMuch` when they do not fit.
std::int64_t times(std::int64_t a, std::int64_t b);
std::int64_t plus(std::int64_t a, std::int64_t b);

/// "1.49 GiB", or "more than 8 EiB".
std::string sizeText(std::int64_t bytes);

/// Bytes of main memory that are available now; `tooMuch` when the system does not tell.
std::int64_t availableHostMemory();

/// "10 components", or "too many components to count".
std::string componentsText(std::int64_t components);

/// Throws Error(Run) when the `needed` bytes are more than `available`: "`who` need 40 bytes
/// `what`", where `who` is, say, "10 components" and `what` "of main memory".
void requireMemory(const std::string &who, std::int64_t needed, std::int64_t available,
                   const std::string &what);

/// The memory that the parts of a run need.
class MemoryNeeds {
public:
  /// `who`: as in requireMemory.
  explicit MemoryNeeds(std::string who) : who_(std::move(who)) {}

  /// Adds bytes of main memory. `held`: bytes that this part already occupies.
  void add(std::int64_t bytes, std::int64_t held) {
    bytes_ = plus(bytes_, times(bytes, processes));
    held_ = plus(held_, times(held, processes));
  }
  /// Adds bytes on a device, which has `available`. Throws Error(Run) if it has fewer than its
  /// parts need.
  void addOn(const void *device, const std::string &name, std::int64_t bytes,
             std::int64_t available) {
    std::int64_t &all = onDevices_[device];
    all = plus(all, bytes);
    requireMemory(who_, all, available, "of memory on " + name);
  }
  /// Throws Error(Run) if main memory is short.
  void check() const {
    requireMemory(who_, bytes_, plus(availableHostMemory(), held_), "of main memory");
  }

  std::int64_t processes = 1; ///< of this machine, each of which needs what is added

private:
  std::string who_;
  std::int64_t bytes_ = 0, held_ = 0;
  std::map<const void *, std::int64_t> onDevices_;
};

} // namespace eulerc
