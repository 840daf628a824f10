#include "output/temporary.h"

#include <array>
#include <cerrno>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace eulerc {
namespace {

/// Names of the temporary files that are being written. A fixed array, for a signal handler reads
/// it; a file that finds no place in it is only not removed by one.
using Place = std::atomic<const char *>;
std::array<Place, 64> beingWritten;
static_assert(Place::is_always_lock_free);

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
