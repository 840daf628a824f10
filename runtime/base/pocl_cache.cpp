// Finds PoCL's cache folder and tries whether it can be written.

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

/// Whether PoCL is among the drivers that OpenCL's loader finds.
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

/// The folder in which PoCL keeps built programs, found by PoCL's own rules.
fs::path folder() {
  if (const std::string given = variable("POCL_CACHE_DIR"); !given.empty())
    return given;
  if (const std::string caches = variable("XDG_CACHE_HOME"); !caches.empty())
    return fs::path(caches) / "pocl/kcache";
  const std::string home = variable("HOME");
  return home.empty() ? fs::path("/tmp/pocl/kcache") : fs::path(home) / ".cache/pocl/kcache";
}

/// Why files cannot be written into a folder: its permissions, its file system, or a full disk.
std::error_code failureIn(const fs::path &folder) {
  constexpr std::uintmax_t least = 4 << 20; // bytes for a built program and its sources
  std::error_code failure;
  fs::create_directories(folder, failure); // as PoCL does itself
  if (!failure && access(folder.c_str(), W_OK | X_OK) != 0)
    failure = {errno, std::generic_category()};
  if (failure)
    return failure;
  const fs::space_info space = fs::space(folder, failure);
  return !failure && space.available < least ? make_error_code(std::errc::no_space_on_device)
                                             : std::error_code();
}

} // namespace

std::string unwritableCacheOfPocl() {
  if (!isInstalled())
    return "";
  const fs::path cache = folder();
  const std::error_code failure = failureIn(cache);
  if (!failure)
    return "";
  return fmt::format("its cache '{}' cannot be written ({})", cache.string(), failure.message());
}

} // namespace eulerc
