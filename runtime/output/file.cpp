// Checks paths, and writes files by way of temporary ones.

#include "output/file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>

#include <fmt/format.h>
#include <unistd.h>

#include "output/temporary.h"

namespace eulerc {
void refusePath(const std::string &path, const std::string &why) {
  throw OutputError(Error::Kind::Usage, fmt::format("cannot write '{}': {}", path, why));
}

void failWrite(const std::string &path, int why) {
  throw OutputError(Error::Kind::Run,
                    fmt::format("cannot write '{}': {}", path, std::strerror(why)));
}

/// The path with links resolved, even if the file does not exist yet. Empty: that is not possible.
static std::filesystem::path resolvedPath(const std::filesystem::path &path) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const bool leadsOn = fs::is_symlink(path, ignored) && !fs::exists(path, ignored);
  return fs::weakly_canonical(leadsOn ? path.parent_path() / fs::read_symlink(path, ignored) : path,
                              ignored);
}

/// Whether the name of the temporary file, a few characters longer, is too long for the folder.
static bool isTooLong(const std::filesystem::path &target, const std::filesystem::path &folder) {
  const long most = pathconf(folder.c_str(), _PC_NAME_MAX);
  const std::size_t length = target.filename().string().size() + mostOfTemporaryName;
  return most > 0 && length > static_cast<std::size_t>(most);
}

OutputFile::OutputFile(const std::string &path) : path_(path) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const fs::path resolved = resolvedPath(path);
  target_ = resolved.empty() ? path : resolved.string();
  const fs::path target = target_;
  const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");

  if (path.empty() || !target.has_filename())
    refusePath(path, "it names no file");
  if (fs::is_directory(target, ignored))
    refusePath(path, "it is a folder; name a file in it");
  if (!fs::is_directory(folder, ignored))
    refusePath(path, fmt::format("there is no folder '{}'", folder.string()));
  if (isTooLong(target, folder))
    refusePath(path, std::strerror(ENAMETOOLONG));
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

void requireOwnKind(const OutputFile &file, std::string_view begins, const char *kind) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file.target(), ignored))
    return;
  std::ifstream stream(file.target(), std::ios::binary);
  std::string start(begins.size(), '\0');
  stream.read(start.data(), static_cast<std::streamsize>(start.size()));
  if (stream.gcount() > 0 && start != begins)
    refusePath(file.path(), fmt::format("it would replace a file that is no {}; give another name, "
                                        "or remove that file",
                                        kind));
}

bool areOneFile(const std::string &path, const std::string &other) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const auto whole = [&](const std::string &name) {
    return resolvedPath(fs::absolute(name, ignored));
  };
  const fs::path own = whole(path); // empty for a name that is too long
  return fs::equivalent(path, other, ignored) || (!own.empty() && own == whole(other));
}

void OutputFile::write(const std::function<void(std::FILE *)> &content) const {
  const TemporaryFile temporary(target_);
  std::FILE *file = temporary.descriptor < 0 ? nullptr : fdopen(temporary.descriptor, "wb");
  if (file == nullptr)
    failWrite(path_, errno);
  int why = 0;
  try {
    content(file);
  } catch (const std::system_error &error) { // from writeBytes
    why = error.code().value();
  } catch (...) {
    std::fclose(file);
    unlink(temporary.name().c_str());
    throw;
  }
  if (std::fclose(file) != 0 && why == 0)
    why = errno;
  if (why == 0 && std::rename(temporary.name().c_str(), target_.c_str()) != 0)
    why = errno;
  if (why == 0)
    return;
  unlink(temporary.name().c_str());
  failWrite(path_, why);
}

void writeStandardOutput(std::string_view text) {
  const bool isWritten = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if ((!isWritten || std::fflush(stdout) != 0) && errno != EPIPE)
    failStandardOutput(errno);
}

void failStandardOutput(int why) {
  throw OutputError(Error::Kind::Run,
                    fmt::format("cannot write to standard output: {}", std::strerror(why)));
}

void writeBytes(std::FILE *file, const void *data, std::size_t bytes) {
  if (std::fwrite(data, 1, bytes, file) != bytes)
    throw std::system_error(errno, std::generic_category());
}

} // namespace eulerc
