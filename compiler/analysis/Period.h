// The period of a program: the classes i % period along the last axis that its right-hand sides
// distinguish.
//
//   i % 2 == 0 ? y[i + 1] : -y[i - 1]   →   2
#pragma once

#include "ir/Problem.h"

namespace eulerc::compiler {

std::int64_t periodOf(const Problem &problem);

} // namespace eulerc::compiler
