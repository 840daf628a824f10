// OneKernel: of the emitted OpenCL C what one form of tiles takes, to be read (--emit=opencl
// --scheme NAME --form NAME).
#pragma once

#include "ir/Diagnostics.h"
#include "ir/Stencil.h"
#include "ir/Step.h"

#include <optional>
#include <string>
#include <vector>

namespace eulerc::compiler {

struct Options;

/// Names of schemes; of the forms of one, the default first. There is none of a scheme that has
/// but one.
std::vector<std::string> schemesWithKernels();
std::vector<std::string> formsOf(const std::string &scheme);

/// The kernel in vectors of the least width of GPUs; none, with a message, where the program has no
/// such kernel. A form of "" is the default one of the program.
std::optional<std::string> oneKernel(const std::string &opencl, const Options &options,
                                     const Step &step, const Stencil &stencil,
                                     Diagnostics &diagnostics);

} // namespace eulerc::compiler
