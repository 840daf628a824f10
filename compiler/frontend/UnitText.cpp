#include "UnitText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

namespace eulerc::compiler {
namespace {

bool isOfName(char c) {
  return llvm::isAlpha(c) || llvm::StringRef("_%'\"").contains(c) || (c & '\x80') != 0;
}

bool isAnyOf(llvm::StringRef word, std::initializer_list<llvm::StringRef> words) {
  return llvm::any_of(words, [&](llvm::StringRef each) { return word.equals_insensitive(each); });
}

/// Grammar: unit = product [shift], product = power {separator power}. Each function removes its
/// part from the text, and returns whether it was there.
class UnitReader {
public:
  explicit UnitReader(llvm::StringRef text) : left_(text) {}

  bool all() { return unit() && left_.empty(); }

private:
  static constexpr int deepest = 100; ///< nesting of brackets

  bool unit() {
    blanks();
    if (!product())
      return false;
    if (shift() && !origin())
      return false;
    blanks();
    return true;
  }

  bool product() {
    if (!power())
      return false;
    for (;;) {
      const llvm::StringRef before = left_;
      if (!separator() || isShiftNext())
        return takeBack(before);
      if (!power()) // blanks at the end
        return takeBack(before) && (before.ltrim(' ').empty() || before.ltrim(' ').front() == ')');
    }
  }

  bool takeBack(llvm::StringRef before) {
    left_ = before;
    return true;
  }

  /// "2m", "m-2", "10^3", "(m s)^-1"
  bool power() {
    const bool hasNumber = number();
    mayJoin_ = false;
    const bool isGroup = left_.consume_front("(");
    if (isGroup ? !inBrackets([this] { return unit(); }) : !name() && !hasNumber)
      return false;
    exponent();
    return true;
  }

  bool number() {
    llvm::StringRef rest = left_;
    if (!rest.consume_front("+"))
      rest.consume_front("-");
    const std::size_t whole = digits(rest);
    const std::size_t behind = rest.consume_front(".") ? digits(rest) : 0;
    if (whole + behind == 0)
      return false;
    left_ = rest;
    if (rest.consume_front_insensitive("e")) {
      if (!rest.consume_front("+"))
        rest.consume_front("-");
      if (digits(rest) > 0)
        left_ = rest;
    }
    return true;
  }

  bool name() {
    const llvm::StringRef word = nextWord();
    if (word.empty() || isPer(word) || isShift(word))
      return false;
    llvm::StringRef rest = left_.drop_front(word.size()).ltrim(' ');
    if (isAnyOf(word, {"lg", "ln", "lb", "log"}) && rest.consume_front("(")) {
      rest = rest.ltrim(' ');
      if (rest.consume_front_insensitive("re") && !rest.empty() && !isOfName(rest.front())) {
        rest.consume_front(":");
        left_ = rest;
        blanks();
        return inBrackets([this] { return product(); });
      }
    }
    left_ = left_.drop_front(word.size());
    return true;
  }

  template <class Inside> bool inBrackets(Inside &&inside) {
    if (++depth_ > deepest || !inside())
      return false;
    depth_--;
    blanks();
    return mayJoin_ = left_.consume_front(")");
  }

  void exponent() {
    llvm::StringRef rest = left_;
    const bool isRaised = rest.consume_front("^") || rest.consume_front("**");
    const bool isNegative = rest.consume_front("-");
    if (!isNegative)
      rest.consume_front("+");
    if (digits(rest) == 0)
      return;
    left_ = rest;
    mayJoin_ = isNegative && !isRaised;
  }

  bool separator() {
    const bool isBehindBlanks = blanks();
    if (isBehindBlanks && isPer(nextWord())) {
      left_ = left_.drop_front(nextWord().size());
      return blanks();
    }
    for (const char *sign : {".", "/", "*"})
      if (left_.consume_front(sign)) {
        blanks();
        return true;
      }
    const bool isJoined = mayJoin_ && !left_.empty() && isOfName(left_.front());
    return isBehindBlanks || isJoined || left_.starts_with("(") || left_.consume_front("-");
  }

  static bool isPer(llvm::StringRef word) { return word == "per" || word == "PER"; }
  static bool isShift(llvm::StringRef word) {
    return isAnyOf(word, {"since", "after", "from", "ref"});
  }
  bool isShiftNext() const { return left_.starts_with("@") || isShift(nextWord()); }

  bool shift() {
    const bool isBehindBlanks = blanks();
    if (left_.consume_front("@"))
      return true;
    if (!isBehindBlanks || !isShift(nextWord()))
      return false;
    left_ = left_.drop_front(nextWord().size());
    return true;
  }

  /// "273.15", "1970-01-01 00:00"
  bool origin() {
    blanks();
    if (!left_.consume_front("+"))
      left_.consume_front("-");
    if (left_.empty() || (!llvm::isDigit(left_.front()) && left_.front() != '.'))
      return false;
    left_ = left_.drop_until([](char c) { return c == '(' || c == ')'; });
    return true;
  }

  llvm::StringRef nextWord() const { return left_.take_while(isOfName); }

  static std::size_t digits(llvm::StringRef &rest) {
    const std::size_t before = rest.size();
    rest = rest.drop_while(llvm::isDigit);
    return before - rest.size();
  }

  bool blanks() {
    const std::size_t before = left_.size();
    left_ = left_.ltrim(' ');
    return left_.size() < before;
  }

  llvm::StringRef left_;
  bool mayJoin_ = false; ///< a name may follow without a separator
  int depth_ = 0;
};

} // namespace

bool isWrittenAsUnit(const std::string &text) { return UnitReader(text).all(); }

} // namespace eulerc::compiler
