// Events in kernels: where they happen in a vector, and a list of all events of some launches, for
// runs that want each of them (built with EULERC_LISTS_EVENTS).
//
//   events[0] = how many, events[1] = for how many there is room; then three numbers for each: where
//   its time lies in a copy of the state, the step, the bits of the time
//
// An event without room is counted alone: the runtime makes room and takes the steps again
// (runtime/opencl/listed_events.h). eulerc_listed has a bit for each component that is an event.

// Where events happen in a vector: a mask (the host has bits, event_lanes.h).
typedef maskv eulerc_hits;
#define eulerc_any_hit(hits) EULERC_ANY(hits)
#define eulerc_all_hits EULERC_ALL(true)
#define eulerc_hits_of(condition) (condition)
#define eulerc_hits_less(a, b) EULERC_MASK((a) < (b))
#define eulerc_hits_at_most(a, b) EULERC_MASK((a) <= (b))

#ifdef EULERC_LISTS_EVENTS

// The place of the first of some events in the list. Beyond 2^31 it stays there, and does not pass
// the largest uint to be 0 again.
EULERC_INLINE uint eulerc_begin_list(global ulong *events, const uint more) {
  volatile global uint *const count = (volatile global uint *)events;
  const uint number = atomic_add(count, more);
  if (number > INT_MAX)
    atomic_add(count, -more);
  return number;
}

EULERC_INLINE void eulerc_list_event(global ulong *events, const uint number, const long at,
                                     const real time, const long step) {
  if (number >= events[1])
    return;
  global ulong *const event = events + 2 + 3 * (ulong)number;
  event[0] = at;
  event[1] = step;
  event[2] = EULERC_BITS(time);
}

// Of lanes first … last - 1 of a vector, which lies at `at`, those whose time is another one. All
// together are counted once: a count takes as long as hundreds of operations.
EULERC_INLINE void eulerc_list_events(global ulong *events, const long at, const realv before,
                                      const realv after, const long first, const long last,
                                      const long step) {
  if (!EULERC_ANY(EULERC_MASK(before != after)))
    return;
  real was[EULERC_WIDTH], is[EULERC_WIDTH];
  EULERC_STORE_LANES(before, was);
  EULERC_STORE_LANES(after, is);
  uint more = 0;
  EULERC_FOR(k, EULERC_WIDTH)
    more += k >= first && k < last && was[k] != is[k] ? 1 : 0;
  if (more == 0)
    return;
  uint number = eulerc_begin_list(events, more);
  EULERC_FOR(k, EULERC_WIDTH)
    if (k >= first && k < last && was[k] != is[k])
      eulerc_list_event(events, number++, at + k * EULERC_STEP, is[k], step);
}

#define eulerc_list_point(y, next, at, step)                                                       \
  if ((next)[at] != (y)[at])                                                                       \
  eulerc_list_event(events, eulerc_begin_list(events, 1), at, (next)[at], step)
#define eulerc_list_vector(y, at, times, first, last, step)                                        \
  eulerc_list_events(events, at, eulerc_load((y) + at, EULERC_STEP), times, first, last, step)
// Of all components of a vector of points, which lie at `at`.
#define eulerc_list_components(at, before, after, first, last, step)                                  \
  EULERC_FOR(q, EULERC_COMPONENTS)                                                                 \
    if (eulerc_listed >> q & 1)                                                                    \
      eulerc_list_events(events, EULERC_STATE(q, at), (before)[q], (after)[q], first, last, step)
#else
#define eulerc_list_point(y, next, at, step)
#define eulerc_list_vector(y, at, times, first, last, step)
#endif
