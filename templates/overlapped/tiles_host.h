// Tiles [begin, end) of a launch, one after the other, by the thread that asks; EULERC_HOST_TILE
// computes one (delayed.h, streamed_items.h). Compiled for each width of vectors.
static void eulerc_host_tiles(const void *constants, const void *y, void *next,
                              [[maybe_unused]] const void *const *fields, const void *times,
                              double h, double last_h, const eulerc::Tiling &plan,
                              std::int64_t launch, std::int64_t begin, std::int64_t end,
                              void *scratch) {
  const eulerc_constants c = *static_cast<const eulerc_constants *>(constants);
  const eulerc_tiling tiling = {
      plan.units, plan.blockUnits, plan.margin,
      plan.width, plan.tileSteps,  plan.tiles,
      plan.walls, plan.steps,      {plan.box[0], plan.box[1], plan.box[2]},
      plan.before};
  for (long tile = begin; tile < end; tile++)
    EULERC_HOST_TILE(static_cast<const real *>(y),
                     static_cast<real *>(next) EULERC_UNPACK_FIELDS(fields), &c,
                     static_cast<const real *>(times), static_cast<real>(h),
                     static_cast<real>(last_h), tiling, launch, tile, static_cast<real *>(scratch));
#if defined(__x86_64__)
  __builtin_ia32_sfence(); // what went past the caches is in memory before others are told
#endif
}
