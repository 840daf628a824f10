// The list of temporary files, and the removal of those left by killed processes.

#include "output/temporary.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <string_view>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace eulerc {
namespace {

/// Names of the temporary files being written. The array is fixed, because a signal handler reads
/// it; a file without a place in it is merely not removed by the handler.
using Place = std::atomic<const char *>;
std::array<Place, 64> beingWritten;
static_assert(Place::is_always_lock_free);

/// The process in the name of a temporary file: 1234 for "y.npy.1234.0.tmp" with the target
/// "y.npy"; 0 for other files.
pid_t writerOf(std::string_view name, std::string_view target) {
  constexpr std::string_view ending = ".tmp";
  if (!name.starts_with(target) || !name.ends_with(ending))
    return 0;
  int writer = 0, attempt = 0, length = 0;
  const std::string rest(name.substr(target.size()));
  const int found = std::sscanf(rest.c_str(), ".%d.%d.tmp%n", &writer, &attempt, &length);
  return found == 2 && static_cast<std::size_t>(length) == rest.size() ? writer : 0;
}

/// Removes temporary files that killed processes left. A process of another machine that shares the
/// folder is unknown here but may be alive: its file has been written recently.
void removeLeft(const std::filesystem::path &target) {
  namespace fs = std::filesystem;
  constexpr auto untouched = std::chrono::minutes(1);
  std::error_code ignored;
  const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
  for (const fs::directory_entry &entry : fs::directory_iterator(folder, ignored)) {
    const pid_t writer = writerOf(entry.path().filename().string(), target.filename().string());
    if (writer > 0 && kill(writer, 0) != 0 && errno == ESRCH &&
        fs::file_time_type::clock::now() - entry.last_write_time(ignored) > untouched)
      fs::remove(entry.path(), ignored);
  }
}

} // namespace

BeingWritten::BeingWritten(const std::string &name) {
  for (Place &place : beingWritten) {
    const char *free = nullptr;
    if (place.compare_exchange_strong(free, name.c_str())) {
      place_ = &place;
      return;
    }
  }
}

BeingWritten::~BeingWritten() {
  if (place_ != nullptr && place_->exchange(nullptr) == nullptr)
    while (true) // a handler on another thread has taken it: the process is ending
      pause();
}

TemporaryFile::TemporaryFile(const std::string &target) {
  removeLeft(target);
  for (int attempt = 0; attempt < 1000; attempt++) {
    name_ = fmt::format("{}.{}.{}.tmp", target, getpid(), attempt);
    entry_.emplace(name_);
    descriptor = open(name_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor >= 0)
      return;
    const int why = errno;
    entry_.reset();
    errno = why;
    if (why != EEXIST)
      return;
  }
}

void removeTemporaryFiles() noexcept {
  for (Place &place : beingWritten)
    if (const char *name = place.exchange(nullptr))
      unlink(name);
}

} // namespace eulerc
