// The period of a program: the classes i % period along the last axis that its right-hand sides
// distinguish.
//
//   i % 2 == 0 ? y[i + 1] : -y[i - 1]   →   2
#pragma once

#include "ir/Problem.h"

namespace eulerc::compiler {

std::int64_t periodOf(const Problem &problem);
/// The remainders that make this period, one for each divisor: `i % 2`.
std::vector<ExprPtr> remaindersOf(const Problem &problem, std::int64_t period);

/// A read whose class depends on params, as in y[i - M]; null: there is none. With such a read the
/// period is 1.
ExprPtr readOfUnknownClass(const Problem &problem);
/// Whether an index has a remainder that becomes a number in each class.
bool hasRemainder(const ExprPtr &index, std::size_t last);

} // namespace eulerc::compiler
