// AddedRandoms: whether random numbers are only added to a program's right-hand sides, so that no
// derivative by the state depends on them.
//
//   -a * x[i] + sigma * normal(0)   →   yes: the derivative by x[i] is -a
//   x[i] * normal(0)                →   no
#pragma once

#include "ir/Problem.h"

namespace eulerc::compiler {

/// Whether random numbers are only added to terms that depend on the state. False if that cannot be
/// proved.
bool areRandomsOnlyAdded(const Problem &problem);

} // namespace eulerc::compiler
