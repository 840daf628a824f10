#include "WordCheck.h"

#include "BracketCheck.h"
#include "DeclarationShapes.h"
#include "OtherWords.h"
#include "Words.h"

#include "frontend/Nearest.h"

#include "clang/Basic/IdentifierTable.h"
#include "clang/Basic/LangOptions.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <utility>

namespace eulerc::compiler {
namespace {

/// Other words that may begin a declaration in C; Clang checks what follows.
const std::set<std::string, std::less<>> &cWords() {
  static const std::set<std::string, std::less<>> words = {
      "real",  "int",   "const",          "constexpr",    "inline", "double",   "float",
      "long",  "bool",  "typedef",        "extern",       "struct", "unsigned", "signed",
      "short", "char",  "void",           "enum",         "union",  "volatile", "register",
      "auto",  "_Bool", "_Static_assert", "__attribute__"};
  return words;
}

/// Walks through the tokens of a program and tracks which of them begin a declaration.
class WordCheck : BracketCheck {
public:
  WordCheck(const std::string &file, const std::string &text, bool isHeader,
            Diagnostics &diagnostics)
      : BracketCheck(file, text, diagnostics), isHeader_(isHeader) {}

  /// Returns whether a mistake was found.
  bool run() {
    for (at_ = 0; at_ < tokens_.size() && !isOpen_; at_++) {
      if (token().isAtStartOfLine()) {
        inDirective_ = token().is(clang::tok::hash);
        if (inDirective_)
          branches_.pass(spelling(at_ + 1), now_);
        if (const std::size_t behind = pastDead(at_); behind > at_) {
          at_ = behind;
          branches_.pass(spelling(at_ + 1), now_);
        }
      }
      const std::string word = spelling(at_);
      if (inDirective_)
        hidesBraces_ |= word == "{" || word == "}";
      if (token().is(clang::tok::raw_identifier))
        check(word);
      if (token().is(clang::tok::numeric_constant))
        checkNumber(word);
      if (!inDirective_) {
        checkSign(now_.open, first_, !isHeader_ && isAtStart());
        goOn();
      }
      beforePrevious_ = previous_;
      previous_ = word;
    }
    return found_;
  }

private:
  /// Skips from "#if 0" to the directive that ends it, because C ignores the text in between.
  std::size_t pastDead(std::size_t k) const {
    if (spelling(k) != "#" || spelling(k + 1) != "if" || spelling(k + 2) != "0")
      return k;
    int depth = 1;
    for (k += 3; k + 1 < tokens_.size(); k++) {
      if (!tokens_[k].isAtStartOfLine() || tokens_[k].isNot(clang::tok::hash))
        continue;
      const std::string directive = spelling(k + 1);
      depth += directive.starts_with("if");
      depth -= directive == "endif";
      if (depth == 0 || (depth == 1 && directive.starts_with("el")))
        return k;
    }
    return k;
  }

  /// Reports a missing ';' after token k, the last one of a declaration.
  void missesSemicolon(std::size_t k) {
    diagnostics_.error(placeIn(file_, text_, offset(k) + tokens_[k].getLength(), 1),
                       "';' is missing at the end of this declaration");
    found_ = true;
    endWithoutSemicolon_ = k;
  }

  bool isAtStart() const { return now_.open.empty() && (now_.atStart || now_.afterBody); }

  void check(const std::string &word) {
    if (inDirective_ && previous_ == "define" && beforePrevious_ == "#")
      defined_.insert(word);
    const bool starts = isAtStart();
    if (starts && !inDirective_ && !isHeader_)
      checkFirst(word);
    if (!inDirective_ && !starts && checkBodyBefore())
      return;
    if (!inDirective_) {
      checkUse(word, starts);
      checkName(word);
    }
    if (starts) {
      first_ = word;
      beginsWithAttribute_ = isAttribute(word);
    }
    if (starts && !inDirective_ && !isHeader_ && (word == "ddt" || word == "initial"))
      checkFunction(word);
  }

