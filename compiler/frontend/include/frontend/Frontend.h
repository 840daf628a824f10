// Frontend: turns an .ode program into a Problem. This is the only room that uses Clang.
//
//   string.ode ─Words: check the words─→ ─Parse: Clang─→ AST ─Declarations, Lower─→ Problem
#pragma once

#include "ir/Diagnostics.h"
#include "ir/Problem.h"

#include <optional>
#include <string>
#include <vector>

namespace eulerc::compiler {

struct FrontendInput {
  std::string file;                     ///< as given on the command line; used in messages
  std::string text;                     ///< its contents
  std::vector<std::string> includeDirs; ///< -I
  std::vector<std::string> defines;     ///< -D: "NAME=VALUE"
};

struct FrontendOutput {
  Problem problem;
  std::vector<std::string> dependencies; ///< the file and every header it includes
};

/// Parses a program and resolves its names. Reports errors in the user's words.
std::optional<FrontendOutput> parse(const FrontendInput &input, Diagnostics &diagnostics);

} // namespace eulerc::compiler
