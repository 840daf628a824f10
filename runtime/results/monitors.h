// Monitors: one number of the whole state, as the program defines them.
//
//   monitorValues(model, params, fields, y, shape, t, threads) → {energy, largest}
//
// The values at all points are computed in double and reduced in a fixed order: blocks of 1024
// points, each added up from its first to its last, and then the blocks pairwise. So every number
// of threads, and every backend, gives the same bits.
#pragma once

#include <cstdint>
#include <vector>

#include <eulerc/model.h>

namespace eulerc {

/// `y` and `fields` in the file's order.
std::vector<double> monitorValues(const Model &model, const std::vector<ParamValue> &params,
                                  const std::vector<const void *> &fields, const void *y,
                                  std::int64_t points, double t, int threads);

} // namespace eulerc
