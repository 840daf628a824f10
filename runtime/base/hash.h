// Hash: a hash of bytes that is the same on every machine; not for cryptography.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace eulerc {

/// Hashes bytes that come in pieces.
class Hash {
public:
  explicit Hash(std::uint64_t start = 0) : hash_(start ^ 0xcbf29ce484222325U) {}
  void add(const void *data, std::size_t bytes);
  /// The hash of all bytes added. No bytes may be added afterwards.
  std::uint64_t value();

private:
  void addWord(std::uint64_t word) {
    hash_ = (hash_ ^ word) * 0x9e3779b97f4a7c15U;
    hash_ ^= hash_ >> 32;
  }
  std::uint64_t hash_;
  std::byte rest_[8] = {};
  std::size_t restBytes_ = 0;
};

std::uint64_t hashOf(const void *data, std::size_t bytes, std::uint64_t start = 0);

inline std::uint64_t hashOf(std::string_view text, std::uint64_t start = 0) {
  return hashOf(text.data(), text.size(), start);
}

} // namespace eulerc
