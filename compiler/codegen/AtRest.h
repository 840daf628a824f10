// AtRest: what is 0 wherever all states and fields are, as in a fluid at rest or where a front has
// not been yet.
#pragma once

#include "ir/Expr.h"

namespace eulerc::compiler {

/// m * m / r  →  true: m * m is; (1 + m) / r  →  false. As far as the form of the expression tells.
bool isZeroAtRest(const ExprPtr &value);

} // namespace eulerc::compiler
