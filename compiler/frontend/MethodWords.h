// MethodWords: what C cannot be taught of `method = rk4;`, `let real mu[N];` and `dt`.
//
//   method = rk4;        →  (blanks), and the method rk4
//   let real mu[N];      →  l$t real mu[N];     for the word `let` has arguments elsewhere
//   ... sqrt(dt) ...     →  the same, and a declaration of dt before the program
//
// Places stay what they were: messages show the text that was written.
#pragma once

#include "ir/Source.h"

#include <string>
#include <vector>

namespace eulerc::compiler {

struct MethodWords {
  std::string text;    ///< as Clang sees it
  std::string prelude; ///< included before it
  std::string method;  ///< that it names; "": none
  SourceRange where;   ///< the name
};

MethodWords readMethodWords(const std::string &file, const std::string &text,
                            const std::vector<std::string> &defines);

} // namespace eulerc::compiler
