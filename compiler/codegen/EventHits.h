// EventHits: where the time of an event may be a new one.
//
//   x_now >= 0 && x_before < 0 ? t + … : own   →   x_now >= 0 && x_before < 0
#pragma once

#include "ir/Expr.h"

namespace eulerc::compiler {

/// Where a value may be another one than the component's own, which stands first in the window.
ExprPtr whereChanged(const ExprPtr &value);

} // namespace eulerc::compiler
