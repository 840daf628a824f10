// Finds the user's cache folder.

#include "base/user_cache.h"

#include <cstdlib>
#include <filesystem>

namespace eulerc {

std::string inUserCache(const char *name) {
  namespace fs = std::filesystem;
  const auto folder = [](const char *variable) {
    const char *value = std::getenv(variable);
    return fs::path(value && *value == '/' ? value : "");
  };
  fs::path cache = folder("XDG_CACHE_HOME");
  if (cache.empty() && !folder("HOME").empty())
    cache = folder("HOME") / ".cache";
  return cache.empty() ? "" : (cache / "eulerc" / name).string();
}

} // namespace eulerc
