// Ends what level_begin.h begins, and describes the level to the model: EULERC_VECTORS::level.
#if defined(EULERC_LEVELS) && EULERC_LEVEL > 128
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif

namespace EULERC_PROGRAM {
namespace EULERC_VECTORS {

// Not compiled for the level, because it runs on every processor to test for the level.
static bool present() { return eulerc_has_vectors(EULERC_LEVEL); }

extern const eulerc::HostVectors level;
const eulerc::HostVectors level = {
    .width = EULERC_WIDTH,
    .present = present,
    .stepRange = eulerc_step_range<eulerc_interior_vectors, eulerc_edge_row_vectors,
                                   eulerc_end_vectors, EULERC_END_UNIT>,
    .takesRows = EULERC_END_UNIT > 1,
#ifdef EULERC_HOST_TILE
    .tiles = eulerc_host_tiles,
    .kept = EULERC_IN_FLIGHT,
#endif
#ifdef EULERC_HOST_TURNS
    .turn = eulerc_host_turn,
    .transposed = EULERC_TRANSPOSED,
#endif
};

} // namespace EULERC_VECTORS
} // namespace EULERC_PROGRAM

#undef EULERC_LEVEL
#undef EULERC_VECTORS
#undef EULERC_WIDTH
#undef EULERC_FMA
#undef EULERC_END_UNIT
