#include "output/file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace eulerc {
namespace {

[[noreturn]] void refusePath(const std::string &path, const std::string &why) {
  throw OutputError(OutputError::Kind::Path, fmt::format("cannot write '{}': {}", path, why));
}

[[noreturn]] void failWrite(const std::string &what) {
  throw OutputError(OutputError::Kind::Write, fmt::format("{}: {}", what, std::strerror(errno)));
}

/// A new file under a name nobody else has, with the permissions any new file gets.
int openTemporary(const std::string &target, std::string &name) {
  for (int attempt = 0; attempt < 1000; attempt++) {
    name = fmt::format("{}.{}.{}.tmp", target, getpid(), attempt);
    const int descriptor = open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor >= 0 || errno != EEXIST)
      return descriptor;
  }
  return -1;
}

} // namespace

OutputFile::OutputFile(const std::string &path) : path_(path) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const fs::path resolved = fs::weakly_canonical(path, ignored);
  target_ = resolved.empty() ? path : resolved.string();
  const fs::path target = target_;
  const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");

  if (path.empty() || !target.has_filename())
    refusePath(path, "it names no file");
  if (fs::is_directory(target, ignored))
    refusePath(path, "it is a folder; name a file in it");
  if (!fs::is_directory(folder, ignored))
    refusePath(path, fmt::format("there is no folder '{}'", folder.string()));
  if (access(folder.c_str(), W_OK | X_OK) != 0)
    refusePath(path, fmt::format("no file can be made in '{}' ({})", folder.string(),
                                 std::strerror(errno)));
  if (fs::exists(target, ignored)) {
    if (!fs::is_regular_file(target, ignored))
      refusePath(path, "it is no regular file");
    if (access(target.c_str(), W_OK) != 0)
      refusePath(path,
                 fmt::format("the file that is there is protected ({})", std::strerror(errno)));
  }
}

void OutputFile::write(const std::function<void(std::FILE *)> &content) const {
  std::string temporary;
  const int descriptor = openTemporary(target_, temporary);
  if (descriptor < 0)
    failWrite(fmt::format("cannot write '{}'", path_));
  std::FILE *file = fdopen(descriptor, "wb");
  try {
    content(file);
  } catch (...) {
    std::fclose(file);
    unlink(temporary.c_str());
    throw;
  }
  const bool complete =
      std::fclose(file) == 0 && std::rename(temporary.c_str(), target_.c_str()) == 0;
  if (!complete) {
    const int why = errno;
    unlink(temporary.c_str());
    errno = why;
    failWrite(fmt::format("cannot write '{}'", path_));
  }
}

void writeBytes(std::FILE *file, const void *data, std::size_t bytes) {
  if (std::fwrite(data, 1, bytes, file) != bytes)
    failWrite("writing failed");
}

} // namespace eulerc
