// ArgumentMessages: Clang's messages about names of indices and times outside of functions.
//
//   "output real o(int i, real t) = u[i];"  →  "an output is a function: …"
#pragma once

#include "MessageReport.h"

namespace eulerc::compiler {

class ArgumentMessages : MessageReport {
public:
  using MessageReport::MessageReport;

  /// For the value of a declaration that takes a function. False if it is another declaration.
  bool ofValue(const std::string &message);
  /// For an argument of a function other than the first ddt.
  bool ofWhen(const std::string &message);

private:
  std::string signature() const;
};

} // namespace eulerc::compiler
