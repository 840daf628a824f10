// Emit: prints the files of a solver from a Step.
//
//   kernels:  precision, prelude.cl, step functions, linear.cl
//   host:     precision, prelude.h, the same step functions, linear.h, tables of the model, levels
#pragma once

#include "ir/Access.h"
#include "ir/Artifact.h"
#include "ir/Diagnostics.h"
#include "ir/Problem.h"
#include "ir/Stencil.h"

#include <optional>

namespace eulerc::compiler {

struct EmitOptions {
  std::string name;      ///< of the model, as in "string"
  std::string nameSpace; ///< C++ namespace of model(): "string_solver"
  std::string version;   ///< of eulerc
  std::string text;      ///< source text of the program
  bool isDouble = false; ///< --real=double
};

/// Whether the solver has tiles of the scheme `overlapped`, for processors, GPUs or both.
bool hasOverlappedTiles(const Stencil &stencil);

std::optional<Artifact> emit(const Problem &problem, const Access &access, const Step &step,
                             const Stencil &stencil, const EmitOptions &options,
                             Diagnostics &diagnostics);

} // namespace eulerc::compiler
