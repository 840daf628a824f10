// Events in kernels: the lanes of a vector in which they happen, and a list of all events of some
// launches, for runs that need each event (built with EULERC_LISTS_EVENTS).
//
//   events[0] = number of events, events[1] = capacity; then three numbers for each: the place
//   of the event's time in a copy of the state, the step, the bits of the time
//
// An event beyond the capacity is only counted: the runtime enlarges the list and repeats the steps
// (runtime/opencl/listed_events.h). eulerc_listed has a bit for each component that is an event.

// The lanes of a vector in which events happen: a mask (the host has bits, event_lanes.h).
typedef maskv eulerc_hits;
#define eulerc_any_hit(hits) EULERC_ANY(hits)
#define eulerc_all_hits EULERC_ALL(true)
#define eulerc_hits_of(condition) (condition)
#define eulerc_hits_less(a, b) EULERC_MASK((a) < (b))
#define eulerc_hits_at_most(a, b) EULERC_MASK((a) <= (b))

#ifdef EULERC_LISTS_EVENTS

// Reserves places in the list and returns the first. Beyond 2^31 the count stays there, so that it
// does not overflow to 0.
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

// Lists the lanes first … last - 1 of a vector at `at` whose time has changed. They are counted
// with one atomic operation, which takes as long as hundreds of others.
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
// The same for all components of a vector of points at `at`.
#define eulerc_list_components(at, before, after, first, last, step)                                  \
  EULERC_FOR(q, EULERC_COMPONENTS)                                                                 \
    if (eulerc_listed >> q & 1)                                                                    \
      eulerc_list_events(events, EULERC_STATE(q, at), (before)[q], (after)[q], first, last, step)
#else
#define eulerc_list_point(y, next, at, step)
#define eulerc_list_vector(y, at, times, first, last, step)
#endif
