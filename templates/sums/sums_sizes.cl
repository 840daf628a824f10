// Sizes of loops in blocks (sums.cl), which precede the text that the compiler prints for these
// loops. Build options: EULERC_CHUNK, passes of a block; EULERC_GROUP, EULERC_ACROSS, points of a
// work-group.
#define EULERC_SUMS_SHARE (EULERC_GROUP / EULERC_ACROSS) // work-items that share a point
enum {
  eulerc_sums_block = EULERC_CHUNK,
  // Passes that are computed again if an argument was not near.
  eulerc_sums_part = 32,
  // The first work-item of each point adds terms up. On GPUs, 32 work-items run together: if three
  // times as many are left as workers, which compute terms, these adders do nothing else.
  eulerc_sums_together = (EULERC_ACROSS + 31) / EULERC_ACROSS,
  eulerc_sums_adding = EULERC_SUMS_SHARE >= 4 * eulerc_sums_together ? eulerc_sums_together : 0,
  eulerc_sums_workers = (EULERC_SUMS_SHARE - eulerc_sums_adding) * EULERC_ACROSS,
  // The terms of a point's passes follow the sources. The terms of two points are one to four
  // values apart, so that neighbouring work-items use different banks. Blocks alternate between two
  // halves of the memory.
  eulerc_sums_terms = eulerc_sums_term_values * eulerc_sums_block + (EULERC_ACROSS < 32 ? 4 : 1),
  eulerc_sums_half =
      eulerc_sums_source_values * eulerc_sums_block + EULERC_ACROSS * eulerc_sums_terms
};

EULERC_IN_PLACE local real *eulerc_own_terms(local real *sources) {
  return sources + eulerc_sums_source_values * eulerc_sums_block +
         (int)get_local_id(0) % EULERC_ACROSS * eulerc_sums_terms;
}

// The number of an index in a block; -1 before the block, and eulerc_sums_block after it.
EULERC_INLINE int eulerc_in_block(const long index, const long block) {
  return (int)clamp(index - block, -1L, (long)eulerc_sums_block);
}
