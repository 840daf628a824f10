// Infeasible: whether linear inequalities have no solution in integers.
//
//   2·i − 5 >= 0,  5 − 2·i >= 0   →   true: 2·i is never 5
#pragma once

#include "ir/Affine.h"

namespace eulerc::compiler {

/// Whether no integers satisfy all of row >= 0, where indices, loop variables and params are free.
/// By Fourier-Motzkin elimination, each row rounded to integers. False where it finds no
/// contradiction, and where the rows become too many to go on.
bool provedInfeasible(std::vector<Affine> rows);

} // namespace eulerc::compiler
