// Words: the tokens and words of the language.
#pragma once

#include "ir/Diagnostics.h"

#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Token.h"

#include <string>
#include <vector>

namespace eulerc::compiler {

/// The options of C in which programs are written.
clang::LangOptions languageOptions();

/// The words and signs of a text, as tokens of C.
std::vector<clang::Token> lexed(const std::string &text);
/// Whether a token is an opening (closing) bracket of any kind.
bool opens(const clang::Token &token);
bool closes(const clang::Token &token);
/// The most characters of a number. Clang's floats overflow a buffer at some 35,000, and its
/// integers take quadratic time.
inline constexpr std::size_t kMostDigits = 1000;
void refuseLongNumber(const SourceRange &where, Diagnostics &diagnostics);
/// The position after the round bracket that closes the one at k.
std::size_t pastBracket(const std::vector<clang::Token> &tokens, std::size_t k);

/// Tracks the place of a text in a program; the reader chooses the kind of place. Each branch of
/// "#if … #else … #endif" begins at the place where the first one does.
template <class Place> class Branches {
public:
  /// `word`: the word after the '#'.
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

/// A text for patterns with \w: characters beyond ASCII become letters: "größe" → "gruuue".
std::string inAscii(std::string text);

/// The place of `length` characters of a text.
SourceRange placeIn(const std::string &file, const std::string &text, std::size_t offset,
                    unsigned length);

/// The top-level declaration around a place in a text.
struct SurroundingDeclaration {
  std::string word; ///< its first word: "param", "boundary", "static"
  std::size_t offset = 0;
  std::string array;    ///< the name in its first brackets: "k" in "initial(k)(int i)"
  bool isValue = false; ///< whether the place is after its '='
};
SurroundingDeclaration declarationAround(const std::string &text, std::size_t offset);

/// Words with a fixed meaning, which no declaration can use as a name.
const std::vector<std::string> &reservedWords();
bool isReserved(const std::string &word);

} // namespace eulerc::compiler
