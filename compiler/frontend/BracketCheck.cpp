#include "BracketCheck.h"

#include "DeclarationShapes.h"

namespace eulerc::compiler {

bool BracketCheck::isFunction(const std::string &word) const {
  return !endsWithSemicolon(word) || (word == "let" && spelling(at_ + 1) == "(");
}

std::string BracketCheck::sixFrom(std::size_t k) const {
  std::string tokens = spelling(k);
  for (std::size_t last = k + 5; k < last; k++)
    tokens += " " + spelling(k + 1);
  return tokens;
}

bool BracketCheck::mayEnd(std::size_t k) const {
  static const std::set<std::string> types = {"real", "int", "long", "bool", "double", "float"};
  return closes(tokens_[k]) ||
         tokens_[k].isOneOf(clang::tok::numeric_constant, clang::tok::string_literal) ||
         (tokens_[k].is(clang::tok::raw_identifier) && !types.contains(spelling(k)));
}

bool BracketCheck::checkBrackets(const std::string &word) {
  const bool hasBody = isFunction(word);
  std::vector<std::size_t> open;
  for (std::size_t k = at_ + 1; k < tokens_.size(); k++) {
    const std::string last = open.empty() ? "" : spelling(open.back());
    const bool isBlock = spelling(k) == "{" && spelling(k - 1) == "(",
               isSemicolonOfList = spelling(k) == ";" && last == "{" &&
                                   (spelling(k + 1) == "." || spelling(k + 1) == "}");
    if (tokens_[k].is(clang::tok::hash) || defined_.contains(spelling(k)) || isBlock ||
        isSemicolonOfList)
      return false;
    const bool isList = spelling(k) == "{" && !hasBody && spelling(k - 1) != ")" && last != "(" &&
                        last != "[",
               isNext = tokens_[k].isAtStartOfLine() && beginDeclaration(sixFrom(k));
    if (tokens_[k].isOneOf(clang::tok::semi, clang::tok::eof) || isNext ||
        (spelling(k) == "{" && !isList))
      return !open.empty() && missesBracket(open.back(), k);
    if (opens(tokens_[k])) {
      open.push_back(k);
    } else if (closes(tokens_[k]) && open.empty()) {
      if (!isMacro(word))
        return false; // Clang says where it may be missing
      diagnostics_.error(placeIn(file_, text_, offset(k), 1),
                         "'" + spelling(k) + "' closes nothing");
      diagnostics_.hint("remove it, or open a bracket before it");
      return found_ = true;
    } else if (closes(tokens_[k]) && spelling(k) != closingOf(open.back())) {
      return missesBracket(open.back(), k);
    } else if (closes(tokens_[k])) {
      open.pop_back();
    }
  }
  return false;
}

std::string BracketCheck::closingOf(std::size_t open) const {
  return spelling(open) == "(" ? ")" : spelling(open) == "[" ? "]" : "}";
}

bool BracketCheck::missesBracket(std::size_t open, std::size_t k) {
  if (tokens_[k].is(clang::tok::eof))
    diagnostics_.error(placeIn(file_, text_, offset(k - 1) + tokens_[k - 1].getLength(), 1),
                       "'" + closingOf(open) + "' is missing before the end of the file");
  else
    diagnostics_.error(placeIn(file_, text_, offset(k), tokens_[k].getLength()),
                       "'" + closingOf(open) + "' is missing before '" + spelling(k) + "'");
  diagnostics_.hint("close the bracket there, or write an operator");
  diagnostics_.note(placeIn(file_, text_, offset(open), 1), "its other half is here");
  return isOpen_ = found_ = true;
}

bool BracketCheck::checkNames(const std::string &word) {
  if (word != "timespan" && word != "axis")
    return false;
  for (std::size_t k = at_ + 1; k + 1 < tokens_.size() && tokens_[k].isNot(clang::tok::semi); k++) {
    const bool isName = spelling(k) == "." && tokens_[k + 1].is(clang::tok::raw_identifier),
               isBare = word == "axis" && tokens_[k].is(clang::tok::raw_identifier) &&
                        spelling(k + 1) == "=" &&
                        (spelling(k - 1) == "{" || spelling(k - 1) == ",");
    const bool lacksComma = isName && mayEnd(k - 1) && spelling(k + 2) == "=";
    if (!lacksComma && !isBare)
      continue;
    const std::string name = spelling(lacksComma ? k + 1 : k);
    diagnostics_.error(placeIn(file_, text_, offset(k), lacksComma ? 1 : name.size()),
                       lacksComma ? "',' is missing before '." + name + "'"
                                  : "'.' is missing before '" + name + "'");
    diagnostics_.hint("write '" + exampleOf(word) + "'");
    return found_ = true;
  }
  return false;
}

} // namespace eulerc::compiler
