// SumsText: loops over many points in blocks of passes. What a pass reads of other points, and what
// is made of that alone, is the same for all points: its source. The work-items of a work-group
// compute a block's sources together and keep them in local memory (templates/linear/sums.cl).
//
//   loop_0: for j < N: sum + m[j] * f(x[j] - x_own)
//   → eulerc_source_0_0, eulerc_source_0_1   m[j] and x[j]
//     eulerc_load_sources_0                  those of one source, into local memory
//     eulerc_vector_block_0                  the passes of a block
//     eulerc_sums_point                      one step of a point: all blocks, then the equations
//
// Where points are few, several work-items share one (EULERC_SHARE of them). What a pass computes
// without the sums of the passes before is its terms: each computes the terms of other passes, and
// one of them adds them up, in the order of the passes.
//
//     eulerc_terms_0         m[j] and f(x[j] - x_own) of a pass, into local memory
//     eulerc_vector_fold_0   sum + term_0 * term_1 for the passes of a block
#pragma once

#include "Places.h"

namespace eulerc::compiler {

/// A shared loop in blocks.
struct BlockedLoop {
  std::vector<ExprPtr> sources; ///< the values of a source; none: the loop runs as it is
  StepFunction block;           ///< "block_0"
  /// "near_block_0", which runs first: for arguments that are near
  /// (templates/functions/function_near.h).
  std::optional<StepFunction> nearBlock;
  std::vector<ExprPtr> terms; ///< of a pass; none: adding them up would take as long
  StepFunction fold;          ///< "fold_0", over the terms of a block
};

/// How a loop stands in the function of a point.
struct LoopInPoint {
  std::int64_t results;
  std::string first, end, windows;
};

/// The shared loops of a step in blocks; none at all if no loop has sources.
std::vector<BlockedLoop> blockedLoops(const Step &step, const Stencil &stencil);

/// The results of loop `number` at a point, as variables.
std::string loopInBlocks(std::size_t number, const BlockedLoop &blocked, const LoopInPoint &at);

/// Whether one has a block for arguments that are near.
bool hasNearBlocks(const std::vector<BlockedLoop> &loops);

/// Kernels' text, with the template; "" without loops in blocks.
std::string sumsText(const Places &places);

} // namespace eulerc::compiler
