// ParamDirectives: "#if N > 50" of a param N, which is no macro: C would take it for 0.
#pragma once

#include "ir/Diagnostics.h"

#include "clang/Sema/Sema.h"

namespace eulerc::compiler {

/// Refuses directives that ask for the value of what the program has declared above them.
void refuseParamDirectives(clang::Sema &sema, Diagnostics &diagnostics);

} // namespace eulerc::compiler
