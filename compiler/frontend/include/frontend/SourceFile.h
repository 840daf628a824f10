// SourceFile: a program or a file it includes → its text, or why it cannot be had.
#pragma once

#include <optional>
#include <string>
#include <system_error>

namespace eulerc::compiler {

struct FileText {
  std::optional<std::string> text;
  std::error_code error; ///< when there is none
};

/// Reads a regular file of up to 16 MiB, and never waits: a pipe, a device, a folder or a file of
/// /proc is refused.
FileText readFile(const std::string &path);

} // namespace eulerc::compiler
