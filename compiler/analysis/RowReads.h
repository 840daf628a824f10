// RowReads: reads of states outside the point's own row, where rows are numbered along the slowest
// axis.
//
//   y[col[k]], k from row[i] to row[i + 1]   →   col[k], in a loop over k
#pragma once

#include "ir/Stencil.h"

namespace eulerc::compiler {

/// `tellsStages`: the stages of a step are told apart.
std::vector<RowRead> findRowReads(const System &system, bool tellsStages);

} // namespace eulerc::compiler
