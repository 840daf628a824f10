// Files: writes results so that an existing file is only ever replaced by a complete new one.
#pragma once

#include <string>

namespace eulerc::compiler {

/// Whether a path is a stream, to which text is written without replacing a file: a device such as
/// /dev/null, or a pipe; "-" is standard output.
bool isStream(const std::string &path);

/// Writes a stream, or a file by way of a temporary file in the same folder. Returns the reason of
/// a failure, or an empty string.
std::string writeFile(const std::string &path, const std::string &text);
/// The same for standard output.
std::string writeOutput(const std::string &text);

/// Whether both are names of one file, existing or not; "-" is standard output.
bool sameFile(const std::string &a, const std::string &b);

/// A name for a temporary file in the folder of `path`.
std::string temporaryBeside(const std::string &path);
/// The reason why no file can be written at `path`, or an empty string.
std::string whyNotWritable(const std::string &path);
/// Renames a complete temporary file to its final name. Returns the reason of a failure.
std::string moveInto(const std::string &temporary, const std::string &path);

} // namespace eulerc::compiler
