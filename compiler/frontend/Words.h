// Words of the language.
#pragma once

#include "ir/Diagnostics.h"

#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Token.h"

#include <string>
#include <vector>

namespace eulerc::compiler {

/// C, as programs are written in it.
clang::LangOptions languageOptions();

/// The words and signs of a text, as C has them.
std::vector<clang::Token> lexed(const std::string &text);
/// Whether it is a bracket of any kind that opens, or closes.
bool opens(const clang::Token &token);
bool closes(const clang::Token &token);
/// Letters of a number: Clang's floats overflow a buffer at some 35,000, and its integers take time
/// by the square.
inline constexpr std::size_t kMostDigits = 1000;
void refuseLongNumber(const SourceRange &where, Diagnostics &diagnostics);
/// Past the round bracket that closes the one at k.
std::size_t pastBracket(const std::vector<clang::Token> &tokens, std::size_t k);

/// Where in a program its text is, of a kind that the reader chooses: of "#if … #else … #endif"
/// each branch begins where the first one does.
template <class Place> class Branches {
public:
  /// `word`: behind the '#'.
  void pass(const std::string &word, Place &now) {
    if (word.starts_with("if"))
      begun_.push_back(now);
    else if (word.starts_with("el") && !begun_.empty())
      now = begun_.back();
    else if (word == "endif" && !begun_.empty())
      begun_.pop_back();
  }

private:
  std::vector<Place> begun_;
};

/// A text for patterns with \w, in which letters beyond ASCII are letters: "größe" → "gruuue".
std::string inAscii(std::string text);

/// The place of a number of letters of a text.
SourceRange placeIn(const std::string &file, const std::string &text, std::size_t offset,
                    unsigned length);

/// The top-level declaration that a place in a text belongs to.
struct SurroundingDeclaration {
  std::string word; ///< its first: "param", "boundary", "static"
  std::size_t offset = 0;
  std::string array;    ///< in the first brackets: "k" of "initial(k)(int i)"
  bool isValue = false; ///< whether the place is behind its '='
};
SurroundingDeclaration declarationAround(const std::string &text, std::size_t offset);

/// Words that mean something else wherever they stand, and that nothing else can be called.
const std::vector<std::string> &reservedWords();
bool isReserved(const std::string &word);

} // namespace eulerc::compiler
