// PointText: the functions that load the windows of a point, call its step functions and store the
// results. Schemes call them:
//
//   eulerc_interior(…, row, j, …)  point j of a row, in the interior: no near read leaves the grid
//   eulerc_edge(…, row, j, …)      point j of a row, anywhere
//   eulerc_vector(…, row, j, …)    points j … j + EULERC_WIDTH - 1 of a row, in the interior
#pragma once

#include "Places.h"

namespace eulerc::compiler {

std::string scalarPoint(const Step &step, const Places &places, bool atEdge);
std::string vectorPoint(const Step &step, const Places &places);

} // namespace eulerc::compiler
