// Computes monitors: numbers that a program defines as reductions of the whole state.
//
//   monitorValue(model, 0, view, points, threads) → energy
//
// The state is read in any layout in main memory. Steppers that hold it elsewhere compute the same
// bits there (Stepper::monitor).
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include <eulerc/model.h>

#include "layout/convert.h"
#include "reduction/parts.h"

namespace eulerc {

double monitorValue(const Model &model, int monitor, const StateView &view, std::int64_t points,
                    int threads);

/// The part of a monitor for some of `count` points.
ReducedPart monitorPart(const Model &model, int monitor, const StateView &view, Range points,
                        std::int64_t count, int threads);

/// Writes the reductions over the whole grid that levels read to the beginning of the steps' table,
/// in the program's precision. `valueOf`: the value of a monitor, given by its number.
void setGlobals(const Model &model, void *table, const std::function<double(int)> &valueOf);

/// The places of values of states or a field in a buffer, given the number of residue classes.
ValuePlaces valuePlaces(const Places &places, std::int64_t classes);
/// The same in the file's order.
ValuePlaces filePlaces(const std::vector<std::int64_t> &shape, std::int64_t classes);
/// The places of a slab's values, for access by indices of the whole grid.
ValuePlaces fromWhole(ValuePlaces places, const Grid &grid);
/// Tells `view` where a slab of a periodic grid holds rows beyond the ends of the whole grid.
void seeBeyondEnds(StateView &view, const Grid &grid);

} // namespace eulerc
