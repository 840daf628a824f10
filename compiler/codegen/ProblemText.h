// ProblemText: what a program says beside its right-hand side, as C++ tables and small functions of
// the params.
//
//   param int N = 80; static_assert(N > 2, "…"); state real y[N];  →  derive_params(), params[],
//     requirements[], extents(), states[], access_distance(), timespan(), initial(), …
#pragma once

#include "ir/Access.h"
#include "ir/Problem.h"

#include <string>

namespace eulerc::compiler {

std::string problemText(const Problem &problem, const Access &access);

} // namespace eulerc::compiler
