#include "Words.h"

#include "frontend/Nearest.h"

#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"

#include <algorithm>
#include <set>

namespace eulerc::compiler {
namespace {

const std::vector<std::string> &declarationWords() {
  static const std::vector<std::string> words = {
      "param",    "state",    "field",  "table",         "data",    "initial", "ddt", "next",
      "boundary", "timespan", "static", "static_assert", "monitor", "stop",    "let", "method"};
  return words;
}

/// Other words that can begin a declaration in C; Clang judges what follows.
const std::set<std::string, std::less<>> &cWords() {
  static const std::set<std::string, std::less<>> words = {
      "real",  "int",   "const",          "constexpr",     "inline", "double",   "float",
      "long",  "bool",  "typedef",        "extern",        "struct", "unsigned", "signed",
      "short", "char",  "void",           "enum",          "union",  "volatile", "register",
      "auto",  "_Bool", "_Static_assert", "__attribute__", "asm"};
  return words;
}

/// Words that mean something else wherever they stand; C never sees them.
bool isReserved(const std::string &word) {
  static const std::set<std::string, std::less<>> free = {
      "static", "static_assert", "monitor", "stop", "next", "let", "method"};
  return !free.contains(word) &&
         std::ranges::find(declarationWords(), word) != declarationWords().end();
}

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

std::vector<clang::Token> lex(const std::string &text) {
  const clang::LangOptions options = languageOptions();
  clang::Lexer lexer(clang::SourceLocation::getFromRawEncoding(1), options, text.data(),
                     text.data(), text.data() + text.size());
  std::vector<clang::Token> tokens;
  for (clang::Token token;;) {
    lexer.LexFromRawLexer(token);
    tokens.push_back(token);
    if (token.is(clang::tok::eof))
      return tokens;
  }
}

} // namespace

std::vector<clang::Token> lexed(const std::string &text) { return lex(text); }

SourceRange placeIn(const std::string &file, const std::string &text, std::size_t offset,
                    unsigned length) {
  const auto line = static_cast<unsigned>(std::count(text.begin(), text.begin() + offset, '\n'));
  const std::size_t lineBegin = offset == 0 ? 0 : text.rfind('\n', offset - 1) + 1;
  const auto column = static_cast<unsigned>(offset - lineBegin) + 1;
  return {file, line + 1, column, column + length};
}

SurroundingDeclaration declarationAround(const std::string &text, std::size_t offset) {
  const std::vector<clang::Token> tokens = lex(text);
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
      found = {text.substr(begin, token.getLength()), begin};
    starts = false;
    if (opens(token))
      depth++;
    else if (closes(token))
      depth = std::max(0, depth - 1);
    starts = depth == 0 && token.isOneOf(clang::tok::semi, clang::tok::r_brace);
  }
  return found;
}

bool reportUnknownWords(const std::string &file, const std::string &text,
                        Diagnostics &diagnostics) {
  bool found = false, atStart = true, inDirective = false;
  int depth = 0;
  bool afterBody = false;        // a function body just closed: the next token starts a declaration
  std::set<std::string> defined; // by #define or typedef in this file
  std::set<std::string> reported; // reserved words, once each
  std::string previous, beforePrevious;
  std::string first; // of the declaration
  const std::vector<clang::Token> tokens = lex(text);
  const auto spelling = [&](std::size_t k) {
    return k < tokens.size()
               ? text.substr(tokens[k].getLocation().getRawEncoding() - 1, tokens[k].getLength())
               : std::string();
  };
  for (std::size_t k = 0; k < tokens.size(); k++) {
    const clang::Token &token = tokens[k];
    if (token.isAtStartOfLine())
      inDirective = token.is(clang::tok::hash);
    const std::size_t offset = token.getLocation().getRawEncoding() - 1;
    const std::string word = spelling(k);
    const auto error = [&](const std::string &message, const std::string &hint) {
      diagnostics.error(placeIn(file, text, offset, token.getLength()), message);
      diagnostics.hint(hint);
      found = true;
    };
    if (token.is(clang::tok::raw_identifier)) {
      if (inDirective && previous == "define" && beforePrevious == "#")
        defined.insert(word);
      const bool starts = depth == 0 && (atStart || afterBody);
      if (starts && !inDirective && !cWords().contains(word) &&
          std::ranges::find(declarationWords(), word) == declarationWords().end() &&
          !defined.contains(word)) {
        if (const auto meant = nearest(word, declarationWords()))
          error("unknown word '" + word + "'", "did you mean '" + *meant + "'?");
      }
      // At the start of a line it is rather the ';' or '}' before it that is missing.
      const bool isRule = word == "periodic" || word == "clamp" || word == "mirror";
      const bool misplaced =
          isRule ? first != "boundary" : isReserved(word) && !starts && !token.isAtStartOfLine();
      if (misplaced && !inDirective && reported.insert(word).second)
        error("'" + word + "' is a word of the language and cannot be used here",
              isRule ? "as a name take another one, for example '" + word + "_'"
                     : "it begins a declaration; as a name take another one, for "
                       "example '" +
                           word + "_'");
      if (starts)
        first = word;
      const bool isFunction = starts && !inDirective && (word == "ddt" || word == "initial");
      const bool isMacro = spelling(k + 3) == "("; // ddt(NAME(1)): Clang expands it
      if (isFunction && spelling(k + 1) == "(" && spelling(k + 3) != ")" && !isMacro)
        error(word + "(...) takes the name of a state", "write for example '" + word + "(y)'");
      if (isFunction && spelling(k + 1) == "(" && spelling(k + 3) == ")" && spelling(k + 4) != "(")
        error(word + "(" + spelling(k + 2) + ") is a function",
              "write '" + word + "(" + spelling(k + 2) + ")" +
                  (word == "ddt" ? "(int i, real t)" : "(int i)") + " { return ...; }'");
    }
    if (!inDirective) {
      atStart = token.is(clang::tok::semi) && depth == 0;
      afterBody = false;
      if (opens(token))
        depth++;
      else if (closes(token)) {
        depth = std::max(0, depth - 1);
        afterBody = depth == 0 && token.is(clang::tok::r_brace);
      }
    }
    beforePrevious = previous;
    previous = word;
  }
  return found;
}

const std::vector<std::string> &mathFunctions() {
  static const std::vector<std::string> names = {
      "acos", "acosh", "asin", "asinh", "atan",   "atan2", "atanh", "cbrt",   "ceil", "copysign",
      "cos",  "cosh",  "erf",  "erfc",  "exp",    "exp2",  "expm1", "fabs",   "fdim", "floor",
      "fmax", "fmin",  "fmod", "hypot", "lgamma", "log",   "log10", "log1p",  "log2", "pow",
      "rint", "round", "sin",  "sinh",  "sqrt",   "tan",   "tanh",  "tgamma", "trunc"};
  return names;
}

} // namespace eulerc::compiler
