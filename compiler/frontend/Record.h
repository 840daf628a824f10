// Record: sorts the declarations of a program by kind, before anything is lowered.
//
//   param int N = 80; state real y[N];   →   constants {N}, states {y}
#pragma once

#include "Boundaries.h"
#include "Monitors.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace eulerc::compiler {

struct Recorded {
  std::vector<const clang::VarDecl *> constants; ///< params and tables, in order
  std::vector<const clang::VarDecl *> states, fields, data;
  std::set<const clang::VarDecl *> lets; ///< quantities within steps, which follow the states
  std::vector<BoundaryDecl> boundaries;
  std::map<std::string, const clang::FunctionDecl *> ddt, next, let, initial;
  const clang::VarDecl *stepSize = nullptr; ///< dt
  const clang::VarDecl *timespan = nullptr, *method = nullptr;
  std::vector<const clang::VarDecl *> axes, globals;
  std::vector<const clang::StaticAssertDecl *> assertions;
  std::vector<MonitorDecl> monitors;
  std::vector<const clang::FunctionDecl *> stops, events;
  /// For each `when`, in the order of the program: its condition and its body.
  struct When {
    const clang::FunctionDecl *condition = nullptr, *body = nullptr;
  };
  std::vector<When> whens;
};

/// The kind of a declaration, from the word before it: param, state, field, table or data.
std::optional<Leaf> kindOf(const clang::Decl *declaration);

/// The words that a declaration carries: "eulerc.method rk4".
std::vector<std::string> wordsOf(const clang::Decl *declaration);

/// Records these declarations, and reports all others.
Recorded recordDeclarations(clang::ASTContext &context, Diagnostics &diagnostics);

} // namespace eulerc::compiler
