// Verify: checks the invariants of the values between the rooms after every phase. A violation is a
// bug of eulerc, never an error of the user.
#pragma once

#include "ir/Access.h"
#include "ir/Diagnostics.h"
#include "ir/Problem.h"
#include "ir/Stencil.h"
#include "ir/Step.h"
#include "ir/System.h"

namespace eulerc::compiler {

bool verify(const Problem &problem, Diagnostics &diagnostics);
bool verify(const Access &access, Diagnostics &diagnostics);
bool verify(const System &system, Diagnostics &diagnostics);
bool verify(const Step &step, Diagnostics &diagnostics);
bool verify(const Stencil &stencil, Diagnostics &diagnostics);

} // namespace eulerc::compiler
