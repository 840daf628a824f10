#include "WordCheck.h"

#include "Words.h"

#include "frontend/Nearest.h"

#include "clang/Basic/IdentifierTable.h"
#include "clang/Basic/LangOptions.h"

#include <algorithm>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <utility>

namespace eulerc::compiler {
namespace {

const std::vector<std::string> &declarationWords() {
  static const std::vector<std::string> words = {
      "param",    "state",    "field",  "table",         "data",    "initial", "ddt", "next",
      "boundary", "timespan", "static", "static_assert", "monitor", "stop",    "let", "method",
      "axis",     "output",   "event",  "when",          "global",  "series"};
  return words;
}

/// How a declaration that begins with `word` is written: its tokens with spaces between them, up to
/// the first ';' or '{'.
struct Shape {
  const char *word, *tokens, *message, *hint;
};
const Shape kShapes[] = {
    {"global", "global real \\w+ = \\w+ \\( [^,;]+ \\) ;", "a global is one number of a state",
     "write 'global real mean_u = mean(u);'"},
    {"event", "event \\w+ \\( .+ \\) = .+ ;", "an event is a value that may cross zero",
     "write 'event spike(int i, real t) = v[i] - 1;'"},
    {"output", "output real \\w+ \\( .*", "an output is a function of real",
     "write 'output real speed(int i, real t) { return ...; }'"},
    {"series", "series real \\w+ \\[ .*", "a series is a field that changes in time",
     "write 'series real wind[NY][NX];'"},
    {"axis", "axis \\w+ = .*", "an axis is a list",
     "write 'axis x = { .from = 0.0, .step = 0.1 };', or '{ .at = DATA }'"},
    {"when", "when \\( .+ \\) \\{", "a 'when' has a condition and a block",
     "write 'when (v[i] > 1) { v[i] = 0; }'"},
    {"monitor", "monitor \\( \\w.*", "a monitor names its reduction",
     "write 'monitor(max) largest(int i, real t) { return u[i]; }'"},
    {"monitor", "monitor \\( .*\\{", "a monitor is a function",
     "write 'monitor(max) largest(int i, real t) { return u[i]; }'"},
    {"monitor", "monitor \\( \\w+ \\) (?!real |int ).*", "a monitor has no type",
     "leave it out: 'monitor(max) largest(int i, real t) { return u[i]; }'"},
    {"stop", "stop \\( .+ \\) ;", "a condition to stop stands in brackets",
     "write 'stop(energy < 0.1);'"},
    {"boundary", "(?!boundary \\( \\w+ (, \\w+ ){3}|boundary \\( \\w+ \\) \\().*",
     "a boundary rule names its state, perhaps an axis and a side",
     "write 'boundary(y) = periodic;', or 'boundary(y, i, low) = dirichlet(0);'"},
    {"next", "next \\( [^)].*", "next(...) takes the name of a state",
     "write for example 'next(y)(int i, real t) { return ...; }'"},
    {"boundary", "(?!boundary \\( [^)]*\\) = \\w+ (\\( [^()]*\\) )?,).*", "each side has one rule",
     "write 'boundary(u, i, low) = ...;' and 'boundary(u, i, high) = ...;'"},
    {"boundary", "boundary \\( [^),].*", "a boundary rule names its state",
     "write for example 'boundary(y) = periodic;'"},
    {"timespan", "timespan [^(].*", "the timespan is a list",
     "write 'timespan = { .from = 0, .to = 1, .dt = 0.01 };'"},
};

bool isDeclaration(const std::string &word) {
  return std::ranges::find(declarationWords(), word) != declarationWords().end();
}

/// Other words that can begin a declaration in C; Clang judges what follows.
const std::set<std::string, std::less<>> &cWords() {
  static const std::set<std::string, std::less<>> words = {
      "real",  "int",   "const",          "constexpr",    "inline", "double",   "float",
      "long",  "bool",  "typedef",        "extern",       "struct", "unsigned", "signed",
      "short", "char",  "void",           "enum",         "union",  "volatile", "register",
      "auto",  "_Bool", "_Static_assert", "__attribute__"};
  return words;
}

/// Goes through the tokens of a program and knows which of them begin a declaration.
class WordCheck {
public:
  WordCheck(const std::string &file, const std::string &text, bool isHeader,
            Diagnostics &diagnostics)
      : file_(file), text_(text), isHeader_(isHeader), diagnostics_(diagnostics),
        tokens_(lexed(text)) {}

