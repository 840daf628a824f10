// HostText: the tables and small functions that describe a model to the runtime, as C++: those of
// the program (ProblemText.h), and those of the step: the canonical grid, the constants block, what
// was compiled for vectors, and the table that names them all.
//
//   → void grid(…), void constants(…), const char kernels[] = …, host_vectors[], the_model
#pragma once

#include "codegen/Emit.h"

namespace eulerc::compiler {

/// Everything of the host source that depends on the program, behind the step functions. The
/// kernels' source is embedded in it.
std::string modelText(const Problem &problem, const Access &access, const Step &step,
                      const Stencil &stencil, const EmitOptions &options,
                      const std::string &kernels);

} // namespace eulerc::compiler
