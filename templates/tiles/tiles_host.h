// Functions with which threads of the host compute tiles of a launch. Compiled for each vector
// width.
static eulerc_launch eulerc_launch_of(const eulerc::TileLaunch &launch) {
  return {__builtin_bit_cast(eulerc_tiling, launch.tiling),
          launch.number,
          static_cast<const real *>(launch.times),
          static_cast<real>(launch.h),
          static_cast<real>(launch.lastH),
          {launch.useless[0], launch.useless[1]}};
}

// Computes tiles [begin, end) one after the other in the calling thread. EULERC_HOST_TILE computes
// one tile (skewed.h, wavefront.h).
static void eulerc_host_tiles(const eulerc::TileLaunch &launch, std::int64_t begin,
                              std::int64_t end, void *scratch) {
  const eulerc_constants c = *static_cast<const eulerc_constants *>(launch.constants);
  const eulerc_launch own = eulerc_launch_of(launch);
  for (long tile = begin; tile < end; tile++)
    EULERC_HOST_TILE(static_cast<const real *>(launch.y),
                     static_cast<real *>(launch.next) EULERC_UNPACK_FIELDS(launch.fields), &c, &own,
                     tile, static_cast<real *>(scratch));
  eulerc_finish_stores();
}

// Computes a member's part of a turn of a tile that threads share, with EULERC_HOST_TURNS.
#ifdef EULERC_HOST_TURNS
static bool eulerc_host_turn(const eulerc::TileLaunch &launch, const eulerc::SharedTurn &turn,
                             void *scratch) {
  const eulerc_launch own = eulerc_launch_of(launch);
  const bool goes_on =
      EULERC_HOST_TURNS(static_cast<const real *>(launch.y),
                        static_cast<real *>(launch.next) EULERC_UNPACK_FIELDS(launch.fields),
                        static_cast<const eulerc_constants *>(launch.constants), &own,
                        {turn.tile, turn.turn, turn.turn + 1, turn.member, turn.members},
                        static_cast<real *>(scratch));
  eulerc_finish_stores();
  return goes_on;
}
#endif
