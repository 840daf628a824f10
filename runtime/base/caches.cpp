#include "base/caches.h"

#include <unistd.h>

namespace eulerc {
namespace {

void note(std::int64_t &bytes, [[maybe_unused]] int name) {
  if (const long told = sysconf(name); told > 0)
    bytes = told;
}

} // namespace

void noteCaches([[maybe_unused]] DeviceLimits &limits) {
#ifdef _SC_LEVEL1_DCACHE_SIZE
  note(limits.nearCache, _SC_LEVEL1_DCACHE_SIZE);
#endif
#ifdef _SC_LEVEL2_CACHE_SIZE
  note(limits.coreCache, _SC_LEVEL2_CACHE_SIZE);
#endif
}

} // namespace eulerc
