#include "WordCount.h"

#include "PreludePlace.h"
#include "Unsupported.h"
#include "Words.h"

#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/MacroArgs.h"
#include "clang/Lex/Preprocessor.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace eulerc::compiler {
namespace {

/// The limit for names, numbers and signs of a program.
constexpr std::size_t kMostWords = 100'000;
/// The limit for signs before an operand: "- - - x".
constexpr std::size_t kMostSigns = 10'000;

/// What a program has too much of, and the place where this was found.
struct TooMuch {
  enum class Kind { None, Words, Signs, Digits } kind = Kind::None;
  clang::SourceLocation where;
};

/// Whether a text is the user's, including the command line, and not an expansion of the language's
/// words.
bool isWritten(const clang::SourceManager &sources, clang::SourceLocation where) {
  return !sources.getFilename(sources.getSpellingLoc(where)).starts_with(kPreludeDir);
}

/// Counts the copies that macros make of their arguments.
class Copies {
public:
  explicit Copies(clang::Preprocessor &preprocessor) : preprocessor_(preprocessor) {}

  /// The copies of the argument that is copied most: 2 for `#define SQUARE(x) (x) * (x)`.
  double of(const clang::MacroInfo *macro) {
    const auto [known, isNew] = known_.emplace(macro, 1); // a macro does not expand in itself
    if (!isNew)
      return known->second;
    double most = 1;
    for (const clang::IdentifierInfo *parameter : macro->params())
      most = std::max(most, in({macro->tokens_begin(), macro->tokens_end()}, parameter));
    return known_[macro] = most;
  }

  /// The number of words in a text, each counted as often as the macros around it copy it. With
  /// `only`, only words of that name count.
  double in(llvm::ArrayRef<clang::Token> text, const clang::IdentifierInfo *only = nullptr) {
    std::vector<double> around = {1}; // copies inside of each open parenthesis
    double sum = 0, next = 1;         // copies of the next parenthesis's contents
    for (const clang::Token &word : text) {
      const clang::IdentifierInfo *name = word.isAnnotation() ? nullptr : word.getIdentifierInfo();
      if (!only || name == only)
        sum += around.back();
      if (word.is(clang::tok::l_paren))
        around.push_back(around.back() * next);
      else if (word.is(clang::tok::r_paren) && around.size() > 1)
        around.pop_back();
      const clang::MacroInfo *macro = name ? preprocessor_.getMacroInfo(name) : nullptr;
      next = macro && macro->isFunctionLike() ? of(macro) : 1;
    }
    return sum;
  }

private:
  clang::Preprocessor &preprocessor_;
  std::map<const clang::MacroInfo *, double> known_;
};

/// Examines macros before they are expanded; too large ones are not expanded.
class Expansions : public clang::PPCallbacks {
public:
  Expansions(clang::Preprocessor &preprocessor, TooMuch &tooMuch)
      : copies_(preprocessor), sources_(preprocessor.getSourceManager()), tooMuch_(tooMuch) {}

  void MacroExpands(const clang::Token &name, const clang::MacroDefinition &definition,
                    clang::SourceRange range, const clang::MacroArgs *arguments) override {
    double words = 0;
    for (unsigned k = 0; arguments && k < arguments->getNumMacroArguments(); k++)
      words += copies_.in(argument(*arguments, k))*copies_.of(definition.getMacroInfo());
    const clang::SourceLocation defined = definition.getMacroInfo()->getDefinitionLoc();
    count_ += isWritten(sources_, defined); // even if it expands to nothing, but very often
    if (words <= kMostWords && count_ <= kMostWords)
      return;
    if (tooMuch_.kind == TooMuch::Kind::None)
      tooMuch_ = {TooMuch::Kind::Words, range.getBegin()};
    name.getIdentifierInfo()->setHasMacroDefinition(false);
    for (unsigned k = 0; arguments && k < arguments->getNumMacroArguments(); k++)
      for (const clang::Token &word : argument(*arguments, k))
        if (!word.isAnnotation() && word.getIdentifierInfo())
          word.getIdentifierInfo()->setHasMacroDefinition(false);
  }

private:
  static llvm::ArrayRef<clang::Token> argument(const clang::MacroArgs &arguments, unsigned k) {
    const clang::Token *begin = arguments.getUnexpArgument(k);
    return {begin, clang::MacroArgs::getArgLength(begin)};
  }

  Copies copies_;
  const clang::SourceManager &sources_;
  TooMuch &tooMuch_;
  std::size_t count_ = 0;
};

/// Examines all words, and finds "eulerc_ddt_u ( int j , int i , real t )" among them.
class Arguments {
public:
  explicit Arguments(ArgumentNames &names) : names_(names) {}

