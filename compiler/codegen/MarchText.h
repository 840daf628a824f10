// MarchText: the step of vectors behind one another along the slowest axis of a 3-D grid, anywhere
// in it: what the linear scheme's work-items compute on GPUs (templates/linear/march.cl).
//
//   u[z - 1][y][x], u[z + 1][y][x], u[z][y][x - 1]  →  the vectors v_u_m1_0, v_u_0_0, v_u_p1_0 of
//                             three planes, of which each turn loads one; and those beside v_u_0_0
//
// A vector that reaches beyond the grid has the values of its boundary rule there, so that no point
// is computed alone.
#pragma once

#include "Places.h"

namespace eulerc::compiler {

/// eulerc_march() and what it calls; behind the text of stepText() and vectorText().
std::string marchText(const Places &places);

} // namespace eulerc::compiler
