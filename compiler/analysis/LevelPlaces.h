// LevelPlaces: the copy of the state in which a component lies before each level of a step, where
// each level is a launch of all points. A level writes the components that it changes into the
// other copy; unchanged components stay where they are, which saves copies of the whole state. The
// copies swap roles after a level if the next level changes a component that the other copy already
// holds, and after each step.
//
//   q = f(u)             level 0: q to the other copy, u stays
//   u' = u + h · g(q)    level 1: u' to the other copy, from u in the one and q in the other; swap
//
//   ssprk3, whose first value v lives to the last stage:
//   v = u, u = u + h f   level 0: both to the other copy; swap
//   u = … f(u), v        level 1: u to the other copy; swap: v is in the other copy now
//   u = … f(u), v        level 2: u to the other copy, over unused values; swap
#pragma once

#include "ir/Stencil.h"

namespace eulerc::compiler {

/// Finds the places for programs whose levels are told apart and read only near points. For other
/// programs the copies swap after each level.
LevelPlaces findLevelPlaces(const System &system, const Stencil &stencil);

} // namespace eulerc::compiler
