// Work: what launches have to do, at the least, whatever else they do: the counts of utilisation.
//
//   heat, 8192 x 8192, 10 steps a launch → 2 x 268 MB a launch less what caches hold, 4 operations
//   a point and step, a launch
//
// Not counted: what tiles compute and load twice; points next to the sides; what caches may hold.
#pragma once

#include "forms/shapes.h"

namespace eulerc {

struct Work {
  double bytes = 0;      ///< that cross global memory
  double operations = 0; ///< instructions of reals
  double launches = 0;

  void add(const Work &other) {
    bytes += other.bytes;
    operations += other.operations;
    launches += other.launches;
  }
};

/// Of all launches of a plan.
Work leastWork(const PlanRequest &request, const Plan &plan);

} // namespace eulerc
