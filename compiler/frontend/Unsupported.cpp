#include "Unsupported.h"

#include "PreludePlace.h"
#include "Words.h"

#include "clang/Lex/PPCallbacks.h"

#include <set>

namespace eulerc::compiler {
namespace {

/// Reports errors at places of the program.
class PlaceReporter {
public:
  PlaceReporter(const clang::SourceManager &sources, Diagnostics &diagnostics)
      : sources_(sources), diagnostics_(diagnostics) {}

  void error(clang::SourceLocation where, const std::string &message,
             const std::string &hint) const {
    const clang::SourceLocation at = sources_.getFileLoc(where);
    const clang::PresumedLoc place = sources_.getPresumedLoc(at, false);
    if (place.isInvalid())
      return;
    if (sources_.isWrittenInCommandLineFile(at)) { // the command line has no place
      diagnostics_.error({}, message);
      return diagnostics_.hint(hint);
    }
    const unsigned length = clang::Lexer::MeasureTokenLength(at, sources_, clang::LangOptions());
    diagnostics_.addFile(place.getFilename(), sources_.getBufferData(sources_.getFileID(at)).str());
    diagnostics_.error({place.getFilename(), place.getLine(), place.getColumn(),
                        place.getColumn() + std::max(1u, length)},
                       message);
    diagnostics_.hint(hint);
  }

private:
  const clang::SourceManager &sources_;
  Diagnostics &diagnostics_;
};

class Directives : public clang::PPCallbacks {
public:
  Directives(clang::Preprocessor &preprocessor, Diagnostics &diagnostics)
      : sources_(preprocessor.getSourceManager()), report_(sources_, diagnostics) {}

  void InclusionDirective(clang::SourceLocation, const clang::Token &word, llvm::StringRef, bool,
                          clang::CharSourceRange, clang::OptionalFileEntryRef, llvm::StringRef,
                          llvm::StringRef, const clang::Module *, bool,
                          clang::SrcMgr::CharacteristicKind) override {
    const llvm::StringRef name = word.getIdentifierInfo()->getName();
    if (name != "include")
      directive(word.getLocation(), name.str(), "write '#include \"FILE\"'");
  }
  void EmbedDirective(clang::SourceLocation hash, llvm::StringRef, bool,
                      clang::OptionalFileEntryRef,
                      const clang::LexEmbedParametersResult &) override {
    directive(behind(hash), "embed",
              "numbers of a file are data: 'data real K[N];', and the solver's '--data K=FILE'");
  }
  void Ident(clang::SourceLocation where, llvm::StringRef) override {
    directive(where, "ident", "leave it out; a comment does as well");
  }
  void PragmaDirective(clang::SourceLocation where, clang::PragmaIntroducerKind) override {
    if (!isOfProgram(sources_, where))
      return;
    const auto [file, offset] = sources_.getDecomposedLoc(sources_.getSpellingLoc(where));
    llvm::StringRef text =
        sources_.getBufferData(file).substr(offset).take_until([](char c) { return c == '\n'; });
    text = text.substr(text.find("ragma") + 5).ltrim();
    if (text.starts_with("once"))
      return;
    report_.error(where, "'#pragma' has no effect here",
                  text.starts_with("STDC")
                      ? "leave it out; how sums are rounded is chosen with eulerc's --contract"
                      : "leave it out; '#pragma once' alone is known");
  }
  void FileChanged(clang::SourceLocation where, FileChangeReason reason,
                   clang::SrcMgr::CharacteristicKind, clang::FileID) override {
    if (reason == RenameFile && isOfProgram(sources_, where))
      directive(hashBefore(where), "line",
                "leave it out: messages name the lines of the file itself ('cpp -P' writes none)");
  }
  void MacroDefined(const clang::Token &name, const clang::MacroDirective *) override {
    checkMacro(name);
  }
  void MacroUndefined(const clang::Token &name, const clang::MacroDefinition &,
                      const clang::MacroDirective *) override {
    checkMacro(name);
  }

private:
  void directive(clang::SourceLocation where, const std::string &word, const std::string &hint) {
    report_.error(where, "'#" + word + "' is not supported", hint);
  }
  /// The '#' of the directive above a place.
  clang::SourceLocation hashBefore(clang::SourceLocation where) const {
    const auto [file, offset] = sources_.getDecomposedLoc(where);
    const std::size_t hash = sources_.getBufferData(file).take_front(offset).rfind('#');
    return hash == llvm::StringRef::npos
               ? where
               : where.getLocWithOffset(static_cast<int>(hash) - static_cast<int>(offset));
  }
  clang::SourceLocation behind(clang::SourceLocation hash) const {
    const auto next = clang::Lexer::findNextToken(hash, sources_, clang::LangOptions());
    return next ? next->getLocation() : hash;
  }

