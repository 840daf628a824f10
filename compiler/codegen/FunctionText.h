// FunctionText: the step functions, as text.
//
//   step_0_0(y_own, y_p1) = y_own + h * y_p1
//   → real eulerc_step_0_0(…, const real y_own, const real y_p1)      in OpenCL C and C++
//   → realv eulerc_vector_0_0(…, const realv y_own, const realv y_p1) of lanes
//
// Both compute the same operations in the same order, so each lane has the same bits.
#pragma once

#include "FunctionSize.h"

#include "ir/Body.h"
#include "ir/Lanes.h"

#include <set>

namespace eulerc::compiler {

/// Whether a function of a point uses the index along the slowest axis.
bool knowsRow(const StepFunction &f);
/// A statement that sets this index: programs count it in the whole grid, but points are counted in
/// the slab that holds them. "": the function does not use it.
std::string placeInGrid(const AddressMap &map, const std::string &real, const StepFunction &f);

/// The parameters of a function without its results: "const long i0, …, const real y_own".
std::string parametersOf(const AddressMap &map, const std::string &real,
                         const StepFunction &function);

/// The statements of a function of one point.
Body scalarBody(const AddressMap &map, const StepFunction &function, const LoopText &loops);

/// The statements that compute some values in vectors, over the function's window.
Body vectorBody(const AddressMap &map, const StepFunction &function,
                const std::vector<ExprPtr> &values);

/// eulerc_timed: sets those values of a moment that depend on the time alone (Step::atTime).
std::string timeFunction(const AddressMap &map);
std::string scalarFunction(const AddressMap &map, const StepFunction &function);

/// The same over vectors of the last axis. Only for functions that vectors support (ir/Lanes.h).
/// `before`: statements at its beginning.
std::string vectorFunction(const AddressMap &map, const StepFunction &function,
                           const std::string &before = "");

/// The functions of an event: "hits_1_0", which returns the lanes in which it may have happened,
/// and the function of the times, which is skipped where there are no such lanes.
std::string eventFunctions(const AddressMap &map, const StepFunction &function);
std::string hitsName(const StepFunction &function);

/// Whether an equation's function for the edge is ever computed over vectors.
bool hasEdgeVector(const AddressMap &map, const StepOfEquation &equation);

/// Helpers of vector functions: functions of the language applied to each lane, entries of tables.
std::string vectorHelpers(const AddressMap &map);

/// The templates of our own elementary functions that the step calls (ir/Functions.h).
std::set<std::string> functionTemplates(const Problem &problem, const Step &step);
/// The same of host code, which also computes what steps take as constants.
std::set<std::string> hostTemplates(const Problem &problem, const Step &step);

/// The results of shared loops that a call of the function takes: ", loop_0[1]".
std::string sharedArguments(const Step &step, const StepFunction &f);

/// How nodes that differ between the lanes of a vector are written (VectorSpelling.cpp). `scalar`
/// spells the other nodes. `lanes` must outlive the spelling.
Spelling vectorSpelling(const Spelling &scalar, const Lanes &lanes, const Step &step,
                        const StepFunction &f);

} // namespace eulerc::compiler
