// ReadText: what lies at given indices of a state or field, also outside the grid.
//
//   eulerc_read_y(y, i0, c)  →  dirichlet value, mirrored or wrapped component, or the component
#pragma once

#include "Places.h"

namespace eulerc::compiler {

std::string readFunction(const Step &step, const Places &places, std::size_t array);

} // namespace eulerc::compiler
