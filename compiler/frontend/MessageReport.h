// MessageReport: base of the classes that turn messages of Clang into messages of eulerc.
#pragma once

#include "ClangMessages.h"

#include <algorithm>
#include <regex>

namespace eulerc::compiler {

/// Whether a message matches a pattern.
inline bool reads(const std::string &text, const char *pattern, std::smatch *match = nullptr) {
  std::smatch unused;
  return std::regex_match(text, match ? *match : unused, std::regex(pattern));
}

class MessageReport {
public:
  MessageReport(const ClangError &error, const KnownNames &names, Diagnostics &diagnostics)
      : error_(error), names_(names), diagnostics_(diagnostics) {}

protected:
  bool say(const SourceRange &where, const std::string &message, const std::string &hint) {
    diagnostics_.error(where, message);
    if (!hint.empty())
      diagnostics_.hint(hint);
    return true;
  }
  bool say(const std::string &message, const std::string &hint) {
    return say(error_.where, message, hint);
  }

  bool isDeclared(const std::string &name) const {
    return std::ranges::find(names_.all, name) != names_.all.end();
  }

  const ClangError &error_;
  const KnownNames &names_;
  Diagnostics &diagnostics_;
};

} // namespace eulerc::compiler
