// BuiltinMessages: what Clang says of words of the language, boundary rules and functions.
//
//   "boundary(y) = reflective;"  →  "there is no boundary rule 'reflective'", "write 'neumann(0)'"
#pragma once

#include "Builtins.h"
#include "MessageReport.h"

namespace eulerc::compiler {

/// Each function returns false if the message is about something else.
class BuiltinMessages : MessageReport {
public:
  using MessageReport::MessageReport;

  bool hiddenRule();
  bool misplacedRule();
  bool wrongValues();
  bool unknownRule();

private:
  const Builtin *builtinSpoken() const;
};

} // namespace eulerc::compiler
