// Decompresses bytes of archives: "deflate", RFC 1951.
//
//   inflated("\x4b\x4c\x02\x00", 2) → "ab"
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace eulerc {

/// The `size` bytes before compression. Throws InputError if the data are damaged.
std::string inflated(std::string_view compressed, std::uint64_t size);

} // namespace eulerc
