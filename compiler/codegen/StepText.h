// StepText: the step functions, the constants block and the access to memory, in the common subset
// of OpenCL C and C++; and the vector form of the step, in OpenCL C.
#pragma once

#include "ir/Stencil.h"

namespace eulerc::compiler {

std::string stepText(const Places &places);

/// Stands behind stepText(). The width of the vectors, EULERC_WIDTH, is chosen when the kernels are
/// built.
std::string vectorText(const Places &places);

/// The same points, of a tile in local memory; behind vectorText(). Not for far reads.
std::string tileText(const Places &places);

} // namespace eulerc::compiler
