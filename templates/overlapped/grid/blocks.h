// Geometry of tiles whose work-items keep blocks of points (kept.cl): along each axis a tile is a
// row of blocks that begins before its box (boxes.h) and ends behind it. In the common subset of
// OpenCL C and C++; kernels, planners and tests all use these functions.
//
//   box [40, 52), blocks of 4, 6 steps of reach 1 → 2 blocks on either side: block 0 is [32, 36)
//
// Boxes begin with whole blocks, and so does the grid.
#ifndef EULERC_BLOCKS
#define EULERC_BLOCKS

#ifndef EULERC_BOXES
#include "boxes.h"
#endif

// Points beside a box: as many whole blocks as the steps of a launch spoil.
EULERC_INLINE long eulerc_beside_box(const long block, const long steps, const long reach) {
  return (steps * reach + block - 1) / block * block;
}

// The first point of block `number` of a tile.
EULERC_INLINE long eulerc_first_of_block(const eulerc_range box, const long block,
                                         const long beside, const long number) {
  return box.first - beside + number * block;
}

// Whether any point of the block that begins at `first` must be right at a level.
EULERC_INLINE bool eulerc_is_needed(const eulerc_range box, const long block, const long first,
                                    const long level, const long levels, const long reach) {
  const eulerc_range needed = eulerc_level_along(box, level, levels, reach);
  return first < needed.last && first + block > needed.first;
}

#endif
