// A hash of bytes: the same on every machine, and no stranger is to be kept out.
#pragma once

#include <cstdint>
#include <string_view>

namespace eulerc {

std::uint64_t hashOf(const void *data, std::size_t bytes, std::uint64_t start = 0);

inline std::uint64_t hashOf(std::string_view text, std::uint64_t start = 0) {
  return hashOf(text.data(), text.size(), start);
}

} // namespace eulerc
