// How large functions of a step are, and what compilers are told of that.
//
//   luo_rudy.ode, thousands of operations → "EULERC_HUGE ", compiled once and quickly
#pragma once

#include "AddressMap.h"

namespace eulerc::compiler {

/// Whether a step has thousands of operations: they would take compilers minutes with all that they
/// try.
bool isHugeStep(const Step &step);

/// Different operations of an expression.
std::size_t operationsIn(const ExprPtr &expr);

/// Whether a function is compiled once instead of wherever it is called: a copy in each loop of
/// each scheme would take compilers minutes, and a call costs little next to hundreds of
/// operations.
bool isCalled(const Step &step, const StepFunction &function);

/// What a function takes to compute, in operations.
double costOf(const Step &step, const StepFunction &function);

/// Whether the equations of a point have more operations than are compiled wherever a scheme
/// computes a point: then all of them together are compiled once.
bool isLargeStep(const Step &step);

/// Whether computing a point takes so long that tests whether it lies at an edge are cheap
/// next to it.
bool isLongStep(const Step &step);

/// Whether two points' operations and values find room in registers, so that to compute both at
/// once saves loads of what both of them read.
bool isShortStep(const Step &step);

/// How a function that computes all equations of a vector begins: "EULERC_INLINE " or such.
std::string stepInlined(const Step &step);
/// The same in tiles of lines, which hold eight copies of it (two cores, 330 operations with
/// events: a compile of 94 s, as a function 10 s; a line of 190 operations loses a quarter of its
/// rate as a function).
std::string stepInlinedInLines(const Step &step);

/// How a function of a point begins: "EULERC_INLINE ".
std::string inlinedAs(const Step &step, const StepFunction &function);

} // namespace eulerc::compiler
