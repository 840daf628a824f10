// Directives: removes the branches of #if that macros decide from OpenCL C, for human readers.
#pragma once

#include <string>
#include <vector>

namespace eulerc::compiler {

/// The text without the branches of #if that these macros ("NAME" or "NAME=VALUE") exclude. Macros
/// are not expanded, and comments stay.
std::string decideDirectives(const std::string &openclText, const std::vector<std::string> &macros);

} // namespace eulerc::compiler
