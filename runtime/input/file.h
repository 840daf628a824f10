// Opens a file for the readers. Only regular files are opened; pipes are refused without waiting.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>

namespace eulerc {

struct CloseFile {
  void operator()(std::FILE *file) const { std::fclose(file); }
};

struct InputFile {
  std::unique_ptr<std::FILE, CloseFile> stream;
  std::int64_t bytes; ///< its size
};

/// Throws InputError when it cannot be read or is no regular file.
InputFile openInput(const std::string &path);

/// Whether the path exists; false for a name that is not possible.
bool hasFile(const std::string &path);

} // namespace eulerc
