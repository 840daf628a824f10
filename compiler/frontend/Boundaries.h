// Boundaries: reads the rules for the sides of the grid.
#pragma once

#include "Lower.h"

#include "ir/Problem.h"

#include <string>
#include <vector>

namespace eulerc::compiler {

/// A `boundary(u, x, low) = …;`
struct BoundaryDecl {
  std::string state, axis, side; ///< axis and side may be empty: all
  const clang::VarDecl *decl;
};

/// Gives every state and field its declared rules. The names of axes must be known before.
void readBoundaries(const std::vector<BoundaryDecl> &boundaries, const clang::ASTContext &context,
                    Lowering &lowering, Names &names, Problem &problem, Diagnostics &diagnostics);

} // namespace eulerc::compiler
