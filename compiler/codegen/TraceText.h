// TraceText: the functions of states and the rules of boundaries as tables, so that the runtime can
// compute one point by itself and tell which operation made a value that is not finite:
//
//   a / (b - c)  →  {"-", 'r', …}, {"/", 'r', …, line 12, columns 9 to 20}
//
// Tables, because they cost the host compiler next to nothing, and hardly any run asks for them.
#pragma once

#include "ir/Problem.h"
#include "ir/Step.h"

#include <string>

namespace eulerc::compiler {

/// The tables that the model names by traceEntry(); none where a point cannot be computed by itself
/// (random numbers), or in too large a program.
std::string traceText(const Problem &problem, const Step &step);

std::string traceEntry(const Problem &problem);

} // namespace eulerc::compiler
