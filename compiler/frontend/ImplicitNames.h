// ImplicitNames: names that a program uses without a declaration: the words of Builtins.h, indices
// and the time in boundary rules, and the step size dt.
//
//   boundary(u, x, low) = dirichlet(sin(w * t) * y);   with ddt(u)(int y, int x, real t)
//
// Clang asks for names that it does not find, so a declaration of the program hides a word of the
// same name. Rules stand outside of all functions, where C has no t and no y. There the arguments
// of a ddt become variables, which Lower replaces by the state's time and indices. An undeclared dt
// is the step size.
#pragma once

#include "Builtins.h"
#include "WordCount.h"

#include "clang/AST/Decl.h"
#include "clang/Sema/Sema.h"

namespace eulerc::compiler {

/// Makes Clang find these names. `names` must live as long as the parser.
void addImplicitNames(clang::Sema &sema, const ArgumentNames &names);

/// Hides the declaration of an axis from Clang, because the axis has the name of an index.
void hideAxis(clang::Sema &sema, const clang::Decl *declaration);

/// Whether a variable stands for an argument of ddt in rules.
bool isRuleName(const clang::VarDecl *variable);

/// The word for which a declaration stands; null: it is the program's own declaration.
const Builtin *builtinOf(const clang::ValueDecl *declaration);

} // namespace eulerc::compiler
