// LevelPlaces: in which copy of the state a component lies before each level of a step, where each
// level is a launch of all points. A level writes into the other copy what it changes, and what it
// leaves alone stays where it is: a quantity is not worth a copy of the state. The copies swap
// roles behind a level if the next one changes what the other copy holds already, and behind a
// step.
//
//   q = f(u)             level 0: q to the other copy, u stays
//   u' = u + h · g(q)    level 1: u' to the other copy, from u in the one and q in the other; swap
//
//   ssprk3, whose first value v lives to the last stage:
//   v = u, u = u + h f   level 0: both to the other copy; swap
//   u = … f(u), v        level 1: u to the other copy; swap: v is in the other one
//   u = … f(u), v        level 2: u to the other copy, over values that nobody reads; swap
#pragma once

#include "ir/Stencil.h"

namespace eulerc::compiler {

/// Of a program whose levels are told apart, and are computed with reads of near points alone; else
/// the copies swap behind each level.
LevelPlaces findLevelPlaces(const System &system, const Stencil &stencil);

} // namespace eulerc::compiler
