// RuleNames: indices and the time in boundary rules.
//
//   boundary(u, x, low) = dirichlet(sin(w * t) * y);   with ddt(u)(int y, int x, real t)
//
// A rule stands outside of all functions, where C knows no t and no y. Names that C does not find
// there, and that are arguments of a ddt, become variables of their own, which Lower replaces by
// what they mean to the state.
#pragma once

#include "WordCount.h"

#include "clang/AST/Decl.h"
#include "clang/Sema/Sema.h"

namespace eulerc::compiler {

/// Makes Clang find them. `names` has to live as long as it parses.
void addRuleNames(clang::Sema &sema, const ArgumentNames &names);

/// Whether a variable is one of those.
bool isRuleName(const clang::VarDecl *variable);

} // namespace eulerc::compiler
