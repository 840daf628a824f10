// Memory: compares what a run needs with what is available, before anything is allocated.
//
// Sizes never wrap around: a product beyond 63 bits is `tooMuch`.
#pragma once

#include <cstdint>
#include <limits>
#include <string>

namespace eulerc {

/// Stands for every number of bytes or components beyond 63 bits.
constexpr std::int64_t tooMuch = std::numeric_limits<std::int64_t>::max();

/// a · b and a + b of sizes (≥ 0), `tooMuch` when they do not fit.
std::int64_t times(std::int64_t a, std::int64_t b);
std::int64_t plus(std::int64_t a, std::int64_t b);

/// "1.49 GiB", or "more than 8 EiB".
std::string sizeText(std::int64_t bytes);

/// Bytes of main memory that are available now; `tooMuch` when the system does not tell.
std::int64_t availableHostMemory();

/// "10 components", or "too many components to count".
std::string componentsText(std::int64_t components);

/// Throws Error(Run) when the `needed` bytes are more than `available`: "`who` need 40 bytes
/// `what`", where `who` is, say, "10 components" and `what` "of main memory".
void requireMemory(const std::string &who, std::int64_t needed, std::int64_t available,
                   const std::string &what);

} // namespace eulerc
