#include "Files.h"

#include "Process.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include <unistd.h>

namespace eulerc::compiler {

namespace fs = std::filesystem;

std::string temporaryBeside(const std::string &path) {
  return path + ".eulerc-" + std::to_string(getpid());
}

bool isStream(const std::string &path) {
  std::error_code error;
  const fs::file_type type = fs::status(path, error).type();
  return path == "-" || type == fs::file_type::character || type == fs::file_type::fifo;
}

std::string whyNotWritable(const std::string &path) {
  std::error_code error;
  const fs::path parent = fs::path(path).parent_path();
  const std::string folder = parent.empty() ? "." : parent.string();
  if (fs::is_directory(path, error))
    return "it is a folder";
  if (fs::exists(path, error) && !fs::is_regular_file(path, error))
    return "it is not a regular file"; // replacing /dev/null, for instance, would harm the machine
  if (!fs::is_directory(folder, error))
    return "there is no folder '" + folder + "'";
  if (access(folder.c_str(), W_OK) != 0)
    return "the folder '" + folder + "' is not writable";
  return "";
}

std::string moveInto(const std::string &temporary, const std::string &path) {
  std::error_code error;
  fs::rename(temporary, path, error);
  if (!error)
    return "";
  const std::string reason = error.message();
  fs::remove(temporary, error);
  return reason;
}

/// Writes and closes a file. Returns the reason of a failure.
static std::string writeInto(std::FILE *file, const std::string &text) {
  if (file == nullptr)
    return std::strerror(errno);
  int why = std::fwrite(text.data(), 1, text.size(), file) == text.size() ? 0 : errno;
  if (std::fclose(file) != 0 && why == 0)
    why = errno;
  return why == 0 ? "" : std::strerror(why);
}

std::string writeFile(const std::string &path, const std::string &text) {
  if (isStream(path))
    return writeInto(std::fopen(path.c_str(), "wbe"), text);
  if (std::string reason = whyNotWritable(path); !reason.empty())
    return reason;
  const HeldSignals held;
  const std::string temporary = temporaryBeside(path);
  std::string reason = writeInto(std::fopen(temporary.c_str(), "wbe"), text);
  if (reason.empty())
    return moveInto(temporary, path);
  std::error_code ignored;
  fs::remove(temporary, ignored);
  return reason;
}

std::string writeOutput(const std::string &text) {
  const bool done =
      std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  return done ? "" : std::strerror(errno);
}

bool sameFile(const std::string &a, const std::string &b) {
  if (a == "-" || b == "-")
    return a == b;
  std::error_code error;
  const auto whole = [&](const std::string &path) {
    return fs::weakly_canonical(fs::absolute(path, error), error);
  };
  return fs::equivalent(a, b, error) || whole(a) == whole(b);
}

} // namespace eulerc::compiler
