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

/// The text with U+FFFD in place of bytes that are not UTF-8. Comments may hold such bytes.
std::string inUtf8(const std::string &text);

} // namespace eulerc::compiler
