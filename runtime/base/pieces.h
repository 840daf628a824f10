// Values that are looked at in pieces, because they are nowhere together.
//
//   forEachPiece([&](std::int64_t begin, std::int64_t count, const void *values) { … })
#pragma once

#include <cstdint>
#include <functional>

namespace eulerc {

using UsePiece = std::function<void(std::int64_t begin, std::int64_t count, const void *values)>;

/// Of a piece, a multiple of what a reduction takes together.
constexpr std::int64_t bytesOfPiece = 8 << 20;

} // namespace eulerc
