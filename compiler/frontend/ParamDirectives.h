// ParamDirectives: finds "#if N > 50" for a param N, which is no macro: C would read it as 0.
#pragma once

#include "ir/Diagnostics.h"

#include "clang/Sema/Sema.h"

namespace eulerc::compiler {

/// Refuses directives that use the value of a name that the program has declared above them.
void refuseParamDirectives(clang::Sema &sema, Diagnostics &diagnostics);

} // namespace eulerc::compiler
