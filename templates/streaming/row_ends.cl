// The ends of rows in linear_streaming.cl: values of the boundary rule behind a row's last point.
//
//   10 points in vectors of 4, mirrored: the last vector and its neighbour  8 9 9 8, 7 6 . .
//
// Build options: EULERC_LAST_POINTS (points of a row's last vector; 0: as many as it has lanes).

// Whether neighbours of the last vector but one lie behind the end.
enum {
  eulerc_ends_early = EULERC_LAST_POINTS && EULERC_LAST_POINTS < eulerc_row_reach
};

// The last EULERC_WIDTH points of a row. `own` is its last vector (`final`), or else `right` is.
EULERC_INLINE realv eulerc_last_points(const bool final, const realv left, const realv own,
                                       const realv right) {
#if EULERC_LAST_POINTS
  return final ? EULERC_FROM(EULERC_LAST_POINTS, left, own)
               : EULERC_FROM(EULERC_LAST_POINTS, own, right);
#else
  return own;
#endif
}

// Puts the values `beyond` behind the last `points` of a row.
EULERC_INLINE void eulerc_end_row(const bool final, const realv points, const realv beyond,
                                  realv *own, realv *right) {
#if EULERC_LAST_POINTS
  const realv joint = EULERC_FROM(EULERC_WIDTH - EULERC_LAST_POINTS, points, beyond);
  if (final) {
    *own = joint;
    *right = EULERC_FROM(EULERC_WIDTH - EULERC_LAST_POINTS, beyond, beyond);
  } else {
    *right = joint;
  }
#else
  *right = beyond;
#endif
}