  void checkFirst(const std::string &word) {
    if (word == "asm")
      return error("'asm' is not part of the language",
                   "write it in the language's own operators and functions");
    if (isDeclaration(word) && !defined_.contains(word))
      return checkShape(word);
    if (word == "dt" && spelling(at_ + 1) != "(")
      return error("'dt' is the length of the step, and cannot be declared",
                   "its default stands in the timespan: 'timespan = { .to = 1, .dt = 0.001 };'");
    if (word == "assert" && spelling(at_ + 1) == "(")
      return error("unknown word '" + word + "'", wordFromElsewhere(word));
    if (word == "else" && first_ == "when")
      return error("a 'when' has no 'else'",
                   "write both into one: 'when (true) { if (...) v[i] = 0; else v[i] = 1; }'");
    if (cWords().contains(word) || defined_.contains(word))
      return;
    const auto whole = std::ranges::find_if(declarationWords(), [&](const std::string &each) {
      return word.size() > 2 && each.starts_with(word); // "init"
    });
    const auto meant = whole != declarationWords().end() ? std::optional(*whole)
                                                         : nearest(word, declarationWords());
    if (meant)
      error("unknown word '" + word + "'", "did you mean '" + *meant + "'?");
  }

  /// The last token of a declaration that lacks its ';': another declaration follows, or this one
  /// is complete at the end of the line.
  std::optional<std::size_t> endWithoutSemicolon(const std::string &word) const {
    std::string tokens = word;
    int open = 0;
    for (std::size_t k = at_ + 1; !isFunction(word); k++) {
      const bool isWord = open == 0 && tokens_[k].is(clang::tok::raw_identifier) && mayEnd(k - 1);
      if (isWord && k > at_ + 2 && !defined_.contains(spelling(k)) && beginDeclaration(sixFrom(k)))
        return k - 1;
      if (tokens_[k].is(clang::tok::eof) || (isWord && word != "event") ||
          (tokens_[k].isAtStartOfLine() && open == 0 && mayBegin(k))) {
        if (lackSemicolon(word, tokens))
          return k - 1;
        if (!isWord)
          break;
      }
      if (tokens_[k].is(clang::tok::semi))
        break;
      open += opens(tokens_[k]) - closes(tokens_[k]);
      tokens += " " + spelling(k);
    }
    return std::nullopt;
  }

  /// Whether a declaration or a directive may begin with token k.
  bool mayBegin(std::size_t k) const {
    return tokens_[k].is(clang::tok::hash) || isDeclaration(spelling(k)) ||
           cWords().contains(spelling(k)) || defined_.contains(spelling(k));
  }

  /// Checks the type of a param. For most other types, Clang reports that the default does not fit.
  bool checkType() {
    static const std::set<std::string> whole = {"bool", "char"}, others = {"float", "void", "auto"};
    const std::string type = spelling(at_ + 1);
    const bool isPointer = spelling(at_ + 2) == "*";
    if (defined_.contains(type) || (!isPointer && !whole.contains(type) && !others.contains(type)))
      return false;
    const std::string meant = whole.contains(type) || type == "int" ? "int " : "real ";
    error("a param is an 'int' or a 'real'",
          "write 'param " + meant + spelling(at_ + (isPointer ? 3 : 2)) + " = ...;'" +
              (type == "float" ? "; its precision is chosen with eulerc's --real" : ""));
    return true;
  }

  void checkShape(const std::string &word) {
    if (const auto last = endWithoutSemicolon(word))
      return missesSemicolon(*last);
    if (checkBrackets(word) || checkNames(word) || (word == "param" && checkType()))
      return;
    std::string tokens = word;
    for (std::size_t k = at_ + 1; k < tokens_.size(); k++) {
      tokens += " " + spelling(k);
      if (tokens_[k].isOneOf(clang::tok::semi, clang::tok::l_brace))
        break;
    }
    if (checkFunction(word, tokens))
      return;
    if (const Shape *shape = shapeMissing(word, tokens))
      error(shape->message, shape->hint);
  }

