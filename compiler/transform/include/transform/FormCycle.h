// FormCycle: applies a method. Rates become the values after each level; a level is a stage.
//
//   u' = F  →  euler:  u ← u + h F
//              heun:   u ← stage == 0 ? u + h F : u_1 + h/2 F
//                      u_1 ← stage == 0 ? u + h/2 F : u_1
//
// The registers of a method are states that are read only at their own point. Quantities within
// steps (`let`) have stages before each stage that reads them. A value that reads another new value
// only at its own point shares its stage: the other value's expression is inserted.
//
// Where a step keeps the slope of its last stage (FSAL), one level follows all others: the first
// stage of a step that knows its first slope.
//
//   bs32: levels 0 … 3, and 4, 1, 2, 3 once the slope is known
#pragma once

#include "ir/Methods.h"
#include "ir/System.h"

namespace eulerc::compiler {

System formCycle(const System &system, const Method &method);

} // namespace eulerc::compiler
