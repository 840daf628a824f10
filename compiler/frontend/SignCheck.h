// SignCheck: the tokens of a program, and mistakes in numbers and signs that Clang does not
// explain.
#pragma once

#include "Words.h"

#include "ir/Diagnostics.h"

#include <string>
#include <vector>

namespace eulerc::compiler {

class SignCheck {
protected:
  SignCheck(const std::string &file, const std::string &text, Diagnostics &diagnostics)
      : file_(file), text_(text), diagnostics_(diagnostics), tokens_(lexed(text)) {}

  /// The current token.
  const clang::Token &token() const { return tokens_[at_]; }
  std::string spelling(std::size_t k) const {
    return k < tokens_.size() ? text_.substr(offset(k), tokens_[k].getLength()) : std::string();
  }
  std::size_t offset(std::size_t k) const { return tokens_[k].getLocation().getRawEncoding() - 1; }
  /// Reports an error at the current token.
  void error(const std::string &message, const std::string &hint);

  /// Reports "2i" and "2u[i]", which C reads as an imaginary and an unsigned number; "0.1f", which
  /// it rounds to another number; and numbers with too many digits.
  void checkNumber(const std::string &word);
  /// Checks a sign within these brackets, in a declaration that begins with `first`.
  void checkSign(const std::string &open, const std::string &first, bool isAtStart);

  /// Whether all braces are closed.
  bool isInList() const;
  bool isBalanced() const;
  /// "int j, int i": an index for each size in the declaration of an array.
  std::string indicesOf(const std::string &array) const;

  const std::string &file_, &text_;
  Diagnostics &diagnostics_;
  const std::vector<clang::Token> tokens_;
  std::size_t at_ = 0;
  bool found_ = false;

private:
  unsigned lineNumber() const { return placeIn(file_, text_, offset(at_), 1).line; }

  bool isFirstOfLine();

  unsigned line_ = 0; ///< the latest line with a mistake
};

} // namespace eulerc::compiler
