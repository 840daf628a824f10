// Sizes of loops in blocks (sums.cl), in front of what the compiler prints for them. Build options:
// EULERC_CHUNK, passes of a block; EULERC_GROUP, EULERC_ACROSS, points of a work-group.
#define EULERC_SUMS_SHARE (EULERC_GROUP / EULERC_ACROSS) // work-items that share a point
enum {
  eulerc_sums_block = EULERC_CHUNK,
  // Passes that are done again where an argument is far.
  eulerc_sums_part = 32,
  // The first work-item of each point adds terms up. 32 run together on GPUs: if three times as many
  // are left as workers, which compute terms, these do nothing else.
  eulerc_sums_together = (EULERC_ACROSS + 31) / EULERC_ACROSS,
  eulerc_sums_adding = EULERC_SUMS_SHARE >= 4 * eulerc_sums_together ? eulerc_sums_together : 0,
  eulerc_sums_workers = (EULERC_SUMS_SHARE - eulerc_sums_adding) * EULERC_ACROSS,
  // The terms of a point's passes lie behind the sources, points one to four values apart from each
  // other, so that neighbouring work-items use different banks of the memory. Blocks take turns
  // with two halves of it.
  eulerc_sums_terms = eulerc_sums_term_values * eulerc_sums_block + (EULERC_ACROSS < 32 ? 4 : 1),
  eulerc_sums_half =
      eulerc_sums_source_values * eulerc_sums_block + EULERC_ACROSS * eulerc_sums_terms
};

EULERC_IN_PLACE local real *eulerc_own_terms(local real *sources) {
  return sources + eulerc_sums_source_values * eulerc_sums_block +
         (int)get_local_id(0) % EULERC_ACROSS * eulerc_sums_terms;
}

// The number of an index in a block; beyond its ends -1 and eulerc_sums_block.
EULERC_INLINE int eulerc_in_block(const long index, const long block) {
  return (int)clamp(index - block, -1L, (long)eulerc_sums_block);
}
