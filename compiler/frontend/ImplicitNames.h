// ImplicitNames: names that a program has without declaring them: indices and the time in boundary
// rules, and the step dt.
//
//   boundary(u, x, low) = dirichlet(sin(w * t) * y);   with ddt(u)(int y, int x, real t)
//
// A rule stands outside of all functions, where C knows no t and no y. Names that C does not find
// there, and that are arguments of a ddt, become variables of their own, which Lower replaces by
// what they mean to the state. A dt that C does not find is the length of the step.
#pragma once

#include "WordCount.h"

#include "clang/AST/Decl.h"
#include "clang/Sema/Sema.h"

namespace eulerc::compiler {

/// Makes Clang find them. `names` has to live as long as it parses.
void addImplicitNames(clang::Sema &sema, const ArgumentNames &names);

/// Whether a variable is one of those in rules.
bool isRuleName(const clang::VarDecl *variable);

} // namespace eulerc::compiler
