// Files: writing results so that an existing file is only ever replaced by a complete new one.
#pragma once

#include <string>

namespace eulerc::compiler {

/// Whether text goes there as it comes, and nothing is replaced: a device such as /dev/null, a
/// pipe; "-" is standard output.
bool isStream(const std::string &path);

/// Writes a file by way of a temporary one in the same folder, or a stream. Returns the reason of a
/// failure, or an empty string.
std::string writeFile(const std::string &path, const std::string &text);
/// The same with standard output.
std::string writeOutput(const std::string &text);

/// Whether both are names of one file, be it there already or not; "-" is standard output.
bool sameFile(const std::string &a, const std::string &b);

/// A name for a temporary file in the folder of `path`.
std::string temporaryBeside(const std::string &path);
/// Why no file can be put at `path`, or an empty string.
std::string whyNotWritable(const std::string &path);
/// Renames a complete temporary file to its final name. Returns the reason of a failure.
std::string moveInto(const std::string &temporary, const std::string &path);

} // namespace eulerc::compiler
