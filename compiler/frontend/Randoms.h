// Randoms: adds the counters of random numbers: the point, the step and the seed.
//
//   normal(2)  →  normal(j * NX + i, step, seed, 2)     in ddt
//   normal(2)  →  normal(j * NX + i, -1, seed, 2)       in initial
//
// The point is its number in the file's order. The seed is a param, which the program may declare.
#pragma once

#include "ir/Diagnostics.h"
#include "ir/Problem.h"

namespace eulerc::compiler {

void numberRandoms(Problem &problem, Diagnostics &diagnostics);

} // namespace eulerc::compiler
