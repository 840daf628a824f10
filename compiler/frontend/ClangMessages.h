// Clang's diagnostics in the user's words.
#pragma once

#include "ir/Diagnostics.h"

#include <string>
#include <vector>

namespace eulerc::compiler {

/// One message of Clang, kept until the names of the program are known.
struct ClangError {
  std::string text;
  SourceRange where;
  std::string token; ///< the word or sign at `where` or next after it; "**" for two stars
  SourceRange tokenWhere;
  std::vector<SourceRange> ranges;   ///< operands the message speaks of
  std::vector<std::string> operands; ///< their text
  std::vector<std::pair<SourceRange, std::string>> notes;
};

/// Whether a warning of Clang means that a program does not say what its author meant: it is then
/// reported as an error or a warning of eulerc. All others are dropped.
bool matters(const std::string &clangWarning);

/// Reports one of Clang's messages: rephrased where Clang speaks of C and the user wrote .ode, with
/// a hint where one is known. `names` are the names the program declares, for did-you-mean.
void reportClangError(const ClangError &error, const std::vector<std::string> &names,
                      Diagnostics &diagnostics);

} // namespace eulerc::compiler
