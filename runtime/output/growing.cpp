// Locks, writes and publishes growing files.

#include "output/growing.h"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace eulerc {
namespace {

[[noreturn]] void refuseTaken(const std::string &path, const std::string &writer) {
  refusePath(path, fmt::format("{} is writing to it; give another name", writer));
}

/// The lock that tells that a run is writing: on a byte far beyond the end of any file, so that it
/// does not hinder readers.
struct flock runLock() {
  struct flock lock = {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = off_t{1} << 61;
  lock.l_len = 1;
  return lock;
}

/// Arrays of at least so many bytes are written past the page cache.
constexpr std::size_t directBytes = 1 << 20;

/// Takes the lock; false: another run has it. True on file systems without locks.
bool take(int descriptor) {
  struct flock lock = runLock();
  return fcntl(descriptor, F_OFD_SETLK, &lock) == 0 || (errno != EAGAIN && errno != EACCES);
}

/// Takes the lock of the HDF5 library, which readers share and a writer holds alone; false: a
/// writer has it.
bool shareWithReaders(int descriptor) {
  return flock(descriptor, LOCK_SH | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

bool isStill(const std::string &path, int descriptor) {
  struct stat there = {}, opened = {};
  return fstat(descriptor, &opened) == 0 && stat(path.c_str(), &there) == 0 &&
         there.st_dev == opened.st_dev && there.st_ino == opened.st_ino;
}

/// Who is writing to the existing file, or "". A checkpoint that is replaced meanwhile is no longer
/// locked: then the new file is checked.
std::string writerOf(const OutputFile &target) {
  for (;;) {
    const int descriptor = open(target.target().c_str(), O_RDWR | O_CLOEXEC);
    if (descriptor < 0)
      return "";
    struct flock lock = runLock();
    const bool isOfRun = fcntl(descriptor, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
    const bool isOfProgram = !shareWithReaders(descriptor);
    const bool isCurrent = isStill(target.target(), descriptor);
    close(descriptor);
    if (isOfRun || isOfProgram)
      return isOfRun ? "another run" : "another program";
    if (isCurrent)
      return "";
  }
}

} // namespace

void requireNoOtherRun(const OutputFile &target) {
  if (const std::string writer = writerOf(target); !writer.empty())
    refuseTaken(target.path(), writer);
}

void awaitNoOtherRun(const OutputFile &target) {
  for (int attempt = 0; attempt < 50 && !writerOf(target).empty(); attempt++)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  requireNoOtherRun(target);
}

GrowingFile::GrowingFile(const OutputFile &target, const GrowingFile *own)
    : target_(target), replacesOwn_(own != nullptr) {
  if (!replacesOwn_)
    requireNoOtherRun(target);
  temporary_ = std::make_unique<TemporaryFile>(target.target());
  descriptor_ = temporary_->descriptor;
  if (descriptor_ < 0)
    failWrite(target.path(), errno);
  take(descriptor_);
}

GrowingFile::GrowingFile(const OutputFile &target, int descriptor)
    : target_(target), descriptor_(descriptor) {}

std::unique_ptr<GrowingFile> GrowingFile::standing(const OutputFile &target) {
  requireNoOtherRun(target);
  const int descriptor = open(target.target().c_str(), O_RDWR | O_CLOEXEC);
  if (descriptor < 0)
    failWrite(target.path(), errno);
  std::unique_ptr<GrowingFile> file(new GrowingFile(target, descriptor));
  if (!take(descriptor))
    refuseTaken(target.path(), "another run");
  shareWithReaders(descriptor);
  return file;
}

GrowingFile::~GrowingFile() {
  if (temporary_ && descriptor_ >= 0)
    unlink(temporary_->name().c_str());
  if (descriptor_ >= 0)
    close(descriptor_);
}

void GrowingFile::fail(int why) const { failWrite(target_.path(), why); }

void GrowingFile::write(std::int64_t offset, const void *data, std::size_t bytes) {
  const auto *from = static_cast<const std::byte *>(data);
  if (bytes >= directBytes && direct_.canWrite()) {
    constexpr auto page = static_cast<std::int64_t>(DirectWriter::pageBytes);
    const auto before = static_cast<std::size_t>((page - offset % page) % page);
    const std::size_t whole = (bytes - before) / DirectWriter::pageBytes * DirectWriter::pageBytes;
    writeCached(offset, from, before);
    offset += static_cast<std::int64_t>(before);
    const std::size_t written = direct_.write(descriptor_, offset, from + before, whole);
    offset += static_cast<std::int64_t>(written);
    from += before + written;
    bytes -= before + written;
  }
  writeCached(offset, from, bytes);
}

void GrowingFile::writeLines(std::int64_t offset, const std::string &lines) {
  try {
    write(offset, lines.data(), lines.size());
  } catch (const OutputError &) {
    const std::string written = lines.substr(0, static_cast<std::size_t>(size() - offset));
    cut(offset + static_cast<std::int64_t>(written.rfind('\n') + 1)); // 0: no whole line
    throw;
  }
}

void GrowingFile::writeCached(std::int64_t offset, const std::byte *from, std::size_t bytes) const {
  while (bytes > 0) {
    const ssize_t written = pwrite(descriptor_, from, bytes, offset);
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      fail(written < 0 ? errno : ENOSPC);
    from += written;
    offset += written;
    bytes -= static_cast<std::size_t>(written);
  }
}

void GrowingFile::read(std::int64_t offset, void *data, std::size_t bytes) const {
  auto *to = static_cast<std::byte *>(data);
  while (bytes > 0) {
    const ssize_t had = pread(descriptor_, to, bytes, offset);
    if (had < 0 && errno == EINTR)
      continue;
    if (had <= 0)
      fail(had < 0 ? errno : EIO);
    to += had;
    offset += had;
    bytes -= static_cast<std::size_t>(had);
  }
}

void GrowingFile::cut(std::int64_t bytes) const {
  if (ftruncate(descriptor_, bytes) != 0)
    fail(errno);
}

std::int64_t GrowingFile::size() const {
  struct stat status = {};
  if (fstat(descriptor_, &status) != 0)
    fail(errno);
  return status.st_size;
}

void GrowingFile::sync() const {
  if (fsync(descriptor_) != 0)
    fail(errno);
}

void GrowingFile::publish() {
  if (!temporary_)
    return;
  if (!replacesOwn_)
    requireNoOtherRun(target_);
  if (std::rename(temporary_->name().c_str(), target_.target().c_str()) != 0)
    fail(errno);
  temporary_->release();
  temporary_.reset();
  shareWithReaders(descriptor_);
}

} // namespace eulerc
