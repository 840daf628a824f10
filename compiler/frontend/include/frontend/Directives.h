// Directives: OpenCL C in which what depends on macros is decided, for people to read.
#pragma once

#include <string>
#include <vector>

namespace eulerc::compiler {

/// The text without the branches of #if that these macros ("NAME" or "NAME=VALUE") leave out.
/// Macros are not expanded, and comments stay.
std::string decideDirectives(const std::string &openclText, const std::vector<std::string> &macros);

} // namespace eulerc::compiler
