// SourceFile: the text of a program or an included file, or the reason why it cannot be read.
#pragma once

#include <optional>
#include <string>
#include <system_error>

namespace eulerc::compiler {

struct FileText {
  std::optional<std::string> text;
  std::error_code error; ///< set if there is no text
};

/// Reads a regular file of up to 16 MiB, and never waits: pipes, devices, folders and files of
/// /proc are refused.
FileText readFile(const std::string &path);

} // namespace eulerc::compiler
