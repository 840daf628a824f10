#include "MethodWords.h"

#include "Words.h"

namespace eulerc::compiler {
namespace {

using clang::Token;

std::size_t offsetOf(const Token &token) { return token.getLocation().getRawEncoding() - 1; }

class MethodWords {
public:
  explicit MethodWords(std::string text) : text_(std::move(text)), tokens_(lexed(text_)) {}

  std::string run() {
    const bool hasOwnStop = declaresStop();
    struct {
      int depth = 0;
      bool starts = true;
    } now;
    Branches<decltype(now)> branches;
    bool inDirective = false;
    for (std::size_t k = 0; k < tokens_.size(); k++) {
      const Token &token = tokens_[k];
      if (token.isAtStartOfLine()) {
        inDirective = token.is(clang::tok::hash);
        if (inDirective && is(k + 1, clang::tok::raw_identifier))
          branches.pass(tokens_[k + 1].getRawIdentifier().str(), now);
      }
      if (inDirective) {
        if (tokens_[k - (k > 0)].isOneOf(clang::tok::raw_identifier, clang::tok::semi,
                                         clang::tok::r_paren, clang::tok::r_brace))
          replaceInMacro(k, hasOwnStop);
        continue;
      }
      if (now.starts && now.depth == 0)
        replaceWord(k);
      now.depth += opens(token);
      if (closes(token) && now.depth > 0)
        now.depth--;
      now.starts = token.isOneOf(clang::tok::semi, clang::tok::r_brace);
    }
    return std::move(text_);
  }

private:
  bool is(std::size_t k, clang::tok::TokenKind kind) const {
    return k < tokens_.size() && tokens_[k].is(kind);
  }
  bool isWord(std::size_t k, const char *word) const {
    return is(k, clang::tok::raw_identifier) && tokens_[k].getRawIdentifier() == word;
  }
  void replace(std::size_t k, const char *by) {
    text_.replace(offsetOf(tokens_[k]), tokens_[k].getLength(), by);
  }

  /// Whether a function of the program is named stop: "real stop(".
  bool declaresStop() const {
    for (std::size_t k = 1; k < tokens_.size(); k++)
      if (isWord(k, "stop") && is(k + 1, clang::tok::l_paren) && !tokens_[k].isAtStartOfLine() &&
          (isWord(k - 1, "real") || isWord(k - 1, "int")))
        return true;
    return false;
  }

  /// Replaces a word that begins a declaration of a macro and needs no other sign changed.
  void replaceInMacro(std::size_t k, bool hasOwnStop) {
    if (!hasOwnStop)
      replaceStop(k);
    if (isWord(k, "let") && isWord(k + 1, "real"))
      replace(k, "l$t");
    replaceLone(k);
  }

  void replaceLone(std::size_t k) {
    if (isWord(k, "output") && isWord(k + 1, "real"))
      replace(k, "o$tput");
    if (isWord(k, "series") && isWord(k + 1, "real"))
      replace(k, "s$ries");
    if (isWord(k, "axis") && is(k + 1, clang::tok::raw_identifier) && is(k + 2, clang::tok::equal))
      replace(k, "ax$s");
    if (isWord(k, "when") && is(k + 1, clang::tok::l_paren) &&
        is(pastBracket(tokens_, k + 1), clang::tok::l_brace))
      replace(k, "w$en");
  }

  void replaceStop(std::size_t k) {
    if (isWord(k, "stop") && is(k + 1, clang::tok::l_paren))
      replace(k, "st$p");
  }

  /// Replaces a word that begins a declaration.
  void replaceWord(std::size_t k) {
    replaceStop(k);
    if (isWord(k, "let") && !is(k + 1, clang::tok::l_paren))
      replace(k, "l$t");
    replaceLone(k);
    if (isWord(k, "param"))
      replaceSizes(k);
    if (isWord(k, "event") && is(k + 1, clang::tok::raw_identifier) &&
        is(k + 2, clang::tok::l_paren))
      replaceEvent(k);
    if (isGlobal(k)) {
      replace(k, "gl$bal");
      replace(k + 1, "(   "); // real
      for (const std::size_t comma : {k + 3, k + 5})
        replace(comma, ",");
      replace(endOf(k) - 1, " ");
      replace(endOf(k), ")");
    }
    if (isWord(k, "method") && is(k + 1, clang::tok::equal) &&
        is(k + 2, clang::tok::raw_identifier) && is(k + 3, clang::tok::semi)) {
      replace(k, "m$thod");
      replace(k + 1, "(");
      replace(k + 3, ")");
    }
  }

  /// param int N = size(row) - 1;
  void replaceSizes(std::size_t k) {
    for (const std::size_t end = endOf(k); k + 1 < end; k++)
      if (isWord(k, "size") && is(k + 1, clang::tok::l_paren))
        replace(k, "s$ze");
  }

  std::size_t endOf(std::size_t k) const {
    while (k < tokens_.size() && !is(k, clang::tok::semi))
      k++;
    return k;
  }
  /// global real mean_u = mean(u);
  bool isGlobal(std::size_t k) const {
    return isWord(k, "global") && isWord(k + 1, "real") && is(k + 2, clang::tok::raw_identifier) &&
           is(k + 3, clang::tok::equal) && is(k + 4, clang::tok::raw_identifier) &&
           is(k + 5, clang::tok::l_paren) && is(endOf(k) - 1, clang::tok::r_paren) &&
           is(endOf(k), clang::tok::semi);
  }
  /// event spike(int i, real t) = v[i] - 1;
  void replaceEvent(std::size_t k) {
    std::size_t equal = k + 2;
    while (equal < tokens_.size() && !is(equal, clang::tok::equal) && !is(equal, clang::tok::semi))
      equal++;
    const std::size_t end = endOf(equal);
    if (!is(equal, clang::tok::equal) || !is(end, clang::tok::semi))
      return;
    replace(k, "ev$nt");
    replace(equal, "(");
    replace(end, ")");
  }

  std::string text_;
  const std::vector<Token> tokens_;
};

} // namespace

std::string withMethodWords(std::string text) { return MethodWords(std::move(text)).run(); }

std::string asWritten(std::string text) {
  static constexpr std::pair<std::string_view, std::string_view> words[] = {
      {"l$t", "let"},       {"st$p", "stop"},     {"s$ze", "size"}, {"ax$s", "axis"},
      {"gl$bal", "global"}, {"m$thod", "method"}, {"w$en", "when"}, {"o$tput", "output"},
      {"s$ries", "series"}, {"ev$nt", "event"}};
  for (const auto &[word, written] : words)
    for (std::size_t at; (at = text.find(word)) != std::string::npos;)
      text.replace(at, word.size(), written);
  return text;
}

} // namespace eulerc::compiler
