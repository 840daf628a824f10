// The text of a program without what makes no difference to it: comments, and how its words are
// spaced.
//
//   "param int N = 5;   // points\n\n"  →  "param int N = 5;"
#pragma once

#include <string>
#include <string_view>

namespace eulerc {

std::string bareText(std::string_view program);

} // namespace eulerc
