// NearForms: the variants of elementary functions for ordinary arguments, which have no branch for
// other arguments (templates/functions/function_lanes.h).
//
//   exp(-x) * sin(y)  →  eulerc_near_exp(-x, near) * eulerc_near_sin(y, near), where `near` notes
//                        whether all arguments were ordinary
#pragma once

#include "AddressMap.h"

namespace eulerc::compiler {

/// Whether a node calls a function with such a variant (hasNearForm).
bool isNearOrFar(const Expr &node);

/// The name of that variant: "exp", or "exp_below" where arguments may be far below 0.
std::string nearForm(const Expr &call, const Step &step, const StepFunction &f);

/// Whether kernels first compute a vector of the interior for ordinary arguments. If an argument is
/// not ordinary, they compute the vector's points again, one by one.
bool computesNearFirst(const AddressMap &map);
StepFunction nearFunction(StepFunction f);

} // namespace eulerc::compiler
