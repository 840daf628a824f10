// Rephrasings: messages of eulerc by the words of Clang's message alone (ClangMessages.h).
#pragma once

#include "ir/Diagnostics.h"

#include <span>

namespace eulerc::compiler {

/// A Clang message that matches `pattern` is reported as `message` with `hint`, where $1, $2 stand
/// for what the pattern captured, and %t for the word at the place. The first match counts.
struct Rephrasing {
  const char *pattern, *message, *hint;
  Severity severity = Severity::Error;
};

std::span<const Rephrasing> rephrasings();

} // namespace eulerc::compiler
