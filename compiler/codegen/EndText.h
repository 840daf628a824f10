// EndText: the ends of the interior's rows in vectors, on the host.
//
//   u[y][x - 1] of points 0 … 15  →  the vector at x - 1, whose first lane becomes what the rule of
//                                    axis x says
#pragma once

#include "Places.h"

namespace eulerc::compiler {

/// eulerc_end_vector() and what it calls, behind vectorText(), unless ends are computed point by
/// point; in space eulerc_fetch() as well.
std::string endText(const Places &places);

/// The function that corrects a vector beside the point for the lanes that lie beyond an end.
std::string besideName(const Step &step, std::size_t array);

} // namespace eulerc::compiler
