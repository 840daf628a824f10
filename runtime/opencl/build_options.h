// Options of the OpenCL compiler for the kernels of a plan.
//
//   overlapped, vectors of 4, work-groups of 128 → "-cl-std=CL1.2 … -DEULERC_WIDTH=4 …"
#pragma once

#include <string>

#include "backend/backend.h"
#include "opencl/devices.h"

namespace eulerc {

std::string buildOptions(const Job &job, const Plan &plan, const Device &device);

} // namespace eulerc
