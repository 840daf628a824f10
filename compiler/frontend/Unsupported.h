// Unsupported: finds directives and keywords of C that a program must not use, before Clang parses
// it. Clang would silently ignore some of them.
//
//   #embed "w.bin"                       →  '#embed' is not supported
//   __attribute__((constructor)) static  →  attributes are not supported
//   #define dt 0.1                       →  'dt' is a word of the language, and no macro
#pragma once

#include "ir/Diagnostics.h"

#include "clang/Lex/Preprocessor.h"

#include <array>

namespace eulerc::compiler {

class Unsupported {
public:
  /// Checks the directives from now on.
  Unsupported(clang::Preprocessor &preprocessor, Diagnostics &diagnostics);

  /// Checks one word after the other.
  void see(const clang::Token &word);

private:
  clang::Preprocessor &preprocessor_;
  Diagnostics &diagnostics_;
  std::array<clang::Token, 3> latest_; ///< the words before the next one
};

} // namespace eulerc::compiler
