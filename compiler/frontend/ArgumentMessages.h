// ArgumentMessages: what Clang says of the names of indices and times where no function has them.
//
//   "output real o(int i, real t) = u[i];"  →  "an output is a function: …"
#pragma once

#include "MessageReport.h"

namespace eulerc::compiler {

class ArgumentMessages : MessageReport {
public:
  using MessageReport::MessageReport;

  /// The value of a declaration that takes a function; false: it is of another kind.
  bool ofValue(const std::string &message);
  /// An argument of another function than the first ddt.
  bool ofWhen(const std::string &message);

private:
  std::string signature() const;
};

} // namespace eulerc::compiler
