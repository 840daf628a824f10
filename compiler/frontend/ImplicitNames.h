// ImplicitNames: names that a program has without declaring them: the words of Builtins.h, indices
// and the time in boundary rules, and the step dt.
//
//   boundary(u, x, low) = dirichlet(sin(w * t) * y);   with ddt(u)(int y, int x, real t)
//
// Clang asks for a name that it does not find. So what a program declares hides a word of the same
// name. A rule stands outside of all functions, where C knows no t and no y. There the arguments of
// a ddt become variables, which Lower replaces by the state's time and indices. A dt that C does
// not find is the length of the step.
#pragma once

#include "Builtins.h"
#include "WordCount.h"

#include "clang/AST/Decl.h"
#include "clang/Sema/Sema.h"

namespace eulerc::compiler {

/// Makes Clang find them. `names` has to live as long as it parses.
void addImplicitNames(clang::Sema &sema, const ArgumentNames &names);

/// Makes the declaration of an axis one that Clang does not find: the axis has the name of an
/// index.
void hideAxis(clang::Sema &sema, const clang::Decl *declaration);

/// Whether a variable is one of the arguments in rules.
bool isRuleName(const clang::VarDecl *variable);

/// The word that a declaration stands for. Null: the program's own declaration.
const Builtin *builtinOf(const clang::ValueDecl *declaration);

} // namespace eulerc::compiler
