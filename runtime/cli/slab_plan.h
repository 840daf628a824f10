// What --plan says of slabs: their rows, their ghost zone, and what these cost.
#pragma once

#include <optional>
#include <string>

#include <eulerc/solver.h>

#include "cli/options.h"
#include "slabs/cut.h"

namespace eulerc {

struct SlabPlan {
  CutGrid grid;
  double bytes = 0; ///< of the rows that go to each side
};

/// The slabs that a run would have; none of a whole grid.
std::optional<SlabPlan> planSlabs(const Solver &solver, const Options &options, const Grid &grid);
/// `step`: seconds of a step of the first slab, expected; 0: not known.
std::string slabPlanText(const SlabPlan &plan, double step);

} // namespace eulerc
