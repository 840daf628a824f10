// Cuts a run's grid into slabs: rows of each slab, time steps between two exchanges, and the depth
// of the ghost zones; or refuses grids that cannot be cut.
//
//   1000 rows, radius 2, 4 levels a step; 2 slabs → 500 rows each, 3 steps, a ghost zone of 24
#pragma once

#include <vector>

#include "backend/backend.h"
#include "slabs/slab.h"

namespace eulerc {

/// The tuning of slabs. Slabs that hold all rows gather rows of others before each level, so they
/// take linear steps: tiles advance several levels a launch. Throws Usage if the user asks for
/// another scheme then.
Tuning tuningOf(const Model &model, const Cut &cut, Tuning asked);

/// Whether the first and the last slab are neighbours.
bool goesRound(const Model &model);

/// How far values of a monitor read along the slowest axis, in rows; -1: any distance.
std::int64_t rowsRead(const Monitor &monitor, const Model &model, const Grid &grid);
/// The largest rowsRead() of all values of the whole grid that steps read.
std::int64_t rowsOfGlobals(const Model &model, const Grid &grid);

/// Whether levels read only known components of neighbouring rows.
bool readsSomeComponents(const Model &model, const Grid &grid);

/// The grid to cut. `fileRow`: extent of the user's last axis.
struct WholeGrid {
  const Model &model;
  const Grid &grid;
  std::int64_t fileRow;
};
/// Whether levels read at any distance, so that each of several slabs holds all rows.
bool readsFar(const WholeGrid &whole);
struct CutGrid {
  Cut cut;
  std::vector<Domain> domains;
};
/// Cuts a grid. `pace`: of a slab's device. Throws Usage for a program that cannot be cut, and for
/// slabs that are thinner than their ghost zones.
CutGrid cutOf(const WholeGrid &whole, int slabs, const Slabs &hints, const Pace &pace = {});

} // namespace eulerc
