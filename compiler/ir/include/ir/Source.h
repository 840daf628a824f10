// Source: places in source files.
#pragma once

#include <memory>
#include <string>

namespace eulerc::compiler {

/// A range of characters on one line of one file. Lines and columns count from 1; the end column
/// is exclusive. `line == 0` means "no place known".
struct SourceRange {
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
  unsigned endColumn = 0;
  /// The call from which the text of a helper was inlined; null outside of helpers.
  std::shared_ptr<const SourceRange> calledFrom{};

  bool known() const { return line != 0; }
  /// "string.ode:19:21"
  std::string str() const;
};

} // namespace eulerc::compiler
