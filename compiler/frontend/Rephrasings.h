// Rephrasings: messages of eulerc that depend only on the text of Clang's message
// (ClangMessages.h).
#pragma once

#include "ir/Diagnostics.h"

#include <span>

namespace eulerc::compiler {

/// A Clang message that matches `pattern` is reported as `message` with `hint`. $1, $2 are replaced
/// by the captures of the pattern, and %t by the word at the place. The first match counts.
struct Rephrasing {
  const char *pattern, *message, *hint;
  Severity severity = Severity::Error;
};

std::span<const Rephrasing> rephrasings();

} // namespace eulerc::compiler
