// IndexMessages: what Clang says of arrays that are read with too many indices, too few or none.
//
//   "state real u[N][N], v[N]; … v[j][i]"  →  "'v' has one size, and is read with two indices"
#pragma once

#include "MessageReport.h"

namespace eulerc::compiler {

/// Where a part of an operand stands.
SourceRange part(SourceRange operand, const std::string &text, const std::smatch &match);

/// Each function returns false if the message is about something else.
class IndexMessages : MessageReport {
public:
  using MessageReport::MessageReport;

  /// An index behind what has no more of them.
  bool ofNoArray();
  /// An index that is no integer.
  bool ofReal();
  /// An array where a number should stand.
  bool missing();

private:
  bool sayPointer();
  bool sayLocal(const std::string &text, const SourceRange &range);
  bool sayTooFew(const std::string &text, const SourceRange &range);
  /// 'u[j][i]', or 'c[0][j][i]' where the first size counts species.
  std::string cureOfTooFew(const std::string &name, std::size_t sizes) const;
  bool sayWithoutIndex(const std::string &text, const SourceRange &range);
};

} // namespace eulerc::compiler
