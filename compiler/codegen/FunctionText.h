// FunctionText: the step functions, as text.
//
//   step_0_0(y_own, y_p1) = y_own + h * y_p1
//   → real eulerc_step_0_0(…, const real y_own, const real y_p1)      in OpenCL C and C++
//   → realv eulerc_vector_0_0(…, const realv y_own, const realv y_p1) of lanes
//
// Both compute the same operations in the same order, lane by lane the same bits.
#pragma once

#include "FunctionSize.h"

#include "ir/Body.h"
#include "ir/Lanes.h"

#include <set>

namespace eulerc::compiler {

/// Whether a function of a point computes with the index along the slowest axis.
bool knowsRow(const StepFunction &f);
/// That index, as a statement: programs count indices in the whole grid, and points are counted in
/// the slab that holds them. "": it does not.
std::string placeInGrid(const AddressMap &map, const std::string &real, const StepFunction &f);

/// What a function takes, all but its results: "const long i0, …, const real y_own".
std::string parametersOf(const AddressMap &map, const std::string &real,
                         const StepFunction &function);

/// The statements of a function of one point.
Body scalarBody(const AddressMap &map, const StepFunction &function, const LoopText &loops);

/// The statements that compute some values in vectors, over the function's window.
Body vectorBody(const AddressMap &map, const StepFunction &function,
                const std::vector<ExprPtr> &values);

/// eulerc_timed: sets the values of the time alone (Step::atTime) of a moment.
std::string timeFunction(const AddressMap &map);
std::string scalarFunction(const AddressMap &map, const StepFunction &function);

/// The same over vectors of the last axis. Only for functions that vectors support (ir/Lanes.h).
/// `before`: statements that it begins with.
std::string vectorFunction(const AddressMap &map, const StepFunction &function,
                           const std::string &before = "");

/// Of an event: "hits_1_0", in which lanes of a vector it may have happened, and the times, which
/// are not computed where there are none.
std::string eventFunctions(const AddressMap &map, const StepFunction &function);
std::string hitsName(const StepFunction &function);

/// Whether the edge's function of an equation is computed over vectors somewhere.
bool hasEdgeVector(const AddressMap &map, const StepOfEquation &equation);

/// What vector functions call: functions of the language applied to each lane, entries of tables.
std::string vectorHelpers(const AddressMap &map);

/// The templates of our own elementary functions that the step calls (ir/Functions.h).
std::set<std::string> functionTemplates(const Problem &problem, const Step &step);

/// The results of shared loops that a call of the function takes: ", loop_0[1]".
std::string sharedArguments(const Step &step, const StepFunction &f);

/// How nodes that differ between the lanes of a vector are written (VectorSpelling.cpp).
/// `scalar` spells what is the same for all lanes; the lanes must live as long as the spelling.
Spelling vectorSpelling(const Spelling &scalar, const Lanes &lanes, const Step &step,
                        const StepFunction &f);

} // namespace eulerc::compiler
