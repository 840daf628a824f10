// Turns OpenCL failures into errors of the runtime, with names of status codes.
#pragma once

#include <string>

#include <eulerc/solver.h>

#include "opencl/bindings.h"

namespace eulerc {

/// "CL_OUT_OF_RESOURCES"
std::string statusName(cl_int status);

/// Whether the error says that the device lacks memory or other resources.
bool isShortage(const cl::Error &error);

/// Error(Run) naming the call and the status.
Error openClError(const cl::Error &error);

/// Calls `body` and turns its cl::Error into an Error.
template <class Body> auto checked(Body &&body) {
  try {
    return body();
  } catch (const cl::Error &error) {
    throw openClError(error);
  }
}

} // namespace eulerc
