// Work: the least bytes and operations that the launches of a plan need. Utilisation in --stats is
// this work over the rates of the device.
//
//   heat, 8192 x 8192, 10 steps a launch → 2 x 268 MB a launch less what caches hold, 4 operations
//   a point and step, a launch
//
// Not counted: values that tiles compute or load redundantly, points next to the sides, and bytes
// that caches may hold.
#pragma once

#include "forms/shapes.h"

namespace eulerc {

struct Work {
  double bytes = 0;      ///< bytes that cross global memory
  double operations = 0; ///< instructions of reals
  double launches = 0;

  void add(const Work &other) {
    bytes += other.bytes;
    operations += other.operations;
    launches += other.launches;
  }
};

/// The least work of all launches of a plan.
Work leastWork(const PlanRequest &request, const Plan &plan);

} // namespace eulerc
