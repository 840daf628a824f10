// Explain: remarks for --explain.
#pragma once

#include "ir/Access.h"
#include "ir/Diagnostics.h"
#include "ir/Problem.h"
#include "ir/Stencil.h"
#include "transform/ShareShifts.h"

namespace eulerc::compiler {

/// Lists the quantities of a program that its steps do not need.
void explainDeadQuantities(const Problem &written, const Problem &needed, Diagnostics &diagnostics);

/// Lists the values that neighbours share and that are computed once.
void explainSharing(const SharedProblem &shared, Diagnostics &diagnostics);

void explain(const Problem &problem, const Access &access, const Step &step, const Stencil &stencil,
             bool isDouble, Diagnostics &diagnostics);

} // namespace eulerc::compiler
