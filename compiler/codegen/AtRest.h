// AtRest: finds expressions that are 0 wherever all states and fields are 0, as in a fluid at rest
// or ahead of a front.
#pragma once

#include "ir/Expr.h"

namespace eulerc::compiler {

/// Whether the form of an expression proves that it is 0 at rest: m * m / r → true; (1 + m) / r →
/// false.
bool isZeroAtRest(const ExprPtr &value);

} // namespace eulerc::compiler
