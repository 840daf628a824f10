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

namespace {

/// Goes through the tokens of a program and knows which of them begin a declaration.
class WordCheck {
public:
  WordCheck(const std::string &file, const std::string &text, Diagnostics &diagnostics)
      : file_(file), text_(text), diagnostics_(diagnostics), tokens_(lex(text)) {}

  /// Whether something was found.
  bool run() {
    for (at_ = 0; at_ < tokens_.size(); at_++) {
      if (token().isAtStartOfLine())
        inDirective_ = token().is(clang::tok::hash);
      const std::string word = spelling(at_);
      if (token().is(clang::tok::raw_identifier))
        check(word);
      if (!inDirective_)
        goOn();
      beforePrevious_ = previous_;
      previous_ = word;
    }
    return found_;
  }

private:
  const clang::Token &token() const { return tokens_[at_]; }

  std::string spelling(std::size_t k) const {
    return k < tokens_.size() ? text_.substr(offset(k), tokens_[k].getLength()) : std::string();
  }
  std::size_t offset(std::size_t k) const { return tokens_[k].getLocation().getRawEncoding() - 1; }

  void error(const std::string &message, const std::string &hint) {
    diagnostics_.error(placeIn(file_, text_, offset(at_), token().getLength()), message);
    diagnostics_.hint(hint);
    found_ = true;
  }

  void check(const std::string &word) {
    if (inDirective_ && previous_ == "define" && beforePrevious_ == "#")
      defined_.insert(word);
    const bool starts = depth_ == 0 && (atStart_ || afterBody_);
    if (starts && !inDirective_)
      checkFirst(word);
    if (!inDirective_)
      checkUse(word, starts);
    if (starts)
      first_ = word;
    if (starts && !inDirective_ && (word == "ddt" || word == "initial"))
      checkFunction(word);
  }

  void checkFirst(const std::string &word) {
    if (cWords().contains(word) || defined_.contains(word) ||
        std::ranges::find(declarationWords(), word) != declarationWords().end())
      return;
    if (const auto meant = nearest(word, declarationWords()))
      error("unknown word '" + word + "'", "did you mean '" + *meant + "'?");
  }

  /// At the start of a line it is rather the ';' or '}' before it that is missing.
  void checkUse(const std::string &word, bool starts) {
    const bool isRule = word == "periodic" || word == "clamp" || word == "mirror";
    const bool misplaced =
        isRule ? first_ != "boundary" : isReserved(word) && !starts && !token().isAtStartOfLine();
    if ((word == "next" || word == "let") && !starts && spelling(at_ + 1) == "(" &&
        reported_.insert(word).second)
      return error("'" + word + "' begins a declaration",
                   "give the function another name, for example '" + word + "_'");
    if (misplaced && reported_.insert(word).second)
      error("'" + word + "' is a word of the language and cannot be used here",
            (isRule ? "as a name" : "it begins a declaration; as a name") +
                std::string(" take another one, for example '") + word + "_'");
  }

  void checkFunction(const std::string &word) {
    if (spelling(at_ + 1) != "(")
      return;
    const std::string name = spelling(at_ + 2), behind = spelling(at_ + 3);
    const bool isMacro = behind == "("; // ddt(NAME(1)): Clang expands it
    if (behind != ")" && !isMacro)
      error(word + "(...) takes the name of a state", "write for example '" + word + "(y)'");
    if (behind == ")" && spelling(at_ + 4) != "(")
      error(word + "(" + name + ") is a function",
            "write '" + word + "(" + name + ")" + (word == "ddt" ? "(int i, real t)" : "(int i)") +
                " { return ...; }'");
  }

  /// Past a token of the program.
  void goOn() {
    atStart_ = token().is(clang::tok::semi) && depth_ == 0;
    afterBody_ = false;
    if (opens(token())) {
      depth_++;
    } else if (closes(token())) {
      depth_ = std::max(0, depth_ - 1);
      afterBody_ = depth_ == 0 && token().is(clang::tok::r_brace);
    }
  }

  const std::string &file_, &text_;
  Diagnostics &diagnostics_;
  const std::vector<clang::Token> tokens_;
  std::size_t at_ = 0;
  bool found_ = false, atStart_ = true, inDirective_ = false;
  bool afterBody_ = false; ///< a function body just closed: the next token starts a declaration
  int depth_ = 0;
  std::set<std::string> defined_;  ///< by #define or typedef in this file
  std::set<std::string> reported_; ///< reserved words, once each
  std::string previous_, beforePrevious_;
  std::string first_; ///< of the declaration
};

} // namespace

bool reportUnknownWords(const std::string &file, const std::string &text,
                        Diagnostics &diagnostics) {
  return WordCheck(file, text, diagnostics).run();
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
