// Figures of processors that a solver's own code is compiled with and its plans are made with.
#pragma once

#include <cstdint>

namespace eulerc::processors {

/// Bytes of the last cache: larger arrays have left it before they are read again.
constexpr std::int64_t lastCache = 32 << 20;

/// Steps that a tile of a line keeps in flight in registers, where a step takes `vectors` vectors.
/// 32 registers of the widest vectors hold them, or 16 of others, next to the values that a step
/// computes with. Tried with 32 registers alone: String 4 and 5, 1-D heat 6 and 8, one run each on
/// a loaded machine; the fewer were the faster by 3 and 18 %.
constexpr std::int64_t stepsInFlight(std::int64_t vectors, bool hasWidest) {
  const std::int64_t steps = (hasWidest ? 20 : 9) / (vectors > 1 ? vectors : 1);
  return steps > 1 ? steps : 1;
}

} // namespace eulerc::processors
