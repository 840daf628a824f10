// Reductions on a device, in passes (templates/reduction/reduction.h): each chunk becomes one
// value. Each work-item is a lane.
//
//   eulerc_reduce_points: eulerc_value() at points → a value for each chunk
//   eulerc_write_values: the values at points of a chunk whose other points lie elsewhere
//   eulerc_reduce_values: these values → a value for each chunk of them, if they are many
//   eulerc_reduce_rest: at most a chunk of chunks' values, by one work-group → results[at]
//
// Build options: EULERC_GROUP, work-items of a work-group, a multiple of eulerc_reduction_lanes;
// EULERC_REST, work-items of the work-group for the rest; EULERC_REDUCTION, eulerc::Reduction;
// EULERC_LONG_ROWS, whether rows of a grid have at least as many points as there are lanes.

// The indices of a point, in the file's order.
typedef struct {
  eulerc_whole i[EULERC_RANK];
} eulerc_point;

EULERC_INLINE eulerc_point eulerc_point_at(const eulerc_view *v, const long k) {
  eulerc_point point;
  long rest = k;
  for (int axis = EULERC_RANK - 1; axis > 0; axis--) {
    point.i[axis] = (eulerc_whole)(rest % v->extent[axis]);
    rest /= v->extent[axis];
  }
  point.i[0] = (eulerc_whole)rest;
  return point;
}

