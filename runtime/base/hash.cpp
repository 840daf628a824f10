// A hash of 64 bits, computed from words of eight bytes.

#include "base/hash.h"

#include <cstddef>
#include <cstring>

namespace eulerc {

void Hash::add(const void *data, std::size_t bytes) {
  const auto *at = static_cast<const std::byte *>(data);
  while (bytes > 0) {
    std::uint64_t word = 0;
    if (restBytes_ == 0 && bytes >= 8) {
      std::memcpy(&word, at, 8);
      at += 8;
      bytes -= 8;
      addWord(word);
      continue;
    }
    rest_[restBytes_++] = *at++;
    bytes--;
    if (restBytes_ < 8)
      continue;
    std::memcpy(&word, rest_, 8);
    restBytes_ = 0;
    addWord(word);
  }
}

std::uint64_t Hash::value() {
  std::uint64_t rest = restBytes_;
  std::memcpy(reinterpret_cast<std::byte *>(&rest) + 1, rest_, restBytes_);
  addWord(rest);
  return hash_;
}

std::uint64_t hashOf(const void *data, std::size_t bytes, std::uint64_t start) {
  Hash hash(start);
  hash.add(data, bytes);
  return hash.value();
}

} // namespace eulerc
