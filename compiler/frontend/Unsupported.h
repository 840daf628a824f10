// Unsupported: what C's preprocessor and C's keywords can say that a program cannot, found before
// Clang parses it: some of it Clang would drop without a word.
//
//   #embed "w.bin"                       →  '#embed' is not supported
//   __attribute__((constructor)) static  →  attributes are not supported
//   #define dt 0.1                       →  'dt' is a word of the language, and no macro
#pragma once

#include "ir/Diagnostics.h"

#include "clang/Lex/Preprocessor.h"

namespace eulerc::compiler {

class Unsupported {
public:
  /// Looks at the directives from now on.
  Unsupported(clang::Preprocessor &preprocessor, Diagnostics &diagnostics);

  /// Looks at the words, one after the other.
  void see(const clang::Token &word);

private:
  clang::Preprocessor &preprocessor_;
  Diagnostics &diagnostics_;
  clang::Token previous_;
};

} // namespace eulerc::compiler
