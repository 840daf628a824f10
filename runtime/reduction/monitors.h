// Monitors: one number of the whole state, as the program defines them.
//
//   monitorValue(model, 0, view, points, threads) → energy
//
// Computed here from a state wherever it lies in main memory; steppers that hold it elsewhere
// compute the same bits there (Stepper::monitor).
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

/// What some points make of it, of `count` in all.
ReducedPart monitorPart(const Model &model, int monitor, const StateView &view, Range points,
                        std::int64_t count, int threads);

/// The values of the whole grid that levels read, in the program's precision: the first ones of the
/// steps' table. `valueOf`: of a monitor's number.
void setGlobals(const Model &model, void *table, const std::function<double(int)> &valueOf);

/// Where a buffer has the values of states, or of a field, given the number of residue classes.
ValuePlaces valuePlaces(const Places &places, std::int64_t classes);
/// The same in the file's order.
ValuePlaces filePlaces(const std::vector<std::int64_t> &shape, std::int64_t classes);
/// The places of values that a slab holds, asked for by the indices of the whole grid.
ValuePlaces fromWhole(ValuePlaces places, const Grid &grid);
/// Where a slab of a ring holds rows beyond the ends of the whole grid.
void seeBeyondEnds(StateView &view, const Grid &grid);

} // namespace eulerc
