// ReservedNames: finds names that a program must not declare.
//
//   param real dt = 0.1;   →   'dt' is the length of the step, and cannot be declared
#pragma once

#include "ir/Diagnostics.h"

#include "clang/AST/ASTContext.h"

namespace eulerc::compiler {

/// Checks all declarations of a program, including those inside functions. Returns whether it found
/// a reserved name.
bool reportReservedNames(clang::ASTContext &context, Diagnostics &diagnostics);

} // namespace eulerc::compiler