  void see(const clang::Token &word) {
    const clang::IdentifierInfo *name = word.getIdentifierInfo();
    const llvm::StringRef text = name ? name->getName() : llvm::StringRef();
    static constexpr const char *functions[] = {"eulerc_ddt_", "eulerc_next_", "eulerc_let_",
                                                "eulerc_initial_"};
    if (std::ranges::any_of(functions, [&](const char *of) { return text.starts_with(of); }))
      isList_ = true;
    else if (isList_ && word.isOneOf(clang::tok::comma, clang::tok::r_paren) && !name_.empty())
      names_.emplace(name_, type_ == "real");
    isList_ = isList_ && word.isNot(clang::tok::r_paren);
    if (name)
      type_ = std::exchange(name_, text.str());
    else
      name_.clear();
  }

private:
  ArgumentNames &names_;
  bool isList_ = false;
  std::string type_, name_; ///< the last two words
};

class WordCount : public clang::PreprocessorFrontendAction {
public:
  WordCount(ArgumentNames &names, Diagnostics &diagnostics)
      : arguments_(names), diagnostics_(diagnostics) {}

protected:
  void ExecuteAction() override {
    clang::Preprocessor &preprocessor = getCompilerInstance().getPreprocessor();
    TooMuch tooMuch;
    preprocessor.addPPCallbacks(std::make_unique<Expansions>(preprocessor, tooMuch));
    Unsupported unsupported(preprocessor, diagnostics_);
    preprocessor.EnterMainSourceFile();
    clang::Token word;
    std::size_t words = 0, signs = 0;
    for (preprocessor.Lex(word); word.isNot(clang::tok::eof) && tooMuch.kind == TooMuch::Kind::None;
         preprocessor.Lex(word)) {
      if (word.isAnnotation()) // stands for a directive such as #embed, and is no word
        continue;
      arguments_.see(word);
      unsupported.see(word);
      const bool isSign =
          word.isOneOf(clang::tok::minus, clang::tok::plus, clang::tok::exclaim, clang::tok::tilde,
                       clang::tok::star, clang::tok::amp, clang::tok::minusminus,
                       clang::tok::plusplus, clang::tok::ampamp);
      signs = isSign ? signs + 1 : 0;
      words += isWritten(preprocessor.getSourceManager(), word.getLocation());
      if (words > kMostWords)
        tooMuch = {TooMuch::Kind::Words, word.getLocation()};
      else if (signs > kMostSigns)
        tooMuch = {TooMuch::Kind::Signs, word.getLocation()};
      else if (word.is(clang::tok::numeric_constant) && word.getLength() > kMostDigits)
        tooMuch = {TooMuch::Kind::Digits, word.getLocation()}; // made by macros
    }
    if (tooMuch.kind != TooMuch::Kind::None)
      report(preprocessor.getSourceManager(), tooMuch);
  }

private:
  /// Reports the macro in the program's own text from which the last word came.
  void report(const clang::SourceManager &sources, const TooMuch &tooMuch) {
    const clang::SourceLocation place = sources.getExpansionLoc(tooMuch.where);
    const clang::PresumedLoc at = sources.getPresumedLoc(place);
    const std::string word =
        clang::Lexer::getSourceText(clang::CharSourceRange::getTokenRange(place, place), sources,
                                    clang::LangOptions())
            .str();
    diagnostics_.addFile(at.getFilename(), sources.getBufferData(sources.getFileID(place)).str());
    const SourceRange where = {at.getFilename(), at.getLine(), at.getColumn(),
                               at.getColumn() + static_cast<unsigned>(word.size())};
    const std::string most = std::to_string(kMostWords);
    const bool isMacro = isMacroOfUser(word);
    if (tooMuch.kind == TooMuch::Kind::Signs) {
      diagnostics_.error(where, "more than " + std::to_string(kMostSigns) + " signs in a row");
      diagnostics_.hint("one of them is enough");
    } else if (tooMuch.kind == TooMuch::Kind::Digits) {
      refuseLongNumber(where, diagnostics_);
    } else if (isMacro) {
      diagnostics_.error(where, "'" + word + "' grows to more than " + most +
                                    " words when its macros are expanded");
      diagnostics_.hint("a macro that uses another one twice doubles it: write a helper function");
    } else {
      diagnostics_.error(where, "the program has more than " + most + " words");
      diagnostics_.hint("use a loop over a 'param int', or tables");
    }
  }

  bool isMacroOfUser(const std::string &word) {
    clang::Preprocessor &preprocessor = getCompilerInstance().getPreprocessor();
    const clang::IdentifierInfo *name = preprocessor.getIdentifierInfo(word);
    const clang::MacroDirective *latest = preprocessor.getLocalMacroDirectiveHistory(name);
    return latest && isWritten(preprocessor.getSourceManager(),
                               latest->getDefinition().getMacroInfo()->getDefinitionLoc());
  }

  Arguments arguments_;
  Diagnostics &diagnostics_;
};

} // namespace

std::unique_ptr<clang::FrontendAction> makeWordCount(ArgumentNames &names,
                                                     Diagnostics &diagnostics) {
  return std::make_unique<WordCount>(names, diagnostics);
}

} // namespace eulerc::compiler
