// What is remembered of a device in the user's cache folder: built kernels, so that the second run
// of a program starts at once, and its rates.
//
//   DeviceCache cache(inUserCache("kernels"), device.info, options + text);
//   cache.read() → what an earlier run kept for the same device, driver and text, if any
//   cache.keep(bytes);
//
// Each is a file of its own, complete or not there. What cannot be read or written is no error and
// no note: it is made again. The oldest files go when all of a folder take too much room.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <eulerc/solver.h>

namespace eulerc {

class DeviceCache {
public:
  using Bytes = std::vector<unsigned char>;

  /// `text`: all that it depends on beside the device and its driver. No folder is "".
  DeviceCache(std::string folder, const DeviceInfo &device, std::string_view text);

  std::optional<Bytes> read() const;
  /// Replaces what is there, and removes the oldest files so that all take `mostBytes` at most.
  void keep(const Bytes &bytes, std::uintmax_t mostBytes = std::uintmax_t{256} << 20) const;

private:
  std::string head(const Bytes &bytes) const;

  std::string folder_;
  std::string key_; ///< all that it depends on
  std::string path_;
};

} // namespace eulerc
