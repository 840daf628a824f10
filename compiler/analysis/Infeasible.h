// Infeasible: proves that linear inequalities have no solution in integers.
//
//   2·i − 5 >= 0,  5 − 2·i >= 0   →   true: 2·i is never 5
#pragma once

#include "ir/Affine.h"

namespace eulerc::compiler {

/// Whether no integers satisfy all inequalities row >= 0, with indices, loop variables and params
/// as unknowns. By Fourier-Motzkin elimination, with each row rounded to integers. False if it
/// finds no contradiction, or if there are too many rows.
bool provedInfeasible(std::vector<Affine> rows);

} // namespace eulerc::compiler