  /// Refuses "table real f(int i) { ... }".
  bool checkFunction(const std::string &word, const std::string &tokens) {
    const std::string example = exampleOf(word);
    static const std::regex function("\\w+ ((?:real|int) )?(\\w+) \\( ((int|real)\\b.*)?\\) [;{]");
    const std::string text = inAscii(tokens);
    std::smatch match;
    if (example.empty() || !std::regex_match(text, match, function))
      return false;
    const std::size_t k = at_ + (match[1].matched ? 2 : 1);
    diagnostics_.error(placeIn(file_, text_, offset(k), tokens_[k].getLength()),
                       "'" + spelling(k) + "' is a function, and '" + word + "' declares none");
    diagnostics_.hint("a helper is 'static real " + spelling(k) + "(...) { ... }'; what '" + word +
                      "' declares is for example '" + example + "'");
    return found_ = true;
  }

  /// Reports a line in a body that only a declaration can begin with. Not where directives may hide
  /// a brace.
  bool checkBodyBefore() {
    const bool isStatement = previous_ == ";" || previous_ == "}" || previous_ == "{";
    if (!token().isAtStartOfLine() || hidesBraces_ || now_.open.empty() ||
        now_.open.find_first_of("([") != std::string::npos)
      return false;
    const std::string six = sixFrom(at_);
    if (isStatement ? !beginDeclaration(six) : !beginFunction(six))
      return false;
    if (!reported_.insert("}").second)
      return true;
    if (isBalanced())
      error("'" + spelling(at_) + "' begins a declaration",
            "it belongs outside of functions; a local is 'real a = ...;'");
    else
      error("'}' is missing before this declaration", "the function before it does not end");
    return true;
  }

  /// "next(u)(int i, ..." or "monitor(sum) total(..." at the start of a line is a declaration. A
  /// sign is then missing before it.
  bool isBehindOpenBracket() const {
    return token().isAtStartOfLine() && at_ + 4 < tokens_.size() && spelling(at_ + 3) == ")" &&
           (spelling(at_ + 4) == "(" || tokens_[at_ + 4].is(clang::tok::raw_identifier));
  }

  /// At the start of a line, rather the ';' or '}' before the word is missing.
  void checkUse(const std::string &word, bool starts) {
    const bool misplaced =
        isReserved(word) && isDeclaration(word) && !starts && !token().isAtStartOfLine();
    if ((word == "next" || word == "let" || word == "monitor") && !starts &&
        spelling(at_ + 1) == "(" && !isBehindOpenBracket() && !isEquation() &&
        reported_.insert(word).second)
      return error("'" + word + "' begins a declaration",
                   "give the function another name, for example '" + word + "_'");
    if (misplaced && !isEquation() && reported_.insert(word).second)
      error("'" + word + "' is a word of the language and cannot be used here", cureOfUse(word));
  }

  /// "ddt(v) = u[i];": see ReservedNames.cpp.
  bool isEquation() const {
    return !now_.open.empty() && spelling(at_) != "monitor" && spelling(at_ + 1) == "(" &&
           spelling(at_ + 3) == ")" && (spelling(at_ + 4) == "=" || spelling(at_ + 4) == ";");
  }

  std::string cureOfUse(const std::string &word) const {
    if (now_.open.empty() && previous_ == ",")
      return "it begins a declaration: write ';' in place of the ',' before it";
    if (now_.open.empty() && previous_ != "=" && beginFunction(sixFrom(at_)))
      return "it begins a declaration: remove '" + previous_ + "' before it";
    return "it begins a declaration; as a name take another one, for example '" + word + "_'";
  }

