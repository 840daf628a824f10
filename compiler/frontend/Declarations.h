// Declarations: turns Clang's AST into a Problem.
#pragma once

#include "ir/Diagnostics.h"
#include "ir/Problem.h"

#include "clang/AST/ASTContext.h"

#include <optional>

namespace eulerc::compiler {

/// Collects the declarations of the program and lowers what they contain.
std::optional<Problem> readDeclarations(const std::string &file, clang::ASTContext &context,
                                        Diagnostics &diagnostics);

} // namespace eulerc::compiler
