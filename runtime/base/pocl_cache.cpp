#include "base/pocl_cache.h"

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <system_error>

#include <fmt/format.h>
#include <unistd.h>

namespace eulerc {
namespace {

namespace fs = std::filesystem;

std::string variable(const char *name) {
  const char *value = std::getenv(name);
  return value != nullptr ? value : "";
}

/// Whether one of the drivers that OpenCL's loader looks for is PoCL.
bool isInstalled() {
  const std::string asked = variable("OCL_ICD_VENDORS");
  std::error_code none;
  const fs::directory_iterator drivers(asked.empty() ? "/etc/OpenCL/vendors" : asked, none);
  if (none)
    return asked.find("pocl") != std::string::npos;
  for (const fs::directory_entry &driver : drivers) {
    std::string library;
    std::ifstream(driver.path()) >> library;
    if (library.find("pocl") != std::string::npos)
      return true;
  }
  return false;
}

/// Where PoCL keeps what it has built, as it finds it.
fs::path folder() {
  if (const std::string given = variable("POCL_CACHE_DIR"); !given.empty())
    return given;
  if (const std::string caches = variable("XDG_CACHE_HOME"); !caches.empty())
    return fs::path(caches) / "pocl/kcache";
  const std::string home = variable("HOME");
  return home.empty() ? fs::path("/tmp/pocl/kcache") : fs::path(home) / ".cache/pocl/kcache";
}

} // namespace

std::string unwritableCacheOfPocl() {
  if (!isInstalled())
    return "";
  const fs::path cache = folder();
  std::error_code failure;
  fs::create_directories(cache, failure); // as PoCL does itself
  if (!failure && access(cache.c_str(), W_OK | X_OK) != 0)
    failure = {errno, std::generic_category()};
  if (!failure)
    return "";
  return fmt::format("its cache '{}' cannot be written ({})", cache.string(), failure.message());
}

} // namespace eulerc