  /// "param int while = 3;": no declaration can use a word of C as a name.
  void checkName(const std::string &word) {
    static const std::set<std::string> types = {"real",   "int",   "long", "bool",
                                                "double", "float", "auto"};
    static const std::set<std::string> behind = {"=", ";", ",", "[", "(", ")"};
    if (spelling(at_ + 1) == "(" && takesBrackets(word)) // Unsupported refuses it
      return;
    const bool isMonitor = first_ == "monitor" && now_.open.empty() && previous_ == ")";
    if (isMonitor && word == "dt")
      return error("'dt' is the length of the step, and cannot be declared",
                   "give this declaration another name, for example 'tau'");
    const bool isListed = previous_ == "," && now_.open.empty() && isReserved(first_);
    const bool isNamed = types.contains(previous_) || isListed || isMonitor;
    const bool isOfC = isKeyword(word);
    if (isNamed && (isOfC || word == "real") && behind.contains(spelling(at_ + 1)) &&
        reported_.insert(word).second)
      error("'" + word + "' is a word of " + (isOfC ? "C" : "the language") +
                ", and cannot be a name",
            "take another one, for example '" + word + "_'");
  }

  /// Words that are allowed between a type and the name.
  static bool takesBrackets(const std::string &word) {
    static const std::set<std::string> words = {"__attribute__", "__attribute", "__declspec",
                                                "alignas",       "_Alignas",    "_Atomic"};
    return words.contains(word);
  }

  static bool isKeyword(const std::string &word) {
    static const clang::LangOptions options = languageOptions();
    static clang::IdentifierTable table(options);
    return table.get(word).isKeyword(options);
  }

  void checkFunction(const std::string &word) {
    const bool isName = spelling(at_ + 1) == "(";
    const std::string name = spelling(at_ + 2), behind = spelling(at_ + 3);
    const bool isMacro = behind == "("; // ddt(NAME(1)): Clang expands it
    if (!isName || (behind != ")" && !isMacro) || name == ")")
      return error(word + "(...) takes the name of a state", "write for example '" + word + "(y)'");
    if (behind == ")" && spelling(at_ + 4) != "(")
      error(word + "(" + name + ") is a function",
            "write '" + word + "(" + name + ")(" + indicesOf(name) +
                (word == "ddt" ? ", real t" : "") + ") { return ...; }'");
  }

  /// Words that are allowed before a declaration here, but refused later (Unsupported.h).
  static bool isAttribute(const std::string &word) {
    return word == "__attribute__" || word == "__declspec" || word == "alignas" ||
           word == "_Alignas" || word == "[";
  }

  /// Moves past a token of the program.
  void goOn() {
    if (now_.open.empty() && (now_.atStart || now_.afterBody) && token().is(clang::tok::l_square))
      beginsWithAttribute_ = true;
    now_.atStart = token().is(clang::tok::semi) && now_.open.empty();
    now_.afterBody = false;
    if (opens(token())) {
      now_.open += spelling(at_);
    } else if (closes(token())) {
      static const std::set<std::string> unlike = {"(}", "[}", "[)", "(]"};
      const std::string last = now_.open.empty() ? "" : now_.open.substr(now_.open.size() - 1);
      hidesBraces_ |= unlike.contains(last + spelling(at_));
      now_.open.resize(now_.open.size() - last.size());
      now_.afterBody =
          now_.open.empty() && (token().is(clang::tok::r_brace) || beginsWithAttribute_);
    }
    now_.atStart = now_.atStart || at_ == endWithoutSemicolon_;
  }

  const bool isHeader_;
  bool inDirective_ = false;
  bool beginsWithAttribute_ = false; ///< of the current declaration
  struct {
    bool atStart = true;
    bool afterBody = false; ///< a function body has just ended: the next token starts a declaration
    std::string open;       ///< open brackets
  } now_;
  Branches<decltype(now_)> branches_;
  /// A directive of this file contains a brace, or another bracket is not closed.
  bool hidesBraces_ = false;
  std::set<std::string> reported_;             ///< reserved words that were reported
  std::size_t endWithoutSemicolon_ = SIZE_MAX; ///< last token of the latest one without ';'
  std::string previous_, beforePrevious_;
  std::string first_; ///< the first word of the current declaration
};

} // namespace

bool reportUnknownWords(const std::string &file, const std::string &text,
                        Diagnostics &diagnostics) {
  return WordCheck(file, text, false, diagnostics).run();
}

void reportMisplacedWords(const std::string &header, const std::string &text,
                          Diagnostics &diagnostics) {
  WordCheck(header, text, true, diagnostics).run();
}

} // namespace eulerc::compiler
