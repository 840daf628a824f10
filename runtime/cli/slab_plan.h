// The slabs in --plan: their rows, their ghost zones, and the costs of exchanges.
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
  double bytes = 0;                 ///< of the rows sent to each side
  std::int64_t rows = 0, taken = 0; ///< of the grid; taken from other slabs before each level
  bool takesAll = false;            ///< each slab takes all rows of all others
  double stepBytes = 0;             ///< bytes that all slabs take in a step, if they gather rows
};

/// The slabs that a run would have; nullopt for a whole grid. `paceOf`: the pace of a slab's
/// device.
std::optional<SlabPlan> planSlabs(Solver &solver, const Options &options, const Grid &grid,
                                  const std::function<Pace(const Grid &slab)> &paceOf);
/// `step`: expected seconds of a step of the first slab; 0: not known. `hiding`: seconds of steps
/// that overlap with an exchange.
std::string slabPlanText(const SlabPlan &plan, double step, double hiding);

} // namespace eulerc
