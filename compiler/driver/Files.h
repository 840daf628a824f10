// Files: reading the program, and writing results so that an existing file is only ever replaced by
// a complete new one.
#pragma once

#include <optional>
#include <string>

namespace eulerc::compiler {

/// The contents of a file, or the reason why it cannot be read.
struct FileText {
  std::optional<std::string> text;
  std::string reason;
};
FileText readFile(const std::string &path);

/// Writes a file by way of a temporary one beside it; "-" is standard output. Returns the reason
/// of a failure, or an empty string.
std::string writeFile(const std::string &path, const std::string &text);

/// A name for a temporary file beside `path`.
std::string temporaryBeside(const std::string &path);
/// Why no file can be put at `path`, or an empty string.
std::string whyNotWritable(const std::string &path);
/// Puts a complete temporary file in its place. Returns the reason of a failure.
std::string moveInto(const std::string &temporary, const std::string &path);

} // namespace eulerc::compiler
