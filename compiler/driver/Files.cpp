#include "Files.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include <unistd.h>

namespace eulerc::compiler {

namespace fs = std::filesystem;

FileText readFile(const std::string &path) {
  std::error_code error;
  if (!fs::exists(path, error))
    return {std::nullopt, "no such file"};
  if (fs::is_directory(path, error))
    return {std::nullopt, "it is a folder"};
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  if (in.peek() != std::ifstream::traits_type::eof())
    text << in.rdbuf();
  if (!in.is_open() || in.bad())
    return {std::nullopt, std::strerror(errno)};
  return {text.str(), ""};
}

std::string temporaryBeside(const std::string &path) {
  return path + ".eulerc-" + std::to_string(getpid());
}

std::string whyNotWritable(const std::string &path) {
  std::error_code error;
  const fs::path parent = fs::path(path).parent_path();
  const std::string folder = parent.empty() ? "." : parent.string();
  if (fs::is_directory(path, error))
    return "it is a folder";
  if (fs::exists(path, error) && !fs::is_regular_file(path, error))
    return "it is not a regular file"; // replacing /dev/null would harm the machine
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

std::string writeFile(const std::string &path, const std::string &text) {
  if (path == "-") {
    std::cout << text << std::flush;
    return std::cout ? "" : "standard output cannot be written";
  }
  if (std::string reason = whyNotWritable(path); !reason.empty())
    return reason;
  const std::string temporary = temporaryBeside(path);
  {
    std::ofstream out(temporary, std::ios::binary);
    out << text << std::flush;
    if (!out) {
      const std::string reason = std::strerror(errno);
      std::error_code ignored;
      fs::remove(temporary, ignored);
      return reason;
    }
  }
  return moveInto(temporary, path);
}

} // namespace eulerc::compiler
