// Tiles of a launch, by threads of the host. Compiled for each width of vectors.
static eulerc_tiling eulerc_tiling_of(const eulerc::Tiling &plan) {
  return {plan.units, plan.blockUnits, plan.margin,
          plan.width, plan.tileSteps,  plan.tiles,
          plan.walls, plan.steps,      {plan.box[0], plan.box[1], plan.box[2]},
          plan.before};
}

// What went past the caches is in memory before others are told.
static void eulerc_finish_stores() {
#if defined(__x86_64__)
  __builtin_ia32_sfence();
#endif
}

// Tiles [begin, end), one after the other, by the thread that asks; EULERC_HOST_TILE computes one
// (delayed.h, streamed_items.h).
static void eulerc_host_tiles(const void *constants, const void *y, void *next,
                              [[maybe_unused]] const void *const *fields, const void *times,
                              double h, double last_h, const eulerc::Tiling &plan,
                              std::int64_t launch, std::int64_t begin, std::int64_t end,
                              void *scratch) {
  const eulerc_constants c = *static_cast<const eulerc_constants *>(constants);
  const eulerc_tiling tiling = eulerc_tiling_of(plan);
  for (long tile = begin; tile < end; tile++)
    EULERC_HOST_TILE(static_cast<const real *>(y),
                     static_cast<real *>(next) EULERC_UNPACK_FIELDS(fields), &c,
                     static_cast<const real *>(times), static_cast<real>(h),
                     static_cast<real>(last_h), tiling, launch, tile, static_cast<real *>(scratch));
  eulerc_finish_stores();
}

// A member's part of a turn of a tile that threads share; EULERC_HOST_TURNS computes it.
#ifdef EULERC_HOST_TURNS
static bool eulerc_host_turn(const void *constants, const void *y, void *next,
                             [[maybe_unused]] const void *const *fields, const void *times,
                             double h, double last_h, const eulerc::Tiling &plan,
                             const eulerc::SharedTurn &turn, void *scratch) {
  const bool goes_on = EULERC_HOST_TURNS(
      static_cast<const real *>(y), static_cast<real *>(next) EULERC_UNPACK_FIELDS(fields),
      static_cast<const eulerc_constants *>(constants), static_cast<const real *>(times),
      static_cast<real>(h), static_cast<real>(last_h), eulerc_tiling_of(plan),
      {turn.launch, turn.tile, turn.turn, turn.member, turn.members}, turn.turn + 1,
      static_cast<real *>(scratch));
  eulerc_finish_stores();
  return goes_on;
}
#endif
