// HostText: the tables and small functions that describe a model to the runtime, as C++.
#pragma once

#include "codegen/Emit.h"

namespace eulerc::compiler {

/// Everything of the host source that depends on the program, behind the step functions. The
/// kernels' source is embedded in it.
std::string modelText(const Problem &problem, const Access &access, const Step &step,
                      const EmitOptions &options, const std::string &kernels);

} // namespace eulerc::compiler
