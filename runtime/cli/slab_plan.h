// What --plan says of slabs: their rows, their ghost zone, and what these cost.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include <eulerc/solver.h>

#include "cli/options.h"
#include "slabs/cut.h"

namespace eulerc {

struct SlabPlan {
  CutGrid grid;
  double bytes = 0;                 ///< of the rows that go to each side
  std::int64_t rows = 0, taken = 0; ///< of the grid; that a slab takes of others before each level
  bool takesAll = false;            ///< each slab takes all rows of all others
  double stepBytes = 0;             ///< that all slabs take in a step, then
};

/// The slabs that a run would have; none of a whole grid. `paceOf`: how a device steps a slab.
std::optional<SlabPlan> planSlabs(Solver &solver, const Options &options, const Grid &grid,
                                  const std::function<Pace(const Grid &slab)> &paceOf);
/// `step`: seconds of a step of the first slab, expected; 0: not known. `hiding`: seconds of steps
/// while which the rows of an exchange travel.
std::string slabPlanText(const SlabPlan &plan, double step, double hiding);

} // namespace eulerc
