// Kernels that a solver builds, listed under the names that users give them: --emit=opencl --scheme
// NAME --form NAME. Each form lists its own kernels (codegen/forms).
//
//   {"overlapped", "skewed", 1, 1, FormFamily::Registers, "EULERC_TILED EULERC_KEPT=2 …"}
#pragma once

#include "codegen/Unsupported.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace eulerc::compiler {

struct Kernel {
  const char *scheme, *form;       ///< form "": the scheme has one form only
  std::size_t leastAxes, mostAxes; ///< of grids
  std::optional<FormFamily> asks;  ///< what it requires of programs
  const char *macros;              ///< with which runtime/opencl/build_options.cpp selects it
  bool isOfSums = false;           ///< for loops over many points
};

/// All kernels. Of a scheme and a number of axes, the usual one comes first.
std::vector<Kernel> kernels();

/// The kernel of that name for grids of `axes` axes; form "": the usual one.
std::optional<Kernel> kernelNamed(const std::string &scheme, const std::string &form,
                                  std::size_t axes);

} // namespace eulerc::compiler
