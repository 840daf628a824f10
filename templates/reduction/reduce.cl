// Reductions on a device, pass by pass (templates/reduction.h): of each chunk one value. A work-item is a lane.
//
//   eulerc_reduce_points: eulerc_value() at all points → a value each chunk
//   eulerc_reduce_values: those → fewer of them, until one is left
//
// Build options: EULERC_GROUP, work-items of a work-group, a multiple of EULERC_LANES;
// EULERC_REDUCTION, eulerc::Reduction.

// A point in the file's order, by its indices.
typedef struct {
  long i[EULERC_RANK];
} eulerc_point;

EULERC_INLINE eulerc_point eulerc_point_at(const eulerc_view *v, const long k) {
  eulerc_point point;
#if EULERC_RANK == 1
  point.i[0] = k;
#else
  long rest = k;
  for (int axis = EULERC_RANK - 1; axis > 0; axis--) {
    point.i[axis] = rest % v->extent[axis];
    rest /= v->extent[axis];
  }
  point.i[0] = rest;
#endif
  return point;
}

// The point that the lane takes next.
EULERC_INLINE void eulerc_go_on(const eulerc_view *v, eulerc_point *point) {
  point->i[EULERC_RANK - 1] += EULERC_LANES;
#if EULERC_RANK > 1
  for (int axis = EULERC_RANK - 1; axis > 0; axis--)
    while (point->i[axis] >= v->extent[axis]) {
      point->i[axis] -= v->extent[axis];
      point->i[axis - 1]++;
    }
#endif
}

EULERC_INLINE double eulerc_value_at(const eulerc_view *v, const eulerc_point *point) {
#if EULERC_RANK == 1
  return eulerc_value(v, point->i[0]);
#elif EULERC_RANK == 2
  return eulerc_value(v, point->i[0], point->i[1]);
#else
  return eulerc_value(v, point->i[0], point->i[1], point->i[2]);
#endif
}

// Halves the lanes of each chunk of the work-group; lane 0 stores what is left of its chunk.
EULERC_IN_PLACE void eulerc_halve(local double *lanes, double mine, const long chunk,
                                  const bool isThere, global double *results) {
  const int item = get_local_id(0), lane = item % EULERC_LANES;
  for (int other = EULERC_LANES / 2; other > 0; other /= 2) {
    lanes[item] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lane < other)
      mine = eulerc_both(EULERC_REDUCTION, mine, lanes[item + other]);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lane == 0 && isThere)
    results[chunk] = mine;
}

EULERC_KERNEL eulerc_reduce_points(const eulerc_looked looked, const long count,
                                   global double *results, global const eulerc_param *params,
                                   global const EULERC_REAL *y EULERC_VIEWED_FIELDS) {
  local double lanes[EULERC_GROUP];
  const eulerc_view view = {params,        y,
                            EULERC_VIEWED, looked.state,
                            looked.field,  {looked.extent[0], looked.extent[1], looked.extent[2]},
                            looked.t};
  const long chunk = get_global_id(0) / EULERC_LANES;
  const long begin = chunk * EULERC_CHUNK + get_global_id(0) % EULERC_LANES;
  double mine = eulerc_nothing(EULERC_REDUCTION);
  eulerc_point point = eulerc_point_at(&view, begin);
  if ((chunk + 1) * EULERC_CHUNK <= count) {
    EULERC_VALUES_AT_A_TIME
    for (int turn = 0; turn < EULERC_CHUNK / EULERC_LANES; turn++) {
      const double value = eulerc_value_at(&view, &point);
      mine = eulerc_both(EULERC_REDUCTION, mine, eulerc_first_of(EULERC_REDUCTION, value));
      eulerc_go_on(&view, &point);
    }
  } else {
    for (long k = begin; k < count; k += EULERC_LANES) {
      const double value = eulerc_value_at(&view, &point);
      mine = eulerc_both(EULERC_REDUCTION, mine, eulerc_first_of(EULERC_REDUCTION, value));
      eulerc_go_on(&view, &point);
    }
  }
  eulerc_halve(lanes, mine, chunk, chunk * EULERC_CHUNK < count, results);
}

EULERC_KERNEL eulerc_reduce_values(global const double *values, const long count,
                                   global double *results) {
  local double lanes[EULERC_GROUP];
  const long chunk = get_global_id(0) / EULERC_LANES, begin = chunk * EULERC_CHUNK;
  const long end = min(begin + EULERC_CHUNK, count);
  double mine = eulerc_nothing(EULERC_REDUCTION);
  for (long k = begin + get_global_id(0) % EULERC_LANES; k < end; k += EULERC_LANES)
    mine = eulerc_both(EULERC_REDUCTION, mine, values[k]);
  eulerc_halve(lanes, mine, chunk, begin < count, results);
}
