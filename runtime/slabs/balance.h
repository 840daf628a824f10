// Load balance: chooses from the times of a run's first steps how to cut its grid. Devices get rows
// in proportion to their speed. The interval between exchanges balances their latency against the
// rows that are computed redundantly.
//
//   two slabs of 500 rows, 1 s and 3 s for 100 steps → shares 3:1
#pragma once

#include <cstdint>
#include <vector>

#include <eulerc/stats.h>

#include "slabs/slab.h"

namespace eulerc {

/// Measured times of some steps of a run in slabs.
struct MeasuredSlabs {
  const Cut &cut;
  const std::vector<Domain> &domains;
  const std::vector<SlabStats::Of> &each;
  std::int64_t steps;
};

/// Shares in proportion to the rows that each slab computes in a second; all equal if these differ
/// by less than 5 %, the noise of measurements.
std::vector<double> sharesOf(const MeasuredSlabs &measured);

/// The cheapest number of time steps between two exchanges. With more steps, more rows are computed
/// redundantly; with fewer, the latency of an exchange counts more often. `ofStep`: ghost rows that
/// a step makes invalid.
std::int64_t bestSteps(const MeasuredSlabs &measured, std::int64_t ofStep);

} // namespace eulerc
