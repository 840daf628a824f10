// Words of the language and nearest spellings.
#pragma once

#include "ir/Diagnostics.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace eulerc::compiler {

/// The candidate nearest to `word` if it is close enough to be a slip, else nothing.
std::optional<std::string> nearest(std::string_view word,
                                   const std::vector<std::string> &candidates);

/// Checks that every declaration of the file itself starts with a word that can start one, before
/// Clang sees it: "parm int N = 5;" → unknown word 'parm', did you mean 'param'?
/// Returns whether it found an error.
bool reportUnknownWords(const std::string &file, const std::string &text, Diagnostics &diagnostics);

/// The real-valued functions a right-hand side may call.
const std::vector<std::string> &mathFunctions();

} // namespace eulerc::compiler
