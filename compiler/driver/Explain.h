// Explain: remarks about what was found, for --explain.
#pragma once

#include "ir/Access.h"
#include "ir/Diagnostics.h"
#include "ir/Problem.h"
#include "ir/Stencil.h"
#include "transform/ShareShifts.h"

namespace eulerc::compiler {

/// The quantities of a program that its steps do not need.
void explainDeadQuantities(const Problem &written, const Problem &needed, Diagnostics &diagnostics);

/// What neighbours have in common and is computed once.
void explainSharing(const SharedProblem &shared, Diagnostics &diagnostics);

void explain(const Problem &problem, const Access &access, const Step &step, const Stencil &stencil,
             bool isDouble, Diagnostics &diagnostics);

} // namespace eulerc::compiler
