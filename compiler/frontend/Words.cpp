#include "Words.h"

#include "MethodWords.h"

#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"

#include <algorithm>

namespace eulerc::compiler {

clang::LangOptions languageOptions() {
  clang::LangOptions options;
  options.C99 = options.C11 = options.C23 = options.LineComment = true;
  return options;
}

bool opens(const clang::Token &token) {
  return token.isOneOf(clang::tok::l_brace, clang::tok::l_paren, clang::tok::l_square);
}
bool closes(const clang::Token &token) {
  return token.isOneOf(clang::tok::r_brace, clang::tok::r_paren, clang::tok::r_square);
}

const std::vector<std::string> &reservedWords() {
  static const std::vector<std::string> words = {"param",    "state",   "field", "data",
                                                 "table",    "initial", "ddt",   "boundary",
                                                 "timespan", "dt",      "real"};
  return words;
}

bool isReserved(const std::string &word) {
  return std::ranges::find(reservedWords(), word) != reservedWords().end();
}

namespace {

/// Removes a line continuation ("\\" and the next line) from the token before it. To Clang it
/// belongs to that token.
void leaveLineEnds(clang::Token &token, const std::string &text) {
  std::size_t at = token.getLocation().getRawEncoding() - 1;
  const std::size_t begin = at, end = begin + token.getLength();
  while (at < end && text[at] == '\\') {
    const std::size_t next = text.find_first_not_of(" \t\r", at + 1);
    if (next >= end || text[next] != '\n')
      break;
    at = next + 1;
  }
  token.setLocation(token.getLocation().getLocWithOffset(static_cast<int>(at - begin)));
  token.setLength(static_cast<unsigned>(end - at));
  if (token.is(clang::tok::raw_identifier))
    token.setRawIdentifierData(text.data() + at);
}

} // namespace

std::vector<clang::Token> lexed(const std::string &text) {
  const clang::LangOptions options = languageOptions();
  clang::Lexer lexer(clang::SourceLocation::getFromRawEncoding(1), options, text.data(),
                     text.data(), text.data() + text.size());
  std::vector<clang::Token> tokens;
  for (clang::Token token;;) {
    lexer.LexFromRawLexer(token);
    leaveLineEnds(token, text);
    tokens.push_back(token);
    if (token.is(clang::tok::eof))
      return tokens;
  }
}

void refuseLongNumber(const SourceRange &where, Diagnostics &diagnostics) {
  diagnostics.error(where, "this number has more than " + std::to_string(kMostDigits) + " digits");
  diagnostics.hint("no real keeps more than 17 of them: write for example '0.3333333333333333'");
}

std::size_t pastBracket(const std::vector<clang::Token> &tokens, std::size_t k) {
  int depth = 0;
  do {
    depth += tokens[k].is(clang::tok::l_paren);
    depth -= tokens[k].is(clang::tok::r_paren);
  } while (++k < tokens.size() && depth > 0);
  return k;
}

std::string inAscii(std::string text) {
  std::ranges::replace_if(text, [](char c) { return static_cast<signed char>(c) < 0; }, 'u');
  return text;
}

SourceRange placeIn(const std::string &file, const std::string &text, std::size_t offset,
                    unsigned length) {
  const auto line = static_cast<unsigned>(std::count(text.begin(), text.begin() + offset, '\n'));
  const std::size_t lineBegin = offset == 0 ? 0 : text.rfind('\n', offset - 1) + 1;
  const auto column = static_cast<unsigned>(offset - lineBegin) + 1;
  return {file, line + 1, column, column + length};
}

SurroundingDeclaration declarationAround(const std::string &text, std::size_t offset) {
  const std::vector<clang::Token> tokens = lexed(text);
  SurroundingDeclaration found;
  int depth = 0;
  bool starts = true, inDirective = false;
  for (const clang::Token &token : tokens) {
    const std::size_t begin = token.getLocation().getRawEncoding() - 1;
    if (begin > offset || token.is(clang::tok::eof))
      break;
    if (token.isAtStartOfLine())
      inDirective = token.is(clang::tok::hash);
    if (inDirective)
      continue;
    if (starts && token.is(clang::tok::raw_identifier))
      found = {.word = text.substr(begin, token.getLength()), .offset = begin, .array = {}};
    else if (depth == 1 && found.array.empty() && token.is(clang::tok::raw_identifier))
      found.array = text.substr(begin, token.getLength());
    starts = false;
    found.isValue = found.isValue || (depth == 0 && token.is(clang::tok::equal));
    if (opens(token))
      depth++;
    else if (closes(token))
      depth = std::max(0, depth - 1);
    // A bracket replaces the semicolon of these (MethodWords.h).
    const bool endsByBracket =
        found.word == "m$thod" || found.word == "ev$nt" || found.word == "gl$bal";
    starts = depth == 0 && (token.isOneOf(clang::tok::semi, clang::tok::r_brace) ||
                            (endsByBracket && token.is(clang::tok::r_paren)));
  }
  if (found.word != "l$t" && found.word != "m$thod") // not "let(mu)", nor "method = 4"
    found.word = asWritten(found.word);
  return found;
}

} // namespace eulerc::compiler
