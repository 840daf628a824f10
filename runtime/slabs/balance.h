// What a run's first steps tell of how its grid is best cut: devices of different speed get rows in
// proportion to it, and exchanges are as far apart as their latency and the speed of rows make it
// cheapest.
//
//   two slabs of 500 rows, 1 s and 3 s for 100 steps → shares 3:1
#pragma once

#include <cstdint>
#include <vector>

#include <eulerc/stats.h>

#include "slabs/slab.h"

namespace eulerc {

/// Some steps of a run in slabs.
struct MeasuredSlabs {
  const Cut &cut;
  const std::vector<Domain> &domains;
  const std::vector<SlabStats::Of> &each;
  std::int64_t steps;
};

/// In proportion to the rows that each slab computes in a second; all alike where these differ by
/// less than measurements do.
std::vector<double> sharesOf(const MeasuredSlabs &measured);

/// Time steps between two exchanges: of more, more rows are computed twice, and of fewer the
/// latency of an exchange comes more often. `ofStep`: rows that a step spoils.
std::int64_t bestSteps(const MeasuredSlabs &measured, std::int64_t ofStep);

} // namespace eulerc
