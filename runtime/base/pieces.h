// Values that are read piece by piece, because no memory holds all of them (slabs of several
// ranks).
//
//   forEachPiece([&](std::int64_t begin, std::int64_t count, const void *values) { … })
#pragma once

#include <cstdint>
#include <functional>

namespace eulerc {

using UsePiece = std::function<void(std::int64_t begin, std::int64_t count, const void *values)>;

/// The size of a piece: a multiple of the blocks that reductions sum up.
constexpr std::int64_t bytesOfPiece = 8 << 20;

} // namespace eulerc
