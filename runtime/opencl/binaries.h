// Built kernels in the user's cache folder, so that the second run of a program starts at once.
//
//   Binary binary(device.info, options, text);        // names a file of ~/.cache/eulerc/kernels
//   binary.read() → what an earlier run kept, if that was for the same device, driver and text
//   binary.keep(bytes);
//
// Each is a file of its own, complete or not there. What cannot be read or written is no error and
// no note: the kernels are built. The oldest files go when all of them take too much room.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <eulerc/solver.h>

namespace eulerc {

class Binary {
public:
  using Bytes = std::vector<unsigned char>;

  Binary(const DeviceInfo &device, std::string_view options, std::string_view source);
  /// In another folder; "" is none.
  Binary(std::string folder, const DeviceInfo &device, std::string_view options,
         std::string_view source);

  std::optional<Bytes> read() const;
  /// Replaces what is there, and removes the oldest files so that all take at most so many bytes.
  void keep(const Bytes &binary, std::uintmax_t mostBytes = std::uintmax_t{256} << 20) const;

private:
  std::string head(const Bytes &binary) const;

  std::string folder_;
  std::string key_; ///< all that the binary depends on
  std::string path_;
};

} // namespace eulerc
