// How a run's grid is cut into slabs, or why it cannot be.
//
//   1000 rows, radius 2, 4 levels a step; 2 slabs → 500 rows each, 3 steps, a ghost zone of 24
#pragma once

#include <vector>

#include "backend/backend.h"
#include "slabs/slab.h"

namespace eulerc {

/// The tuning of slabs. Where each holds all rows, it takes linear steps: rows of others come
/// before each level, and tiles take several levels a launch. Throws Usage if another scheme is
/// asked for.
Tuning tuningOf(const Model &model, const Cut &cut, Tuning asked);

/// Whether the first and the last slab are neighbours.
bool goesRound(const Model &model);

/// How far values of a monitor read along the slowest axis, in rows; -1: any distance.
std::int64_t rowsRead(const Monitor &monitor, const Model &model, const Grid &grid);
/// How far all values of the whole grid do that steps read.
std::int64_t rowsOfGlobals(const Model &model, const Grid &grid);

/// Whether levels read some components of neighbouring rows, and it is known which.
bool readsSomeComponents(const Model &model, const Grid &grid);

/// A grid to be cut. `fileRow`: extent of the file's last axis.
struct WholeGrid {
  const Model &model;
  const Grid &grid;
  std::int64_t fileRow;
};
struct CutGrid {
  Cut cut;
  std::vector<Domain> domains;
};
/// `pace`: of a slab's device. Throws Usage for a program that cannot be cut, and for slabs thinner
/// than their ghost zones.
CutGrid cutOf(const WholeGrid &whole, int slabs, const Slabs &hints, const Pace &pace = {});

} // namespace eulerc