// Moves to the lane's next point.
EULERC_INLINE void eulerc_go_on(const eulerc_view *v, eulerc_point *point) {
  point->i[EULERC_RANK - 1] += eulerc_reduction_lanes;
#if EULERC_LONG_ROWS // one index overflows at most: without loops, several values load at once
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

// Halves the lanes of each chunk of the work-group; lane 0 gets the result of its chunk.
EULERC_IN_PLACE double eulerc_halve(local double *lanes, double mine) {
  const int item = get_local_id(0), lane = item % eulerc_reduction_lanes;
  for (int other = eulerc_reduction_lanes / 2; other > 0; other /= 2) {
    lanes[item] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lane < other)
      mine = eulerc_both(EULERC_REDUCTION, mine, lanes[item + other]);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  return mine;
}

// The scale of each chunk of the work-group, where `sum` of lane 0 is the chunk's sum. *again:
// whether any chunk is scaled.
EULERC_IN_PLACE double eulerc_scale_of(local double *lanes, const double sum, bool *again) {
  const int item = get_local_id(0), lane = item % eulerc_reduction_lanes;
  if (lane == 0)
    lanes[item] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  *again = false;
  for (int first = 0; first < (int)get_local_size(0); first += eulerc_reduction_lanes)
    *again = *again || eulerc_scale_for(lanes[first]) != 1;
  const double scale = eulerc_scale_for(lanes[item - lane]);
  barrier(CLK_LOCAL_MEM_FENCE);
  return scale;
}

// The result of a chunk in lane 0, where each lane accumulates LANE(scale). All work-items pass all
// barriers: PoCL 3.1 mixes up values of work-items if a barrier is conditional.
#if EULERC_REDUCTION == 4 // norm2
#define EULERC_OF_CHUNK(mine, LANE)                                                                \
  double part = LANE(1.0);                                                                         \
  double mine = eulerc_halve(lanes, part);                                                         \
  bool is_out;                                                                                     \
  const double scale = eulerc_scale_of(lanes, mine, &is_out);                                      \
  if (is_out)                                                                                      \
    part = LANE(scale);                                                                            \
  mine = sqrt(eulerc_halve(lanes, part)) / scale;
#else
#define EULERC_OF_CHUNK(mine, LANE) double mine = eulerc_halve(lanes, LANE(1.0));
#endif

// The value that a lane accumulates over a chunk of values. All values are loaded at once.
EULERC_IN_PLACE double eulerc_lane_of(global const double *values, const long begin, const long end,
                                      const double scale) {
  double mine = eulerc_nothing(EULERC_REDUCTION);
  EULERC_FOR(turn, eulerc_reduction_chunk / eulerc_reduction_lanes) {
    const long k = begin + turn * eulerc_reduction_lanes;
    const double both = eulerc_both(EULERC_REDUCTION, mine,
                                    eulerc_first_of(EULERC_REDUCTION, values[min(k, end - 1)], scale));
    mine = k < end ? both : mine;
  }
  return mine;
}

// The same for the points begin, begin + eulerc_reduction_lanes, … of a chunk.
EULERC_IN_PLACE double eulerc_lane_at(const eulerc_view *view, const long begin, const long count,
                                      const double scale) {
  double mine = eulerc_nothing(EULERC_REDUCTION);
  eulerc_point point = eulerc_point_at(view, begin);
  if (begin - begin % eulerc_reduction_chunk + eulerc_reduction_chunk <= count) {
    EULERC_VALUES_AT_A_TIME
    for (int turn = 0; turn < eulerc_reduction_chunk / eulerc_reduction_lanes; turn++) {
      const double value = eulerc_value_at(view, &point);
      mine = eulerc_both(EULERC_REDUCTION, mine, eulerc_first_of(EULERC_REDUCTION, value, scale));
      eulerc_go_on(view, &point);
    }
  } else {
    for (long k = begin; k < count; k += eulerc_reduction_lanes) {
      const double value = eulerc_value_at(view, &point);
      mine = eulerc_both(EULERC_REDUCTION, mine, eulerc_first_of(EULERC_REDUCTION, value, scale));
      eulerc_go_on(view, &point);
    }
  }
  return mine;
}

#define EULERC_VIEW_OF(looked)                                                                     \
  {params,                                                                                         \
   y,                                                                                              \
   EULERC_VIEWED,                                                                                  \
   EULERC_PLACES(looked.state),                                                                    \
   EULERC_PLACES(looked.field),                                                                    \
   {(eulerc_whole)looked.extent[0], (eulerc_whole)looked.extent[1],                                \
    (eulerc_whole)looked.extent[2]},                                                               \
   looked.t,                                                                                       \
   looked.below,                                                                                   \
   looked.above}

// Reduces chunks from `first` on, of points before `end`.
EULERC_KERNEL eulerc_reduce_points(const eulerc_looked looked, const long first, const long end,
                                   global double *results, global const eulerc_param *params,
                                   global const EULERC_REAL *y EULERC_VIEWED_FIELDS) {
  local double lanes[EULERC_GROUP];
  const eulerc_view view = EULERC_VIEW_OF(looked);
  const long chunk = first + get_global_id(0) / eulerc_reduction_lanes;
  const long begin = chunk * eulerc_reduction_chunk + get_global_id(0) % eulerc_reduction_lanes;
#define EULERC_LANE(scale) eulerc_lane_at(&view, begin, end, scale)
  EULERC_OF_CHUNK(mine, EULERC_LANE)
#undef EULERC_LANE
  if (get_local_id(0) % eulerc_reduction_lanes == 0 && chunk * eulerc_reduction_chunk < end)
    results[chunk - first] = mine;
}

// Writes the values at points [first, last).
EULERC_KERNEL eulerc_write_values(const eulerc_looked looked, const long first, const long end,
                                  global double *results, global const eulerc_param *params,
                                  global const EULERC_REAL *y EULERC_VIEWED_FIELDS) {
  const eulerc_view view = EULERC_VIEW_OF(looked);
  const long k = first + get_global_id(0);
  if (k >= end)
    return;
  const eulerc_point point = eulerc_point_at(&view, k);
  results[k - first] = eulerc_value_at(&view, &point);
}

EULERC_KERNEL eulerc_reduce_values(global const double *values, const long count,
                                   global double *results) {
  local double lanes[EULERC_GROUP];
  const long chunk = get_global_id(0) / eulerc_reduction_lanes, begin = chunk * eulerc_reduction_chunk;
  const int lane = get_global_id(0) % eulerc_reduction_lanes;
#define EULERC_LANE(scale)                                                                         \
  eulerc_lane_of(values, begin + lane, min(begin + eulerc_reduction_chunk, count), scale)
  EULERC_OF_CHUNK(mine, EULERC_LANE)
#undef EULERC_LANE
  if (lane == 0 && begin < count)
    results[chunk] = mine;
}

// The same for the results of one work-group, which its first lanes accumulate.
EULERC_IN_PLACE double eulerc_lane_of_rest(local const double *rest, const int item,
                                           const long count, const double scale) {
  double mine = eulerc_nothing(EULERC_REDUCTION);
  for (long k = item; item < eulerc_reduction_lanes && k < count; k += eulerc_reduction_lanes)
    mine = eulerc_both(EULERC_REDUCTION, mine, eulerc_first_of(EULERC_REDUCTION, rest[k], scale));
  return mine;
}

kernel __attribute__((reqd_work_group_size(EULERC_REST, 1, 1))) void
eulerc_reduce_rest(global const double *values, const long count, global double *results,
                   const long at) {
  local double lanes[EULERC_REST], rest[eulerc_reduction_chunk];
  const long chunks = (count + eulerc_reduction_chunk - 1) / eulerc_reduction_chunk;
  const int item = get_local_id(0), lane = item % eulerc_reduction_lanes;
  for (long first = 0; first < chunks; first += EULERC_REST / eulerc_reduction_lanes) {
    const long chunk = first + item / eulerc_reduction_lanes, begin = chunk * eulerc_reduction_chunk;
#define EULERC_LANE(scale)                                                                         \
  eulerc_lane_of(values, begin + lane, min(begin + eulerc_reduction_chunk, count), scale)
    EULERC_OF_CHUNK(mine, EULERC_LANE)
#undef EULERC_LANE
    if (lane == 0 && chunk < chunks)
      rest[chunk] = mine;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
#define EULERC_LANE(scale) eulerc_lane_of_rest(rest, item, chunks, scale)
  EULERC_OF_CHUNK(mine, EULERC_LANE)
#undef EULERC_LANE
  if (item == 0)
    results[at] = mine;
}
