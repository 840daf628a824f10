// Consequences: messages of Clang that follow from other ones.
//
//   "param int N = 3000000000; state real u[N];"  →  the number does not fit; and not as well that
//   u has a negative size, and that every u is unknown
#pragma once

#include "ClangMessages.h"

namespace eulerc::compiler {

/// One message for one mistake.
std::vector<ClangError> withoutConsequences(const std::vector<ClangError> &errors,
                                            const KnownNames &names);

} // namespace eulerc::compiler
