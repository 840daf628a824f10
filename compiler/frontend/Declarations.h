// Declarations: turns Clang's AST into a Problem.
#pragma once

#include "ir/Diagnostics.h"
#include "ir/Problem.h"

#include "clang/AST/ASTContext.h"

#include <optional>

namespace eulerc::compiler {

/// A state's first size counts species if it is a number up to this one, and else is an axis.
inline constexpr std::int64_t kMostSpecies = 32;

/// Refuses an array of more than kMaxAxes axes.
void refuseAxes(const SourceRange &where, bool isData, Diagnostics &diagnostics);

/// Collects the declarations of the program and lowers what they contain.
std::optional<Problem> readDeclarations(const std::string &file, clang::ASTContext &context,
                                        Diagnostics &diagnostics);

} // namespace eulerc::compiler
