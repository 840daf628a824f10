// Whether the derivatives of a program's right-hand sides are free of its random numbers.
//
//   -a * x[i] + sigma * normal(0)   →   yes: the derivative by x[i] is -a
//   x[i] * normal(0)                →   no
#pragma once

#include "ir/Problem.h"

namespace eulerc::compiler {

/// Whether random numbers are only added to what follows from the state. No, where it is not sure.
bool areRandomsOnlyAdded(const Problem &problem);

} // namespace eulerc::compiler
