// BracketCheck: unclosed brackets of declarations, and missing signs in lists with names. Clang
// would report what follows from them.
#pragma once

#include "SignCheck.h"

#include <set>

namespace eulerc::compiler {

class BracketCheck : protected SignCheck {
protected:
  using SignCheck::SignCheck;

  /// Whether a declaration that begins with this word, the current token, is a function.
  bool isFunction(const std::string &word) const;
  std::string sixFrom(std::size_t k) const;
  /// Whether a value or a declaration may end with token k.
  bool mayEnd(std::size_t k) const;

  /// Checks the brackets of a declaration, up to its ';' or the body of its function. Not where
  /// macros or directives may hide a bracket.
  bool checkBrackets(const std::string &word);
  /// "{ .to = 1 .dt = 0.1 }", "axis x = { step = 0.1 };": the signs between the values of a list
  /// with names.
  bool checkNames(const std::string &word);

  std::set<std::string> defined_; ///< by #define or typedef in this file
  bool isOpen_ = false;           ///< a bracket is not closed: more would follow from it

private:
  std::string closingOf(std::size_t open) const;
  /// Reports that the bracket at `open` is not closed before token k.
  bool missesBracket(std::size_t open, std::size_t k);
};

} // namespace eulerc::compiler
