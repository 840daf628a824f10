#include "MethodWords.h"

#include "Words.h"

#include <algorithm>

namespace eulerc::compiler {
namespace {

/// A word or sign, and where it begins.
struct Token {
  std::string text;
  std::size_t at;
  bool isWord, startsLine;
};

class MethodReader {
public:
  MethodReader(const std::string &file, const std::string &text) : file_(file) {
    found_.text = text;
  }

  MethodWords run(const std::vector<std::string> &defines) {
    for (const clang::Token &token : lexed(found_.text))
      if (!token.is(clang::tok::eof))
        tokens_.push_back(taken(token));
    int depth = 0;
    bool starts = true, inDirective = false;
    for (std::size_t k = 0; k < tokens_.size(); k++) {
      const Token &token = tokens_[k];
      if (token.startsLine)
        inDirective = token.text == "#";
      if (!inDirective && starts && depth == 0)
        readWord(k);
      if (token.text == "dt")
        readStepSize(k, depth);
      depth += token.text == "{" || token.text == "(" || token.text == "[";
      depth -= token.text == "}" || token.text == ")" || token.text == "]";
      if (!inDirective)
        starts = token.text == ";" || token.text == "}";
    }
    const bool isDefined = std::ranges::any_of(defines, [](const std::string &define) {
      return define == "dt" || define.starts_with("dt=");
    });
    if (readsStepSize_ && !declaresIt_ && !isDefined)
      found_.prelude = "extern __attribute__((annotate(\"eulerc.dt\"))) const real dt;\n";
    return std::move(found_);
  }

private:
  Token taken(const clang::Token &token) const {
    const std::size_t at = token.getLocation().getRawEncoding() - 1;
    return {found_.text.substr(at, token.getLength()), at, token.is(clang::tok::raw_identifier),
            token.isAtStartOfLine()};
  }

  std::string textOf(std::size_t k) const { return k < tokens_.size() ? tokens_[k].text : ""; }

  /// A word that begins a declaration.
  void readWord(std::size_t k) {
    const std::size_t at = tokens_[k].at;
    if (tokens_[k].text == "let" && textOf(k + 1) != "(")
      found_.text.replace(at, 3, "l$t");
    if (tokens_[k].text != "method" || textOf(k + 1) != "=" || textOf(k + 3) != ";" ||
        !tokens_[k + 2].isWord)
      return;
    found_.method = textOf(k + 2);
    found_.where =
        placeIn(file_, found_.text, tokens_[k + 2].at, static_cast<unsigned>(found_.method.size()));
    for (std::size_t i = at; i <= tokens_[k + 3].at; i++)
      if (found_.text[i] != '\n')
        found_.text[i] = ' ';
  }

  void readStepSize(std::size_t k, int depth) {
    const std::string before = k > 0 ? tokens_[k - 1].text : "";
    const bool isDeclared = (depth == 0 && k > 0 && tokens_[k - 1].isWord) || before == "define";
    declaresIt_ = declaresIt_ || isDeclared;
    const bool isMember = textOf(k + 1) == "=" && (before == "," || before == "{"); // of timespan
    readsStepSize_ = readsStepSize_ || (before != "." && !isMember);
  }

  const std::string &file_;
  std::vector<Token> tokens_;
  MethodWords found_;
  bool readsStepSize_ = false, declaresIt_ = false;
};

} // namespace

MethodWords readMethodWords(const std::string &file, const std::string &text,
                            const std::vector<std::string> &defines) {
  return MethodReader(file, text).run(defines);
}

} // namespace eulerc::compiler
