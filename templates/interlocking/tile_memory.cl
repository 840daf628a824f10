// The parts that tiles walked by rows and by columns share: copies of units to local memory and
// back, and the pieces in which points are computed.
//
//   units [3, 7) of a step in global memory → the same units of a row in local memory
//
// Units are points of a 1-D grid, else rows or planes. They are counted from the tile's origin
// (tiles.h).

// The place of the units of a step.
typedef struct {
  long at;    // of the origin in global memory, in points
  long shift; // a value at `at` in global memory is at `at - shift` in the row
  int unit;   // points from one unit to the next one
} eulerc_place;

// Values of a 1-D grid are copied in whole vectors (those beyond the last point are not used),
// other values one by one.
enum { eulerc_copied = EULERC_RANK == 1 ? EULERC_WIDTH : 1 };
EULERC_IN_PLACE void eulerc_copy_one_in(local real *to, global const real *from) {
  if (EULERC_RANK == 1)
    eulerc_store_in_tile(to, eulerc_load(from, 1));
  else
    *to = *from;
}
EULERC_IN_PLACE void eulerc_copy_one_out(global real *to, local const real *from) {
  if (EULERC_RANK == 1)
    eulerc_store(to, eulerc_load_in_tile(from, 1));
  else
    *to = *from;
}

// Loads units of a step into a row: the part of work-item `item` of `items`.
EULERC_IN_PLACE void eulerc_copy_in(local real *row, global const real *y, const eulerc_span units,
                                    const int item, const int items, const eulerc_place place,
                                    const eulerc_constants *c) {
  const long shift = place.shift;
  for (int k = units.first * place.unit + item * eulerc_copied; k < units.last * place.unit;
       k += items * eulerc_copied)
    for (int q = 0; q < EULERC_COMPONENTS; q++)
      eulerc_copy_one_in(row + EULERC_TILE(q, place.at + k), y + EULERC_STATE(q, place.at + k));
}

// The points [j, j + EULERC_WIDTH) of a row of the grid that lie in [begin, end).
typedef struct {
  eulerc_row row;
  long j, begin, end;
  int unit;    // the first unit
  bool inside; // whether all points are of the interior
} eulerc_piece;

#if EULERC_RANK > 1
// Vectors of a row are aligned to its interior; the first one may begin before the row.
EULERC_INLINE int eulerc_before(const eulerc_constants *c) {
  return (int)eulerc_wrap(-c->begin[EULERC_RANK - 1], EULERC_WIDTH);
}
EULERC_INLINE int eulerc_across(const eulerc_constants *c) {
  return ((int)c->row + eulerc_before(c) + EULERC_WIDTH - 1) / EULERC_WIDTH;
}
EULERC_INLINE int eulerc_pieces(const eulerc_span units, const eulerc_constants *c) {
  return (units.last - units.first) * (int)eulerc_high(c) * eulerc_across(c);
}
EULERC_INLINE eulerc_piece eulerc_piece_of(const long origin, const eulerc_span units, const int k,
                                           const eulerc_constants *c) {
  const int across = eulerc_across(c), high = (int)eulerc_high(c), number = k / across;
  eulerc_piece p;
  p.unit = units.first + number / high;
  p.row = eulerc_row_at(EULERC_ROW(origin + p.unit, number % high) c);
  p.j = k % across * EULERC_WIDTH - eulerc_before(c);
  p.begin = max(p.j, 0L);
  p.end = min(p.j + EULERC_WIDTH, c->row);
  p.inside = p.row.inside && p.j >= c->begin[EULERC_RANK - 1] &&
             p.j + EULERC_WIDTH <= c->end[EULERC_RANK - 1];
  return p;
}
#endif
