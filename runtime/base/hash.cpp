#include "base/hash.h"

#include <cstddef>
#include <cstring>

namespace eulerc {

std::uint64_t hashOf(const void *data, std::size_t bytes, std::uint64_t start) {
  const auto *at = static_cast<const std::byte *>(data);
  std::uint64_t hash = start ^ 0xcbf29ce484222325U;
  const auto add = [&hash](std::uint64_t word) {
    hash = (hash ^ word) * 0x9e3779b97f4a7c15U;
    hash ^= hash >> 32;
  };
  for (; bytes >= 8; at += 8, bytes -= 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, at, 8);
    add(word);
  }
  std::uint64_t rest = bytes;
  std::memcpy(reinterpret_cast<std::byte *>(&rest) + 1, at, bytes < 7 ? bytes : 7);
  add(rest);
  return hash;
}

} // namespace eulerc
