// What tests say about tiles beyond templates/interlocking/tiles.h: blocks and their slots in local
// memory, where kernels count units alone.
#pragma once

#include "tiles.h"

// The units of a range of blocks.
inline eulerc_range eulerc_units(const eulerc_tiling t, const eulerc_range blocks) {
  return eulerc_cut(blocks.first * t.blockUnits, blocks.last * t.blockUnits, t.units);
}

// Blocks that a tile computes at a step.
inline eulerc_range eulerc_tile_row(const eulerc_tiling t, const long launch, const long number,
                                    const long step) {
  const eulerc_tile tile = eulerc_tile_of(t, launch, number);
  eulerc_range row = eulerc_range_of(tile, eulerc_row_of(tile, (int)(step - tile.centre)));
  row.last = row.first == row.last ? row.first : row.last + t.blockUnits - 1;
  row.first /= t.blockUnits;
  row.last /= t.blockUnits;
  return row;
}

// Slot, 0 to D + 1, of a block.
inline long eulerc_row_slot(const eulerc_tiling t, const long launch, const long tile,
                            const long block) {
  return block - eulerc_tile_start(t, launch, tile) + 1;
}

// The block of a diagonal at a step.
inline long eulerc_diagonal_block(const eulerc_tiling t, const long launch, const long tile,
                                  const long diagonal, const long step) {
  return eulerc_tile_start(t, launch, tile) + diagonal - (step - launch * t.tileSteps);
}

// Slot, 0 to D + 1, of a block of a step, computed or loaded.
inline long eulerc_diagonal_slot(const eulerc_tiling t, const long launch, const long tile,
                                 const long block, const long step) {
  return block - eulerc_tile_start(t, launch, tile) - (step - launch * t.tileSteps);
}

inline eulerc_ranges eulerc_diagonal_loads(const eulerc_tiling t, const long launch,
                                           const long number, const long diagonal,
                                           const long step) {
  const eulerc_tile tile = eulerc_tile_of(t, launch, number);
  return eulerc_ranges_of(tile, eulerc_diagonal_loads_of(tile, diagonal, step));
}
