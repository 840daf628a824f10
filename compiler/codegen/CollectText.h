// CollectText: shared loops whose passes are collected (ir/Passes.h), in vectors. Where a GPU's
// lanes compute, and where a point has more passes than are kept, the loop runs as it is, point by
// point.
//
//   loop_0: for row[i] <= k < row[i + 1]: sum + sin(th[col[k]] - th_own)
//   → eulerc_collect_loop_0   th[col[k]] - th_own of all passes of a point; tells how many
//     eulerc_terms_loop_0     the sines of EULERC_WIDTH passes
//     eulerc_rest_loop_0      their sum, of a point
//     eulerc_vector_loop_0    all of it for the points of a vector
#pragma once

#include "Places.h"

namespace eulerc::compiler {

std::string collectedLoop(const Places &places, const StepFunction &loop);

} // namespace eulerc::compiler
