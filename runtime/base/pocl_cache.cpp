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

/// What keeps files from being written into a folder: its rights, its disk, or a disk that is full.
std::error_code failureIn(const fs::path &folder) {
  constexpr std::uintmax_t least = 4 << 20; // bytes of a program and what it is built from
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
