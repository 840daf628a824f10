// BuiltinMessages: Clang's messages about boundary rules and functions of the language.
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
