// NearForms: elementary functions for ordinary arguments, without a branch for others
// (templates/functions/function_lanes.h).
//
//   exp(-x) * sin(y)  →  eulerc_near_exp(-x, near) * eulerc_near_sin(y, near), where `near` notes
//                        whether all arguments were ordinary
#pragma once

#include "AddressMap.h"

namespace eulerc::compiler {

/// Whether it is a function that has such a form (hasNearForm).
bool isNearOrFar(const Expr &node);

/// The name of that form: "exp", or "exp_below" where arguments may be far below 0.
std::string nearForm(const Expr &call, const Step &step, const StepFunction &f);

/// Whether kernels compute a vector of the interior for ordinary arguments first: where one is
/// none, its points follow one by one.
bool computesNearFirst(const AddressMap &map);
StepFunction nearFunction(StepFunction f);

} // namespace eulerc::compiler
