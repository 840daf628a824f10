// ProblemText: what a program says beside its right-hand side, as C++ tables and small functions of
// the params.
//
//   param int N = 80; static_assert(N > 2, "…"); state real y[N];  →  derive_params(), params[],
//     requirements[], extents(), states[], access_distance(), timespan(), initial(), …
#pragma once

#include "ValueChecks.h"

#include "ir/Access.h"
#include "ir/Problem.h"
#include "ir/System.h"

#include <string>
#include <vector>

namespace eulerc::compiler {

std::string problemText(const Problem &problem, const Access &access, const Cycle &cycle,
                        const std::vector<ValueCheck> &checks);

} // namespace eulerc::compiler
