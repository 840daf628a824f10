// Includes the OpenCL C++ bindings with the same settings everywhere: OpenCL 1.2, failures as
// cl::Error. The header compiles slowly, so only files in opencl/ include it.
#pragma once

#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#define CL_HPP_TARGET_OPENCL_VERSION 120
#include <CL/opencl.hpp>
