// NameMessages: Clang's messages about unknown names.
//
//   "Kk"  →  "unknown name 'Kk'", "did you mean 'K'?"
#pragma once

#include "MessageReport.h"

namespace eulerc::compiler {

/// The hint that lists the words that begin a declaration.
inline constexpr const char *kDeclarations =
    "a declaration starts with param, state, let, field, data, "
    "table, boundary, initial, ddt, next, timespan, axis, method, "
    "monitor, output, series, global, event, when, stop or static";

class NameMessages : MessageReport {
public:
  using MessageReport::MessageReport;

  /// False if the message is about something else.
  bool unknown();

private:
  bool declaredName(const std::string &name, bool isType);
  std::vector<std::string> candidatesFor(const std::string &name, bool isType) const;
  std::string cureOfPrefix(const std::string &prefix) const;
  bool ofElsewhere(const std::string &name, const std::string &message, bool isType);
};

} // namespace eulerc::compiler
