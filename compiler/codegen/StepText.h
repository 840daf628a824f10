// StepText: the step functions, the constants block and the access to global memory, in the common
// subset of OpenCL C and C++.
#pragma once

#include "ir/Step.h"

namespace eulerc::compiler {

/// Whether a table is of numbers alone: then it is a constant array of the emitted code.
bool isPlain(const Table &table);

std::string stepText(const Step &step, bool isDouble);

} // namespace eulerc::compiler
