// Quantities: values of a `let` between two steps, computed from the states when they are read.
//
//   let(mu)(int i, real t) { return u[i] * u[i]; }   monitor: mu[i]  →  u[i] * u[i]
#pragma once

#include "ir/Problem.h"

namespace eulerc::compiler {

/// The value with quantities replaced by their functions, if it reads them at its own point and
/// isBetweenSteps() holds for them.
ExprPtr inStates(const Problem &problem, const ExprPtr &value);

/// Whether a value can be computed between two steps: it reads no quantity, no random number,
/// and not the step size.
bool isBetweenSteps(const Problem &problem, const ExprPtr &value);

/// The part of a value, also within quantities, that prevents computing it between two steps: "'mu'
/// at other points". Empty: there is none.
std::string boundToSteps(const Problem &problem, const ExprPtr &value);
/// The global that a value reads; empty: there is none.
std::string globalIn(const Problem &problem, const ExprPtr &value);

/// Adds quantities and fields as outputs, which are recorded only if a user names them. They follow
/// the program's outputs.
void addImplicitOutputs(Problem &problem);

} // namespace eulerc::compiler
