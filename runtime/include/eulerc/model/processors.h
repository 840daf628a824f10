// Figures of processors. The code of a solver is compiled with them, and its plans are made with
// them.
#pragma once

#include <cstdint>

namespace eulerc::processors {

/// Bytes of the last cache. A larger array has left the cache before it is read again.
constexpr std::int64_t lastCache = 32 << 20;

/// Steps that a tile of a line keeps in flight in registers, where a step takes `vectors` vectors.
/// 32 registers of the widest vectors hold them, or 16 of others, next to the values that a step
/// computes with. Measured with 32 registers alone, one run each on a loaded machine: the string
/// with 4 steps in flight was 3 % faster than with 5, 1-D heat with 6 steps 18 % faster than with
/// 8.
constexpr std::int64_t stepsInFlight(std::int64_t vectors, bool hasWidest) {
  const std::int64_t steps = (hasWidest ? 20 : 9) / (vectors > 1 ? vectors : 1);
  return steps > 1 ? steps : 1;
}

} // namespace eulerc::processors
