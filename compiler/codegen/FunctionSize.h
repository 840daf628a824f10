// FunctionSize: how large the functions of a step are, and which specifiers they get for that.
//
//   luo_rudy.ode, thousands of operations → "EULERC_HUGE ", compiled once and quickly
#pragma once

#include "AddressMap.h"

namespace eulerc::compiler {

/// Whether a step has thousands of operations, which compilers would take minutes to optimise
/// fully.
bool isHugeStep(const Step &step);

/// Whether a function is compiled once and called, instead of inlined. Copies in each loop of each
/// scheme would take compilers minutes, and a call is cheap next to hundreds of operations.
bool isCalled(const Step &step, const StepFunction &function);

/// The cost of a function, in operations.
double costOf(const Step &step, const StepFunction &function);

/// Whether the equations of a point have too many operations to be inlined in each scheme. Then all
/// of them together are compiled once.
bool isLargeStep(const Step &step);

/// Whether computing a point takes so long that tests whether it lies at an edge are cheap
/// next to it.
bool isLongStep(const Step &step);

/// Whether the operations and values of two points fit in registers. Then computing both together
/// saves the loads that they share.
bool isShortStep(const Step &step);

/// The specifier of a function that computes all equations of a vector, such as "EULERC_INLINE ".
std::string stepInlined(const Step &step);
/// The same for tiles of lines, which contain eight copies of the function. On two cores, 330
/// operations with events compile in 94 s inlined and in 10 s as a function; a line of 190
/// operations is a quarter slower as a function.
std::string stepInlinedInLines(const Step &step);

/// The specifier of a function of a point: "EULERC_INLINE ".
std::string inlinedAs(const Step &step, const StepFunction &function);

} // namespace eulerc::compiler
