// StateArray: a state to be written to a file; its values are in C order and not owned.
#pragma once

#include <cstdint>
#include <cstdio>
#include <functional>
#include <span>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "base/pieces.h"

namespace eulerc {

struct StateArray {
  std::string name;
  std::vector<std::int64_t> shape;                    ///< slowest first
  std::variant<const float *, const double *> values; ///< null: only `pieces` gives them
  std::function<void(const UsePiece &)> pieces = nullptr;

  /// Calls use(begin, values) with spans of values in order; with one span if they are contiguous.
  template <class Use> void forEachPiece(Use &&use) const {
    std::visit(
        [&](const auto *all) {
          using Real = std::remove_cvref_t<decltype(*all)>;
          std::size_t count = 1;
          for (const std::int64_t extent : shape)
            count *= static_cast<std::size_t>(extent);
          if (!pieces)
            return use(std::int64_t{0}, std::span<const Real>(all, count));
          pieces([&](std::int64_t begin, std::int64_t some, const void *those) {
            use(begin, std::span<const Real>(static_cast<const Real *>(those),
                                             static_cast<std::size_t>(some)));
          });
        },
        values);
  }
};

/// The header of a .npy file: at least `least` bytes, and a multiple of 64.
std::string npyHeader(bool isFloat, const std::vector<std::int64_t> &shape, std::size_t least = 0);

/// The size in bytes of the header of a growing .npy file, with room for any number of entries. The
/// entry that is being written follows those that the header counts.
constexpr std::size_t growingNpyHeader = 192;

/// Writes NumPy's .npy, version 1.0: <f4 or <f8, C order. (x86-64 and AArch64 are little-endian.)
void writeNpy(std::FILE *file, const StateArray &array);

/// Writes text: a line "j,i,u,v" with the names of axes and states, then a line for each grid
/// point, last index fastest. All arrays have the same shape, with an extent for each axis. Numbers
/// read back exactly.
void writeCsv(std::FILE *file, const std::vector<std::string> &axes,
              const std::vector<StateArray> &arrays);

} // namespace eulerc
