// Quantities between two steps: a `let` is computed from the states when something looks.
//
//   let(mu)(int i, real t) { return u[i] * u[i]; }   monitor: mu[i]  →  u[i] * u[i]
#pragma once

#include "ir/Problem.h"

namespace eulerc::compiler {

/// The value with the quantities that it reads at its own point replaced by their functions, as far
/// as isBetweenSteps() holds of these.
ExprPtr inStates(const Problem &problem, const ExprPtr &value);

/// Whether a value can be computed between two steps: it reads no quantity, no global, no random
/// number, and not the length of the step.
bool isBetweenSteps(const Problem &problem, const ExprPtr &value);

/// What a value is made of, also by way of quantities, that keeps it from being computed between
/// two steps: "'mu' at other points", "global 'm'". Empty: nothing does.
std::string boundToSteps(const Problem &problem, const ExprPtr &value);

/// Quantities and fields as outputs, which are recorded where they are named; behind the program's
/// outputs.
void addImplicitOutputs(Problem &problem);

} // namespace eulerc::compiler
