// ReservedNames: names that a program must not declare.
//
//   param real dt = 0.1;   →   'dt' is the length of the step, and cannot be declared
#pragma once

#include "ir/Diagnostics.h"

#include "clang/AST/ASTContext.h"

namespace eulerc::compiler {

/// Looks at all declarations of a program, those inside of functions, too. Returns whether it found
/// a reserved name.
bool reportReservedNames(clang::ASTContext &context, Diagnostics &diagnostics);

} // namespace eulerc::compiler
