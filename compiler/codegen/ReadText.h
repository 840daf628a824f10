// ReadText: what lies at given indices of a state or field, also outside the grid.
//
//   eulerc_read_y(y, i0, c)  →  dirichlet value, mirrored or wrapped component, or the component
//
// On grids of more axes a row that cannot leave the grid but along its own axis, and a row as a
// whole, ask for less:
//
//   eulerc_read_y_along(y, row, i1, c)  the same of a row that is inside along the other axes
//   eulerc_line_y(own, i0, c)           where the row lies that i0 means, or its dirichlet value
#pragma once

#include "Places.h"

namespace eulerc::compiler {

std::string readFunction(const Places &places, std::size_t array);

std::string readAlongFunction(const Places &places, std::size_t array);
std::string lineFunction(const Places &places, std::size_t array);

} // namespace eulerc::compiler