  void checkMacro(const clang::Token &name) {
    const std::string word = name.getIdentifierInfo()->getName().str();
    const clang::SourceLocation where = name.getLocation();
    const bool isOfCommand = sources_.isWrittenInCommandLineFile(where);
    if (!isReserved(word) || (!isOfCommand && !isOfProgram(sources_, where)))
      return;
    report_.error(where, "'" + word + "' is a word of the language, and cannot be a macro",
                  (isOfCommand ? "leave -D " + word + " out" : "leave it out") +
                      (word == "dt"
                           ? ": dt is the length of the step, given as '.dt = ...' in timespan "
                             "or by the solver's --dt"
                           : ", or give the macro another name"));
  }

  const clang::SourceManager &sources_;
  const PlaceReporter report_;
};

/// What to write instead of a keyword of C. Null: the keyword is allowed, or Clang or the lowering
/// refuses it.
const char *insteadOf(clang::tok::TokenKind keyword) {
  switch (keyword) {
  case clang::tok::kw___attribute:
  case clang::tok::kw___declspec:
    return "leave it out";
  case clang::tok::kw_asm:
    return "write it in the language's own operators and functions";
  case clang::tok::kw_volatile:
  case clang::tok::kw_register:
  case clang::tok::kw_restrict:
  case clang::tok::kw__Atomic:
  case clang::tok::kw_thread_local:
  case clang::tok::kw__Thread_local:
  case clang::tok::kw___thread:
  case clang::tok::kw__Noreturn:
  case clang::tok::kw__Alignas:
  case clang::tok::kw_alignas:
    return "leave it out: a program says nothing about memory and threads";
  case clang::tok::kw_auto:
    return "write the type: 'real' or 'int'";
  case clang::tok::kw__Complex:
  case clang::tok::kw__Imaginary:
    return "write the real and the imaginary part as two reals";
  case clang::tok::kw__BitInt:
  case clang::tok::kw___int128:
    return "write 'int', which has 64 bits";
  case clang::tok::kw__Decimal32:
  case clang::tok::kw__Decimal64:
  case clang::tok::kw__Decimal128:
  case clang::tok::kw__Float16:
  case clang::tok::kw___float128:
  case clang::tok::kw___bf16:
    return "write 'real'; its precision is chosen with eulerc's --real";
  default:
    return nullptr;
  }
}

/// Whether brackets behind a word hold a size or an index: "u[", "u[j][".
bool isIndexed(const clang::Token &word) {
  return word.isOneOf(clang::tok::identifier, clang::tok::r_square);
}

/// Whether a word behind "[[" begins an attribute of C or of a compiler.
bool isAttribute(const std::string &word) {
  static const std::set<std::string> words = {
      "deprecated", "fallthrough", "maybe_unused", "nodiscard", "noreturn",
      "_Noreturn",  "unsequenced", "reproducible", "gnu",       "clang"};
  return words.contains(word);
}

} // namespace

Unsupported::Unsupported(clang::Preprocessor &preprocessor, Diagnostics &diagnostics)
    : preprocessor_(preprocessor), diagnostics_(diagnostics) {
  for (clang::Token &each : latest_)
    each.startToken();
  preprocessor.addPPCallbacks(std::make_unique<Directives>(preprocessor, diagnostics));
}

void Unsupported::see(const clang::Token &word) {
  const clang::SourceManager &sources = preprocessor_.getSourceManager();
  const auto &[beforeBrackets, opening, previous] = latest_;
  const bool isTwoBrackets = opening.is(clang::tok::l_square) && previous.is(clang::tok::l_square);
  const bool isStep = word.is(clang::tok::kw_auto) && previous.is(clang::tok::equal);
  const char *instead = isStep ? nullptr : insteadOf(word.getKind()); // ".dt = auto": see syntax()
  if ((isTwoBrackets || instead) &&
      isOfProgram(sources, (isTwoBrackets ? previous : word).getLocation())) {
    const PlaceReporter report(sources, diagnostics_);
    const bool isGnu = word.is(clang::tok::kw___attribute) || word.is(clang::tok::kw___declspec);
    if (isTwoBrackets && isIndexed(beforeBrackets) && !isAttribute(preprocessor_.getSpelling(word)))
      report.error(previous.getLocation(), "'[' is not expected here",
                   "a size or an index stands in one pair of brackets, as in 'u[i]'");
    else if (isTwoBrackets || isGnu)
      report.error(isTwoBrackets ? opening.getLocation() : word.getLocation(),
                   "attributes are not supported", "leave it out");
    else
      report.error(word.getLocation(),
                   "'" + preprocessor_.getSpelling(word) + "' is not part of the language",
                   instead);
  }
  latest_ = {opening, previous, word};
}

} // namespace eulerc::compiler
