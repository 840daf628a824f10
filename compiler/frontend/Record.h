// The declarations of a program by kind, before anything is lowered.
//
//   param int N = 80; state real y[N];   →   params {N}, states {y}
#pragma once

#include "Boundaries.h"

#include <map>
#include <string>
#include <vector>

namespace eulerc::compiler {

struct Recorded {
  std::vector<const clang::VarDecl *> params, tables, states, fields;
  std::vector<BoundaryDecl> boundaries;
  std::map<std::string, const clang::FunctionDecl *> ddt, initial;
  const clang::VarDecl *timespan = nullptr;
  std::vector<const clang::StaticAssertDecl *> assertions;
};

/// Reports what is none of these.
Recorded recordDeclarations(clang::ASTContext &context, Diagnostics &diagnostics);

} // namespace eulerc::compiler
