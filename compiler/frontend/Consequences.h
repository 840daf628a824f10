// Consequences: drops messages of Clang that follow from other messages.
//
//   "param int N = 3000000000; state real u[N];"  →  the number does not fit; that u has a negative
//   size, and that each u is unknown, is not reported
#pragma once

#include "ClangMessages.h"

namespace eulerc::compiler {

/// Keeps one message for each mistake.
std::vector<ClangError> withoutConsequences(const std::vector<ClangError> &errors,
                                            const KnownNames &names);

} // namespace eulerc::compiler
