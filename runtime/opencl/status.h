// OpenCL failures as errors of the runtime.
#pragma once

#include <string>

#include <eulerc/solver.h>

#include "opencl/bindings.h"

namespace eulerc {

/// "CL_OUT_OF_RESOURCES"
std::string statusName(cl_int status);

/// Whether a device lacks memory or other resources for what it is asked.
bool isShortage(const cl::Error &error);

/// Error(Run) naming the call and the status.
Error openClError(const cl::Error &error);

/// Calls `body`; its cl::Error becomes an Error.
template <class Body> auto checked(Body &&body) {
  try {
    return body();
  } catch (const cl::Error &error) {
    throw openClError(error);
  }
}

} // namespace eulerc
