#include "SignCheck.h"

#include <algorithm>
#include <regex>
#include <set>
#include <utility>

namespace eulerc::compiler {

void SignCheck::error(const std::string &message, const std::string &hint) {
  diagnostics_.error(placeIn(file_, text_, offset(at_), token().getLength()), message);
  diagnostics_.hint(hint);
  found_ = true;
}

void SignCheck::checkNumber(const std::string &word) {
  if (word.size() > kMostDigits) {
    found_ = true;
    return refuseLongNumber(placeIn(file_, text_, offset(at_), token().getLength()), diagnostics_);
  }
  static const std::regex ofFloat("(?:(?:[0-9]+\\.[0-9]*|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?|[0-9]+[eE]"
                                  "[+-]?[0-9]+|0[xX][0-9a-fA-F.]+[pP][+-]?[0-9]+)[fF]");
  if (std::regex_match(word, ofFloat)) {
    if (isFirstOfLine())
      error("a number takes no 'f': all have the precision of the program",
            "write it without the 'f' behind it; 'eulerc --real=double' chooses the precision");
    return;
  }
  static const std::regex imaginary("[0-9]*\\.?[0-9]*([iIjJ]\\w*)"), lettered("[0-9]+([uUlL])");
  std::smatch match;
  if (std::regex_match(word, match, imaginary) ||
      ((spelling(at_ + 1) == "[" || spelling(at_ + 1) == "(") &&
       std::regex_match(word, match, lettered)))
    error("'" + match[1].str() + "' cannot follow a number",
          "write an operator between them, as in '2 * y[i]'");
}

/// Whether this is the first mistake of its line. Further mistakes of a line follow from the first.
bool SignCheck::isFirstOfLine() { return std::exchange(line_, lineNumber()) != lineNumber(); }

void SignCheck::checkSign(const std::string &open, const std::string &first, bool isAtStart) {
  static const std::set<std::string> lists = {"timespan", "axis", "table"};
  const bool isList = token().is(clang::tok::l_square) && spelling(at_ - 1) == "=",
             isIndices = token().is(clang::tok::comma) && open.ends_with('['),
             isEnd = token().is(clang::tok::semi) && open == "{" && lists.contains(first) &&
                     isInList() && (spelling(at_ + 1) == "." || spelling(at_ + 1) == "}");
  if (token().is(clang::tok::percent) && isAtStart && spelling(at_ + 1) != ":")
    return error("'%' cannot begin a declaration", "a comment begins with '//'");
  if (!(isList || isIndices || isEnd) || !isFirstOfLine())
    return;
  if (isList)
    error("a list is written in braces", "write '{ ... }' in place of '[ ... ]'");
  else if (isIndices)
    error("each pair of brackets holds one index", "write '[j][i]' instead of '[j, i]'");
  else
    error("the values of a list are separated by commas", "write ',' in place of ';'");
}

/// Whether the innermost open brace begins a list: "= {".
bool SignCheck::isInList() const {
  std::size_t k = at_;
  for (int depth = 1; depth > 0 && k > 0;)
    if (const std::string sign = spelling(--k); sign == "}" || sign == "{")
      depth += sign == "}" ? 1 : -1;
  return k > 0 && spelling(k - 1) == "=";
}

bool SignCheck::isBalanced() const {
  const auto count = [&](clang::tok::TokenKind kind) {
    return std::ranges::count_if(tokens_, [&](const clang::Token &each) { return each.is(kind); });
  };
  return count(clang::tok::l_brace) == count(clang::tok::r_brace);
}

std::string SignCheck::indicesOf(const std::string &array) const {
  std::size_t k = 0;
  while (k + 1 < tokens_.size() && (spelling(k) != array || spelling(k + 1) != "["))
    k++;
  std::string indices = "int i";
  for (int sizes = 0, depth = 0; ++k < tokens_.size();) {
    depth += tokens_[k].is(clang::tok::l_square) - tokens_[k].is(clang::tok::r_square);
    if (depth == 0 && tokens_[k].isNot(clang::tok::r_square))
      break;
    if (depth == 0 && sizes++ > 0 && sizes < 4)
      indices = std::string("int ") + "ijk"[sizes - 1] + ", " + indices;
  }
  return indices;
}

} // namespace eulerc::compiler
