// Geometry of overlapped tiles of 1-D grids on processors: what a tile stores, what it takes, and
// what a pass over it goes through. In the common subset of OpenCL C and C++; kernels, planners and
// tests use it alike.
//
//   blockUnits 64, margin 8, reach 1, vectors of 4 points, a grid of 100 points, 8 steps a launch
//     tile 0 stores points [0, 64) and takes [-4, 72); tile 1 stores [64, 100) and takes [56, 104)
//     after 4 of the 8 steps, tile 1 is right, and a pass goes over it, from point 60 on
//
// A tile takes `margin` points more than it stores on both sides, as far as its steps spoil them.
// Of what lies beyond an end of the grid it takes one vector, which keeps the values of the
// boundary rule: no read goes farther. Round a ring there is no end, and points outside of [0,
// units) are those of the other one. Ranges are [first, last), of whole vectors but for the stored
// one, which ends with the grid. Behind tiles.h.
#ifndef EULERC_OVERLAP
#define EULERC_OVERLAP

#ifndef EULERC_TILES
#include "tiles.h"
#endif

// Points that a tile stores.
EULERC_INLINE eulerc_range eulerc_overlap_stored(const eulerc_tiling t, const long tile) {
  return eulerc_cut(tile * t.blockUnits, (tile + 1) * t.blockUnits, t.units);
}

// What it must know of the points so many steps before it stores, in whole vectors.
EULERC_INLINE eulerc_range eulerc_overlap_known(const eulerc_tiling t, const long tile,
                                                const long steps_before, const long reach,
                                                const long lanes, const bool ring) {
  const eulerc_range stored = eulerc_overlap_stored(t, tile);
  const long spoilt = (steps_before * reach + lanes - 1) / lanes * lanes;
  const long end = ((t.units + lanes - 1) / lanes + 1) * lanes;
  eulerc_range r;
  r.first = stored.first - spoilt;
  r.last = (stored.last + lanes - 1) / lanes * lanes + spoilt;
  if (!ring && r.first < -lanes)
    r.first = -lanes;
  if (!ring && r.last > end)
    r.last = end;
  return r;
}

// Steps of a launch.
EULERC_INLINE long eulerc_overlap_steps(const eulerc_tiling t, const long launch) {
  const long left = t.steps - launch * t.tileSteps;
  return left < t.tileSteps ? left : t.tileSteps;
}

#endif