  /// Whether something was found.
  bool run() {
    for (at_ = 0; at_ < tokens_.size(); at_++) {
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
      if (!inDirective_)
        goOn();
      beforePrevious_ = previous_;
      previous_ = word;
    }
    return found_;
  }

private:
  const clang::Token &token() const { return tokens_[at_]; }

  /// From "#if 0" to the directive that ends it: C does not look at what is in between.
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

  std::string spelling(std::size_t k) const {
    return k < tokens_.size() ? text_.substr(offset(k), tokens_[k].getLength()) : std::string();
  }
  std::size_t offset(std::size_t k) const { return tokens_[k].getLocation().getRawEncoding() - 1; }

  void error(const std::string &message, const std::string &hint) {
    diagnostics_.error(placeIn(file_, text_, offset(at_), token().getLength()), message);
    diagnostics_.hint(hint);
    found_ = true;
  }

  /// Of a declaration whose last token is k.
  void missesSemicolon(std::size_t k) {
    diagnostics_.error(placeIn(file_, text_, offset(k) + tokens_[k].getLength(), 1),
                       "';' is missing at the end of this declaration");
    found_ = true;
  }

  void check(const std::string &word) {
    if (inDirective_ && previous_ == "define" && beforePrevious_ == "#")
      defined_.insert(word);
    const bool starts = now_.open.empty() && (now_.atStart || now_.afterBody);
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

  /// "2i" and "2u[i]", which C takes for an imaginary number and for one without a sign; and
  /// "0.1f", which it rounds to another number.
  void checkNumber(const std::string &word) {
    static const std::regex ofFloat(
        "(?:(?:[0-9]+\\.[0-9]*|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?|[0-9]+[eE]"
        "[+-]?[0-9]+|0[xX][0-9a-fA-F.]+[pP][+-]?[0-9]+)[fF]");
    if (std::regex_match(word, ofFloat)) {
      if (std::exchange(lineOfFloat_, lineNumber()) != lineNumber())
        error("a number takes no 'f': all have the precision of the program",
              "write it without the 'f' behind it; 'eulerc --real=double' chooses the precision");
      return;
    }
    static const std::regex imaginary("[0-9]*\\.?[0-9]*([iIjJ])"), lettered("[0-9]+([uUlL])");
    std::smatch match;
    if (std::regex_match(word, match, imaginary) ||
        ((spelling(at_ + 1) == "[" || spelling(at_ + 1) == "(") &&
         std::regex_match(word, match, lettered)))
      error("'" + match[1].str() + "' cannot follow a number",
            "write an operator between them, as in '2 * y[i]'");
  }

  void checkFirst(const std::string &word) {
    if (word == "asm")
      return error("'asm' is not part of the language",
                   "write it in the language's own operators and functions");
    if (isDeclaration(word) && !defined_.contains(word))
      return checkShape(word);
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

  unsigned lineNumber() const { return placeIn(file_, text_, offset(at_), 1).line; }

  /// The last token of a declaration that would be one if it did not go on into the next line.
  std::optional<std::size_t> endWithoutSemicolon(const std::string &word) const {
    static const std::map<std::string, const char *> whole = {
        {"method", "method = \\w+"},
        {"stop", "stop \\( .+ \\)"},
        {"global", "global real \\w+ = \\w+ \\( [^,;]+ \\)"},
        {"event", "event \\w+ \\( .+ \\) = .+"}};
    const auto shape = whole.find(word);
    if (shape == whole.end())
      return std::nullopt;
    std::string tokens = word;
    int open = 0;
    for (std::size_t k = at_ + 1;; k++) {
      if (tokens_[k].is(clang::tok::eof) ||
          (tokens_[k].isAtStartOfLine() && open == 0 && mayBegin(k)))
        return std::regex_match(inAscii(tokens), std::regex(shape->second)) ? std::optional(k - 1)
                                                                            : std::nullopt;
      if (tokens_[k].isOneOf(clang::tok::semi, clang::tok::l_brace))
        return std::nullopt;
      open += opens(tokens_[k]) - closes(tokens_[k]);
      tokens += " " + spelling(k);
    }
  }

  /// Whether a declaration, or a directive, may begin with that token.
  bool mayBegin(std::size_t k) const {
    return tokens_[k].is(clang::tok::hash) || isDeclaration(spelling(k)) ||
           cWords().contains(spelling(k)) || defined_.contains(spelling(k));
  }

  void checkShape(const std::string &word) {
    if (const auto last = endWithoutSemicolon(word))
      return missesSemicolon(*last);
    std::string tokens = word;
    for (std::size_t k = at_ + 1; k < tokens_.size(); k++) {
      tokens += " " + spelling(k);
      if (tokens_[k].isOneOf(clang::tok::semi, clang::tok::l_brace))
        break;
    }
    for (const Shape &shape : kShapes)
      if (shape.word == word && !std::regex_match(inAscii(tokens), std::regex(shape.tokens)))
        return error(shape.message, shape.hint);
  }

  /// A line within a body that only a declaration begins so. Not where directives may hide a brace.
  bool checkBodyBefore() {
    static const std::regex declaration(
        "(state|param|table|data|field|series|let|output|global) (real|int) .*|(ddt|next|let|"
        "initial) \\( \\w+ \\) \\(.*|monitor \\( \\w+ \\) \\w.*|event \\w+ \\(.*|axis \\w+ =.*|"
        "boundary \\( \\w+ (,|\\) =).*|(stop|when) \\( .*|method = \\w+ ;.*|timespan = "
        "\\{.*|static (inline )?(real|int) \\w+ \\(.*");
    const bool isLine = token().isAtStartOfLine() && (previous_ == ";" || previous_ == "}");
    if (!isLine || hidesBraces_ || now_.open.find_first_of("([") != std::string::npos)
      return false;
    std::string tokens = spelling(at_);
    for (std::size_t k = 1; k < 6; k++)
      tokens += " " + spelling(at_ + k);
    if (!std::regex_match(inAscii(tokens), declaration))
      return false;
    if (reported_.insert("}").second)
      error("'}' is missing before this declaration", "the function before it does not end");
    return true;
  }

  /// "next(u)(int i, ..." or "monitor(sum) total(..." at the start of a line is a declaration: what
  /// is missing stands before it.
  bool isBehindOpenBracket() const {
    return token().isAtStartOfLine() && at_ + 4 < tokens_.size() && spelling(at_ + 3) == ")" &&
           (spelling(at_ + 4) == "(" || tokens_[at_ + 4].is(clang::tok::raw_identifier));
  }

  /// At the start of a line it is rather the ';' or '}' before it that is missing.
  void checkUse(const std::string &word, bool starts) {
    const bool misplaced =
        isReserved(word) && isDeclaration(word) && !starts && !token().isAtStartOfLine();
    if ((word == "next" || word == "let" || word == "monitor") && !starts &&
        spelling(at_ + 1) == "(" && !isBehindOpenBracket() && reported_.insert(word).second)
      return error("'" + word + "' begins a declaration",
                   "give the function another name, for example '" + word + "_'");
    if (misplaced && reported_.insert(word).second)
      error("'" + word + "' is a word of the language and cannot be used here",
            "it begins a declaration; as a name take another one, for example '" + word + "_'");
  }

  /// "param int while = 3;": no macro and no declaration can make a name of a word of C.
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

  /// Words that may stand between a type and the name.
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
            "write '" + word + "(" + name + ")" + (word == "ddt" ? "(int i, real t)" : "(int i)") +
                " { return ...; }'");
  }

  /// What may stand before a declaration, though it is refused later (Unsupported.h).
  static bool isAttribute(const std::string &word) {
    return word == "__attribute__" || word == "__declspec" || word == "alignas" ||
           word == "_Alignas" || word == "[";
  }

  /// Past a token of the program.
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
  }

  const std::string &file_, &text_;
  const bool isHeader_;
  Diagnostics &diagnostics_;
  const std::vector<clang::Token> tokens_;
  std::size_t at_ = 0;
  bool found_ = false, inDirective_ = false;
  bool beginsWithAttribute_ = false; ///< the declaration
  struct {
    bool atStart = true;
    bool afterBody = false; ///< a function body just closed: the next token starts a declaration
    std::string open;       ///< brackets that are open
  } now_;
  Branches<decltype(now_)> branches_;
  /// A directive of this file has a brace, or another bracket is not closed.
  bool hidesBraces_ = false;
  std::set<std::string> defined_;  ///< by #define or typedef in this file
  std::set<std::string> reported_; ///< reserved words, once each
  unsigned lineOfFloat_ = 0;       ///< the last one with a number as "0.1f"
  std::string previous_, beforePrevious_;
  std::string first_; ///< of the declaration
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
