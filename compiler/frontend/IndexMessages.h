// IndexMessages: Clang's messages about arrays read with too many indices, too few or none.
//
//   "state real u[N][N], v[N]; … v[j][i]"  →  "'v' has one size, and is read with two indices"
#pragma once

#include "MessageReport.h"

namespace eulerc::compiler {

/// The place of a part of an operand.
SourceRange part(SourceRange operand, const std::string &text, const std::smatch &match);

/// Each function returns false if the message is about something else.
class IndexMessages : MessageReport {
public:
  using MessageReport::MessageReport;

  /// An index too many, after a value that is no array.
  bool ofNoArray();
  /// An index that is not an integer.
  bool ofReal();
  /// An array in place of a number.
  bool missing();

private:
  bool sayPointer();
  bool sayLocal(const std::string &text, const SourceRange &range);
  bool sayTooFew(const std::string &text, const SourceRange &range);
  /// 'u[j][i]', or 'c[0][j][i]' if the first size counts species.
  std::string cureOfTooFew(const std::string &name, const DeclaredArray &array) const;
  bool sayWithoutIndex(const std::string &text, const SourceRange &range);
};

} // namespace eulerc::compiler
