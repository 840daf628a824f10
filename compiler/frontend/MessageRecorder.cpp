#include "MessageRecorder.h"

#include "MethodWords.h"
#include "PreludePlace.h"
#include "Words.h"

#include "frontend/SourceFile.h"

#include "clang/AST/Decl.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/LexDiagnostic.h"
#include "clang/Lex/Lexer.h"

#include <tuple>

namespace eulerc::compiler {
namespace {

/// The next word or sign of a line, after comments; npos at the end of the text.
std::size_t nextOfLine(llvm::StringRef text, std::size_t at) {
  for (;;) {
    at = text.find_first_not_of(" \t", at);
    const llvm::StringRef rest = text.substr(std::min(at, text.size()));
    if (rest.starts_with("//"))
      return text.find('\n', at);
    if (!rest.starts_with("/*"))
      return at;
    at = text.find("*/", at + 2);
    if (at == llvm::StringRef::npos)
      return at;
    at += 2;
  }
}

/// The text after the name in a line "#define NAME…"; empty if there is none.
llvm::StringRef definitionOf(llvm::StringRef name, llvm::StringRef text) {
  for (llvm::StringRef line; !text.empty();) {
    std::tie(line, text) = text.split('\n');
    line = line.ltrim();
    if (line.consume_front("#") && (line = line.ltrim()).consume_front("define") &&
        (line = line.ltrim()).consume_front(name) &&
        (line.empty() || !clang::isAsciiIdentifierContinue(line[0])))
      return line.take_front(line.find("//")).rtrim();
  }
  return {};
}

/// The macro before a place, if its text ends with a semicolon.
std::string endingMacroBefore(llvm::StringRef text, std::size_t at) {
  const llvm::StringRef before = text.take_front(at).rtrim();
  std::size_t begin = before.size();
  while (begin > 0 && clang::isAsciiIdentifierContinue(before[begin - 1]))
    begin--;
  const llvm::StringRef name = before.drop_front(begin);
  return !name.empty() && definitionOf(name, text).ends_with(";") ? name.str() : "";
}

/// The place in the program. If something is missing before the closing bracket of a word's macro,
/// it is missing before the sign that the program has there: "stop(m > );".
clang::SourceLocation placeInFile(clang::SourceLocation where,
                                  const clang::SourceManager &sources) {
  const clang::SourceLocation spelled = sources.getSpellingLoc(where);
  const bool isClosed = where.isMacroID() &&
                        sources.getFilename(spelled).starts_with(kPreludeDir) &&
                        *sources.getCharacterData(spelled) == ')';
  return isClosed ? sources.getExpansionRange(where).getEnd() : sources.getFileLoc(where);
}

/// The sign in the program's text. A bracket may stand for another sign (MethodWords.h), such as
/// the ';' of an event.
std::string signAsWritten(const std::string &file, std::size_t offset, const std::string &sign) {
  const FileText read = readFile(file);
  return read.text && offset < read.text->size() ? read.text->substr(offset, 1) : sign;
}

/// Reads the word or sign at the place of a message, or the next after it.
void readToken(ClangError &error, const clang::Diagnostic &info) {
  const clang::SourceManager &sources = info.getSourceManager();
  const clang::SourceLocation reported = placeInFile(info.getLocation(), sources);
  const auto [file, offset] = sources.getDecomposedLoc(reported);
  const llvm::StringRef text = sources.getBufferData(file);
  error.tokenWhere = error.where;
  if (offset > 0 && text.substr(offset - 1, 2) == "**") {
    error.token = "**";
    return;
  }
  // Clang reports a missing word at the end of the word before it; the next word follows.
  const std::size_t begin = nextOfLine(text, offset);
  if (begin == llvm::StringRef::npos)
    return;
  const unsigned length = clang::Lexer::MeasureTokenLength(
      reported.getLocWithOffset(static_cast<int>(begin - offset)), sources, clang::LangOptions());
  error.token = asWritten(text.substr(begin, length).str());
  if (error.token == ")" || error.token == "(")
    error.token = signAsWritten(error.where.file, begin, error.token);
  error.before =
      text.take_front(begin).rtrim().empty() ? ' ' : text.take_front(begin).rtrim().back();
  error.isBehindReturn = text.take_front(begin).rtrim().ends_with("return");
  error.after = text.substr(begin + length).ltrim().empty()
                    ? ' '
                    : text.substr(begin + length).ltrim().front();
  if (error.after == '(')
    error.brackets = text.substr(begin + length).ltrim().split(')').first.str() + ")";
  llvm::StringRef behind = text.substr(begin + length);
  if (behind.consume_front(".") || behind.consume_front("::"))
    error.member =
        behind.take_while([](char c) { return clang::isAsciiIdentifierContinue(c); }).str();
  const SurroundingDeclaration around = declarationAround(text.str(), begin);
  error.declaration = around.word;
  error.array = around.array;
  error.isValue = around.isValue;
  error.endingMacro = endingMacroBefore(text, begin);
  error.tokenWhere.column += static_cast<unsigned>(begin - offset);
  error.tokenWhere.endColumn = error.tokenWhere.column + std::max(1u, length);
}

void readMacro(ClangError &error, const clang::Diagnostic &info) {
  const clang::SourceManager &sources = info.getSourceManager();
  const clang::SourceLocation where = info.getLocation();
  const clang::SourceLocation written = sources.getSpellingLoc(where);
  if (!where.isMacroID() || sources.getFilename(written).starts_with(kPreludeDir))
    return;
  error.macro = clang::Lexer::getImmediateMacroName(where, sources, clang::LangOptions()).str();
  error.isMacroOfCommandLine = sources.isWrittenInCommandLineFile(written);
  const llvm::StringRef text = sources.getBufferData(sources.getFileID(written));
  const llvm::StringRef definition = definitionOf(error.macro, text);
  error.macroHasGap = definition.starts_with(" (");
  if (error.text.starts_with("expected ") && definition.starts_with(" ") &&
      definition.ends_with(";"))
    error.endingMacro = error.macro;
}

void addRange(ClangError &error, const clang::CharSourceRange &range,
              const clang::SourceManager &sources) {
  const clang::SourceLocation begin = sources.getFileLoc(range.getBegin());
  // A range in the expansion of a word of the language, dirichlet(u), ends at the word's closing
  // bracket.
  const clang::SourceLocation last = range.getEnd();
  const clang::SourceLocation end = last.isMacroID() && !sources.isMacroArgExpansion(last)
                                        ? sources.getExpansionRange(last).getEnd()
                                        : sources.getFileLoc(last);
  const std::string text =
      clang::Lexer::getSourceText(clang::CharSourceRange::getTokenRange(begin, end), sources,
                                  clang::LangOptions())
          .str();
  const clang::PresumedLoc at = sources.getPresumedLoc(begin);
  if (text.empty() || at.isInvalid())
    return;
  error.operands.push_back(asWritten(text));
  error.ranges.push_back({at.getFilename(), at.getLine(), at.getColumn(),
                          at.getColumn() + static_cast<unsigned>(text.size())});
}

/// Whether a message is about a variable of an integer type.
bool isOfInteger(const clang::Diagnostic &info) {
  for (unsigned k = 0; k < info.getNumArgs(); k++)
    if (info.getArgKind(k) == clang::DiagnosticsEngine::ak_nameddecl)
      if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(
              reinterpret_cast<const clang::NamedDecl *>(info.getRawArg(k))))
        return variable->getType()->isIntegerType();
  return false;
}

/// "-D SPEED=4" for a place at the name in "#define SPEED 4" that Clang has made of it; "" for a
/// place in a file.
std::string optionAt(clang::SourceLocation where, const clang::SourceManager &sources) {
  if (!sources.isWrittenInCommandLineFile(where))
    return "";
  const auto [file, offset] = sources.getDecomposedLoc(where);
  std::string text = sources.getBufferData(file).drop_front(offset).split('\n').first.str();
  const bool hasArguments = text.find('(') < text.find(' ');
  if (const std::size_t gap = text.find(' ', hasArguments ? text.find(')') : 0);
      gap != std::string::npos)
    text[gap] = '=';
  return "-D " + (text.find_first_of(" ()\"") == std::string::npos ? text : "'" + text + "'");
}

} // namespace

