// FormCycle: applies a method. Rates become the values after each level; a level is a stage.
//
//   u' = F  →  euler:  u ← u + h F
//              heun:   u ← stage == 0 ? u + h F : u_1 + h/2 F
//                      u_1 ← stage == 0 ? u + h/2 F : u_1
//
// The registers of a method are states that are read at their own point alone. Quantities within
// steps (`let`) have stages in front of each stage that reads them. A value that reads another
// one's new value at its own point alone shares its stage: the other value's expression is
// inserted.
//
// Where a step keeps the slope of its last stage (FSAL), one level follows all others: the first
// stage of a step that knows this slope.
//
//   bs32: levels 0 … 3, and 4, 1, 2, 3 once the slope is known
#pragma once

#include "ir/Methods.h"
#include "ir/System.h"

namespace eulerc::compiler {

System formCycle(const System &system, const Method &method);

} // namespace eulerc::compiler
