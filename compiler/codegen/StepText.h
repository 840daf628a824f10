// StepText: the step functions, the constants block and the access to memory, in the common subset
// of OpenCL C and C++; and the vector form of the step, in OpenCL C.
#pragma once

#include "ir/Stencil.h"

namespace eulerc::compiler {

std::string stepText(const Step &step, const Stencil &stencil, bool isDouble);

/// Stands behind stepText(). The width of the vectors, EULERC_WIDTH, is chosen when the kernels are
/// built.
std::string vectorText(const Step &step, const Stencil &stencil, bool isDouble);

/// The same for vectors of rows in registers; where strips are taken.
std::string stripsText(const Step &step, const Stencil &stencil, bool isDouble);

/// The same points, of a tile in local memory; behind vectorText(). Not for far reads.
std::string tileText(const Step &step, const Stencil &stencil, bool isDouble);

} // namespace eulerc::compiler
