// bareText(): a program's text without comments and extra space, for hashes that depend only on the
// program itself.
//
//   "param int N = 5;   // points\n\n"  →  "param int N = 5;"
#pragma once

#include <string>
#include <string_view>

namespace eulerc {

std::string bareText(std::string_view program);

} // namespace eulerc
