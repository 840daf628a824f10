// Reductions on a device, pass by pass (templates/reduction/reduction.h): of each chunk one value. A work-item is a lane.
//
//   eulerc_reduce_points: eulerc_value() at all points → a value each chunk
//   eulerc_reduce_values: those → a value each chunk of them, if they are many
//   eulerc_reduce_rest: those of a chunk of chunks at most, by one work-group → results[at]
//
// Build options: EULERC_GROUP, work-items of a work-group, a multiple of EULERC_LANES; EULERC_REST,
// those of the one of the rest; EULERC_REDUCTION, eulerc::Reduction; EULERC_LONG_ROWS, whether rows
// of a grid have as many points as there are lanes at least.

// A point in the file's order, by its indices.
typedef struct {
  long i[EULERC_RANK];
} eulerc_point;

EULERC_INLINE eulerc_point eulerc_point_at(const eulerc_view *v, const long k) {
  eulerc_point point;
  long rest = k;
  for (int axis = EULERC_RANK - 1; axis > 0; axis--) {
    point.i[axis] = rest % v->extent[axis];
    rest /= v->extent[axis];
  }
  point.i[0] = rest;
  return point;
}

// The point that the lane takes next.
EULERC_INLINE void eulerc_go_on(const eulerc_view *v, eulerc_point *point) {
  point->i[EULERC_RANK - 1] += EULERC_LANES;
#if EULERC_LONG_ROWS // at most one on: without loops, so that values of several points load at once
  for (int axis = EULERC_RANK - 1; axis > 0; axis--) {
    const bool is_over = point->i[axis] >= v->extent[axis];
    point->i[axis] -= is_over ? v->extent[axis] : 0;
    point->i[axis - 1] += is_over ? 1 : 0;
  }
#else
  for (int axis = EULERC_RANK - 1; axis > 0; axis--)
    while (point->i[axis] >= v->extent[axis]) {
      point->i[axis] -= v->extent[axis];
      point->i[axis - 1]++;
    }
#endif
}

EULERC_INLINE double eulerc_value_at(const eulerc_view *v, const eulerc_point *point) {
  return eulerc_value(v EULERC_INDICES_OF(point));
}

// Halves the lanes of each chunk of the work-group; lane 0 has what is left of its chunk.
EULERC_IN_PLACE double eulerc_halve(local double *lanes, double mine) {
  const int item = get_local_id(0), lane = item % EULERC_LANES;
  for (int other = EULERC_LANES / 2; other > 0; other /= 2) {
    lanes[item] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lane < other)
      mine = eulerc_both(EULERC_REDUCTION, mine, lanes[item + other]);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  return mine;
}

// What a lane takes in of a chunk of values. All of them are loaded at once.
EULERC_IN_PLACE double eulerc_lane_of(global const double *values, const long begin, const long end) {
  double mine = eulerc_nothing(EULERC_REDUCTION);
  EULERC_FOR(turn, EULERC_CHUNK / EULERC_LANES) {
    const long k = begin + turn * EULERC_LANES;
    mine = eulerc_both(EULERC_REDUCTION, mine, k < end ? values[k] : eulerc_nothing(EULERC_REDUCTION));
  }
  return mine;
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
  mine = eulerc_halve(lanes, mine);
  if (get_local_id(0) % EULERC_LANES == 0 && chunk * EULERC_CHUNK < count)
    results[chunk] = mine;
}

EULERC_KERNEL eulerc_reduce_values(global const double *values, const long count,
                                   global double *results) {
  local double lanes[EULERC_GROUP];
  const long chunk = get_global_id(0) / EULERC_LANES, begin = chunk * EULERC_CHUNK;
  const int lane = get_global_id(0) % EULERC_LANES;
  const double mine =
      eulerc_halve(lanes, eulerc_lane_of(values, begin + lane, min(begin + EULERC_CHUNK, count)));
  if (lane == 0 && begin < count)
    results[chunk] = mine;
}

kernel __attribute__((reqd_work_group_size(EULERC_REST, 1, 1))) void
eulerc_reduce_rest(global const double *values, const long count, global double *results,
                   const long at) {
  local double lanes[EULERC_REST], rest[EULERC_CHUNK];
  const long chunks = (count + EULERC_CHUNK - 1) / EULERC_CHUNK;
  const int item = get_local_id(0), lane = item % EULERC_LANES;
  for (long first = 0; first < chunks; first += EULERC_REST / EULERC_LANES) {
    const long chunk = first + item / EULERC_LANES, begin = chunk * EULERC_CHUNK;
    const double mine =
        eulerc_halve(lanes, eulerc_lane_of(values, begin + lane, min(begin + EULERC_CHUNK, count)));
    if (lane == 0 && chunk < chunks)
      rest[chunk] = mine;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  double mine = eulerc_nothing(EULERC_REDUCTION);
  for (long k = item; item < EULERC_LANES && k < chunks; k += EULERC_LANES)
    mine = eulerc_both(EULERC_REDUCTION, mine, rest[k]);
  mine = eulerc_halve(lanes, mine);
  if (item == 0)
    results[at] = mine;
}
