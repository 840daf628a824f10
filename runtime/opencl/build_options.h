// What a plan's kernel is built for: options of the OpenCL compiler.
//
//   overlapped, vectors of 4, work-groups of 128 → "-cl-std=CL1.2 … -DEULERC_WIDTH=4 …"
#pragma once

#include <string>

#include "backend.h"

namespace eulerc {

/// `roundsDivision`: whether the device can divide floats and take roots correctly rounded.
std::string buildOptions(const Job &job, const Plan &plan, bool roundsDivision);

} // namespace eulerc
