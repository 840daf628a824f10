// SyntaxMessages: Clang's messages about a token that the grammar does not expect.
//
//   "a = u[i] 0.2;"  →  "'0.2' is not expected here"
#pragma once

#include "MessageReport.h"

namespace eulerc::compiler {

class SyntaxMessages : MessageReport {
public:
  using MessageReport::MessageReport;

  /// Returns false if the message is about something else.
  bool unexpected();
  /// Whether the message is about a word of another language or a value, and not about a bracket.
  bool isAboutWord() const { return isAboutWord_; }

private:
  /// "event e(int i, real t) = u[i] 0.2;": BracketCheck has found the brackets closed.
  bool operatorInMacro();
  /// If the grammar fails, the word at that place says more than the expected token.
  bool ofGrammar();
  /// "-D N=5" where the program says "param int N = 80;"
  bool macroAsName();

  bool isAboutWord_ = false;
};

} // namespace eulerc::compiler
