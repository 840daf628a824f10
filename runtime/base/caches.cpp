// Reads the sizes of the processor's caches from the system.

#include "base/caches.h"

#include <fstream>
#include <map>
#include <string>

#include <fmt/format.h>
#include <unistd.h>

#include <eulerc/model/processors.h>

namespace eulerc {
namespace {

void note(std::int64_t &bytes, [[maybe_unused]] int name) {
  if (const long told = sysconf(name); told > 0)
    bytes = told;
}

/// The total size of the third-level caches, each counted once by its list of processors. (sysconf
/// tells the size of a whole package, though a virtual machine may have only a part of it.)
std::int64_t sharedCaches() {
  std::map<std::string, std::int64_t> caches; // kilobytes of each
  for (int cpu = 0;; cpu++) {
    const std::string folder = fmt::format("/sys/devices/system/cpu/cpu{}/cache/index3/", cpu);
    std::ifstream size(folder + "size"), list(folder + "shared_cpu_list");
    std::string who;
    std::int64_t kilobytes = 0;
    if (!(size >> kilobytes) || !(list >> who))
      break;
    caches[who] = kilobytes;
  }
  std::int64_t all = 0;
  for (const auto &[who, kilobytes] : caches)
    all += kilobytes << 10;
  return all > 0 ? all : processors::lastCache;
}

/// Sizes in bytes; 0: the system does not tell.
struct Caches {
  std::int64_t near = 0, core = 0, shared = sharedCaches();
};

Caches readCaches() {
  Caches caches;
#ifdef _SC_LEVEL1_DCACHE_SIZE
  note(caches.near, _SC_LEVEL1_DCACHE_SIZE);
#endif
#ifdef _SC_LEVEL2_CACHE_SIZE
  note(caches.core, _SC_LEVEL2_CACHE_SIZE);
#endif
  return caches;
}

} // namespace

void noteCaches(DeviceLimits &limits) {
  static const Caches caches = readCaches(); // read once, from many files
  limits.nearCache = caches.near > 0 ? caches.near : limits.nearCache;
  limits.coreCache = caches.core > 0 ? caches.core : limits.coreCache;
  limits.lastCache = limits.computeUnits * limits.coreCache + caches.shared;
}

} // namespace eulerc