ClangError MessageRecorder::written(const std::string &text, const clang::Diagnostic &info) const {
  ClangError error;
  error.text = asWritten(text);
  if (info.hasSourceManager() && info.getLocation().isValid()) {
    error.where = place(info, info.getLocation());
    readToken(error, info);
    readMacro(error, info);
    for (const clang::CharSourceRange &range : info.getRanges())
      addRange(error, range, info.getSourceManager());
    error.option = optionAt(info.getLocation(), info.getSourceManager());
    if (!error.option.empty())
      error.where = {};
  }
  return error;
}

void MessageRecorder::HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                                       const clang::Diagnostic &info) {
  llvm::SmallString<200> formatted;
  info.FormatDiagnostic(formatted);
  std::string text = formatted.str().str();
  if (info.getID() == clang::diag::pp_hash_warning ||
      info.getID() == clang::diag::err_pp_hash_error)
    text = (info.getID() == clang::diag::pp_hash_warning ? "#warning " : "#error ") + text;
  if (messages_.isFull)
    return;
  if (level == clang::DiagnosticsEngine::Note)
    return note(text, info);
  noted_ = level >= clang::DiagnosticsEngine::Error || matters(text);
  // A real param may be any expression of params, also one that is not constant in C: sqrt(K). It
  // is checked when it is lowered.
  const llvm::StringRef message = text;
  isOfInt_ = false;
  if (message.starts_with("constexpr variable") &&
      message.ends_with("must be initialized by a constant expression")) {
    noted_ = false;
    isOfInt_ = isOfInteger(info);
  }
  if (message.ends_with(" by zero is undefined"))
    notConstant_ = written(text, info);
  if (!noted_)
    return;
  ClangError error = written(text, info);
  if (error.declaration == "axis" && message.starts_with("initializer element is not a compile"))
    return; // as above
  if (notConstant_ && message.starts_with("variable length array declaration not allowed"))
    error = *notConstant_;
  for (const ClangError &known : messages_.errors)
    if (known.where.str() == error.where.str() && known.option == error.option &&
        (known.text == error.text || level < clang::DiagnosticsEngine::Error ||
         message.starts_with("expected ")))
      return; // the same in a macro, or a consequence of a known error
  if (level >= clang::DiagnosticsEngine::Error && ++count_ > most)
    messages_.isFull = true, (error = ClangError()).text = "too many errors emitted, stopping now";
  if (info.getID() == clang::diag::err_pp_include_too_deep)
    messages_.isFull = true; // what follows is a repeated declaration
  messages_.failed = messages_.failed || level >= clang::DiagnosticsEngine::Error;
  messages_.errors.push_back(std::move(error));
}

