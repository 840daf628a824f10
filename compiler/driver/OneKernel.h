// OneKernel: the part of the emitted OpenCL C that one form of tiles uses, for human readers
// (--emit=opencl --scheme NAME --form NAME).
#pragma once

#include "ir/Diagnostics.h"
#include "ir/Stencil.h"
#include "ir/Step.h"

#include <optional>
#include <string>
#include <vector>

namespace eulerc::compiler {

struct Options;

/// The names of schemes; and the names of a scheme's forms, the default first. A scheme with one
/// form has no names of forms.
std::vector<std::string> schemesWithKernels();
std::vector<std::string> formsOf(const std::string &scheme);

/// The kernel in vectors of the smallest width of GPUs. nullopt, after a message, if the program
/// has no such kernel. A form of "" is the program's default form.
std::optional<std::string> oneKernel(const std::string &opencl, const Options &options,
                                     const Step &step, const Stencil &stencil,
                                     Diagnostics &diagnostics);

} // namespace eulerc::compiler
