// The levels of processors for which steps in vectors are compiled, the widest vectors first.
namespace vectors_512 { extern const eulerc::HostVectors level; }
namespace vectors_256 { extern const eulerc::HostVectors level; }
namespace vectors_128 { extern const eulerc::HostVectors level; }

static const eulerc::HostVectors *const host_vectors[] = {
#if EULERC_HAS_LEVEL(512)
    &vectors_512::level,
#endif
#if EULERC_HAS_LEVEL(256)
    &vectors_256::level,
#endif
#if EULERC_HAS_LEVEL(128)
    &vectors_128::level,
#endif
};
static constexpr int host_levels = sizeof host_vectors / sizeof host_vectors[0];
