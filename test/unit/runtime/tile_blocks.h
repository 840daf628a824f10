// What tests say about tiles beyond templates/interlocking/tiles.h: units counted from the state's
// first one, and blocks and their slots in local memory, where kernels count units from a tile's
// origin alone.
#pragma once

#include "tiles.h"

// Up to two ranges, left and right of what a tile holds already; either may be empty.
typedef struct {
  eulerc_range left, right;
} eulerc_ranges;

inline eulerc_range eulerc_range_of(const eulerc_tile tile, const eulerc_span span) {
  eulerc_range r;
  r.first = tile.origin + span.first;
  r.last = tile.origin + span.last;
  return r;
}

inline eulerc_ranges eulerc_ranges_of(const eulerc_tile tile, const eulerc_spans spans) {
  eulerc_ranges r;
  r.left = eulerc_range_of(tile, spans.left);
  r.right = eulerc_range_of(tile, spans.right);
  return r;
}

inline eulerc_ranges eulerc_tile_loads(const eulerc_tiling t, const long launch, const long number,
                                       const long step) {
  const eulerc_tile tile = eulerc_tile_of(t, launch, number);
  const int from_centre = (int)(step - tile.centre);
  return eulerc_ranges_of(tile, eulerc_loads_of(tile, eulerc_row_of(tile, from_centre),
                                                eulerc_row_of(tile, from_centre - 1)));
}

inline eulerc_ranges eulerc_tile_stores(const eulerc_tiling t, const long launch, const long number,
                                        const long step) {
  const eulerc_tile tile = eulerc_tile_of(t, launch, number);
  const int from_centre = (int)(step - tile.centre);
  return eulerc_ranges_of(tile, eulerc_stores_of(tile, eulerc_row_of(tile, from_centre),
                                                 eulerc_row_of(tile, from_centre + 1)));
}

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