/// Records notes that help: the other bracket, the other declaration.
void MessageRecorder::note(const std::string &text, const clang::Diagnostic &info) {
  if (isOfInt_ && (text == "division by zero" || text.starts_with("value ")) &&
      info.hasSourceManager() && info.getLocation().isValid())
    notConstant_ = written(text, info);
  if (!noted_ || messages_.errors.empty() || !info.hasSourceManager() ||
      info.getLocation().isInvalid())
    return;
  const llvm::StringRef message = text;
  const clang::SourceManager &sources = info.getSourceManager();
  if (sources.getFilename(sources.getFileLoc(info.getLocation())).starts_with(kPreludeDir) ||
      sources.isWrittenInBuiltinFile(info.getLocation()))
    return; // text that the user did not write
  if (const std::string option = optionAt(info.getLocation(), sources); !option.empty())
    messages_.errors.back().notes.emplace_back(SourceRange{}, option + " declares it, too");
  else if (message.starts_with("to match this"))
    messages_.errors.back().notes.emplace_back(place(info, info.getLocation()),
                                               "its other half is here");
  else if (message == "previous definition is here" || message == "previous declaration is here")
    messages_.errors.back().notes.emplace_back(place(info, info.getLocation()),
                                               "it is declared here, too");
}

SourceRange MessageRecorder::place(const clang::Diagnostic &info,
                                   clang::SourceLocation where) const {
  const clang::SourceManager &sources = info.getSourceManager();
  const clang::SourceLocation location = placeInFile(where, sources);
  const clang::PresumedLoc at = sources.getPresumedLoc(location);
  if (at.isInvalid())
    return {};
  const unsigned length = clang::Lexer::MeasureTokenLength(location, sources, clang::LangOptions());
  diagnostics_.addFile(at.getFilename(), sources.getBufferData(sources.getFileID(location)).str());
  return {at.getFilename(), at.getLine(), at.getColumn(), at.getColumn() + std::max(1u, length)};
}

} // namespace eulerc::compiler
