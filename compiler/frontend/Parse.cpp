#include "frontend/Frontend.h"
#include "frontend/SourceFile.h"

#include "ClangMessages.h"
#include "Declarations.h"
#include "ImplicitNames.h"
#include "Lower.h"
#include "MethodWords.h"
#include "Monitors.h"
#include "PreludePlace.h"
#include "Record.h"
#include "ReservedNames.h"
#include "WordCount.h"
#include "Words.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Lex/LexDiagnostic.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Support/VirtualFileSystem.h"

#include "frontend/Nearest.h"

#include <filesystem>
#include <set>

namespace eulerc::compiler {

extern const char kOdeHeader[]; // eulerc/ode.h, embedded at build time

namespace {

/// Everything one parse produces.
struct Result {
  std::vector<ClangError> errors; ///< and warnings
  bool failed = false;            ///< whether there is more than warnings
  KnownNames names;
  std::optional<Problem> problem;
  std::set<std::string> dependencies;
};

class MessageRecorder : public clang::DiagnosticConsumer {
public:
  MessageRecorder(Result &result, Diagnostics &diagnostics)
      : result_(result), diagnostics_(diagnostics) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic &info) override {
    llvm::SmallString<200> formatted;
    info.FormatDiagnostic(formatted);
    std::string text = formatted.str().str();
    if (info.getID() == clang::diag::pp_hash_warning ||
        info.getID() == clang::diag::err_pp_hash_error)
      text = (info.getID() == clang::diag::pp_hash_warning ? "#warning " : "#error ") + text;
    if (count_ > most)
      return;
    if (level == clang::DiagnosticsEngine::Note)
      return note(text, info);
    noted_ = level >= clang::DiagnosticsEngine::Error || matters(text);
    // A real param may be any expression of params, also one C does not call constant: sqrt(K).
    // It is checked when it is lowered.
    const llvm::StringRef message = text;
    if (message.starts_with("constexpr variable") &&
        message.ends_with("must be initialized by a constant expression"))
      noted_ = false;
    if (!noted_)
      return;
    ClangError error;
    error.text = text;
    if (info.hasSourceManager() && info.getLocation().isValid()) {
      error.where = place(info, info.getLocation());
      readToken(error, info);
      readMacro(error, info);
      for (const clang::CharSourceRange &range : info.getRanges())
        addRange(error, range, info.getSourceManager());
    }
    for (const ClangError &known : result_.errors)
      if (known.where.str() == error.where.str() &&
          (known.text == error.text || level < clang::DiagnosticsEngine::Error ||
           message.starts_with("expected ")))
        return; // the same in a macro, or what follows from what is said already
    if (level >= clang::DiagnosticsEngine::Error && ++count_ > most)
      (error = ClangError()).text = "too many errors emitted, stopping now";
    result_.failed = result_.failed || level >= clang::DiagnosticsEngine::Error;
    result_.errors.push_back(std::move(error));
  }

private:
  /// Facts worth telling: the other bracket, the other declaration.
  void note(const std::string &text, const clang::Diagnostic &info) {
    if (!noted_ || result_.errors.empty() || !info.hasSourceManager() ||
        info.getLocation().isInvalid())
      return;
    const llvm::StringRef message = text;
    const clang::SourceManager &sources = info.getSourceManager();
    if (sources.getFilename(sources.getFileLoc(info.getLocation())).starts_with(kPreludeDir))
      return; // nothing that the user wrote
    if (message.starts_with("to match this"))
      result_.errors.back().notes.emplace_back(place(info, info.getLocation()), text);
    else if (message == "previous definition is here" || message == "previous declaration is here")
      result_.errors.back().notes.emplace_back(place(info, info.getLocation()),
                                               "it is declared here, too");
  }

  SourceRange place(const clang::Diagnostic &info, clang::SourceLocation where) const {
    const clang::SourceManager &sources = info.getSourceManager();
    const clang::SourceLocation location = sources.getFileLoc(where);
    const clang::PresumedLoc at = sources.getPresumedLoc(location);
    if (at.isInvalid())
      return {};
    const unsigned length =
        clang::Lexer::MeasureTokenLength(location, sources, clang::LangOptions());
    diagnostics_.addFile(at.getFilename(),
                         sources.getBufferData(sources.getFileID(location)).str());
    return {at.getFilename(), at.getLine(), at.getColumn(), at.getColumn() + std::max(1u, length)};
  }

  /// The word or sign at the place of a message, or next after it.
  static void readToken(ClangError &error, const clang::Diagnostic &info) {
    const clang::SourceManager &sources = info.getSourceManager();
    const clang::SourceLocation reported = sources.getFileLoc(info.getLocation());
    const auto [file, offset] = sources.getDecomposedLoc(reported);
    const llvm::StringRef text = sources.getBufferData(file);
    error.tokenWhere = error.where;
    if (offset > 0 && text.substr(offset - 1, 2) == "**") {
      error.token = "**";
      return;
    }
    // What is expected behind a word is reported at its end; what stands there comes next.
    const std::size_t begin = text.find_first_not_of(" \t", offset);
    if (begin == llvm::StringRef::npos)
      return;
    const unsigned length = clang::Lexer::MeasureTokenLength(
        reported.getLocWithOffset(static_cast<int>(begin - offset)), sources, clang::LangOptions());
    error.token = text.substr(begin, length).str();
    error.before =
        text.take_front(begin).rtrim().empty() ? ' ' : text.take_front(begin).rtrim().back();
    error.after = text.substr(begin + length).ltrim().empty()
                      ? ' '
                      : text.substr(begin + length).ltrim().front();
    error.declaration = declarationAround(text.str(), begin).word;
    error.tokenWhere.column += static_cast<unsigned>(begin - offset);
    error.tokenWhere.endColumn = error.tokenWhere.column + std::max(1u, length);
  }

  static void readMacro(ClangError &error, const clang::Diagnostic &info) {
    const clang::SourceManager &sources = info.getSourceManager();
    const clang::SourceLocation where = info.getLocation();
    const clang::SourceLocation written = sources.getSpellingLoc(where);
    if (!where.isMacroID() || sources.getFilename(written).starts_with(kPreludeDir))
      return;
    error.macro = clang::Lexer::getImmediateMacroName(where, sources, clang::LangOptions()).str();
    error.isMacroOfCommandLine = sources.isWrittenInCommandLineFile(written);
  }

  static void addRange(ClangError &error, const clang::CharSourceRange &range,
                       const clang::SourceManager &sources) {
    const clang::SourceLocation begin = sources.getFileLoc(range.getBegin());
    // What comes from a word of the language, dirichlet(u), ends where the word's brackets do.
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
    error.operands.push_back(text);
    error.ranges.push_back({at.getFilename(), at.getLine(), at.getColumn(),
                            at.getColumn() + static_cast<unsigned>(text.size())});
  }

  Result &result_;
  Diagnostics &diagnostics_;
  bool noted_ = false; ///< whether the message that notes belong to was kept
  /// Errors that were kept. Clang's own limit counts those that are dropped, too.
  static constexpr int most = 20;
  int count_ = 0;
};

class Consumer : public clang::ASTConsumer {
public:
  Consumer(const FrontendInput &input, Result &result, Diagnostics &diagnostics)
      : input_(input), result_(result), diagnostics_(diagnostics) {}

  void HandleTranslationUnit(clang::ASTContext &context) override {
    collectNames(context);
    collectFiles(context.getSourceManager());
    if (reportReservedNames(context, diagnostics_))
      return;
    if (result_.failed)
      result_.names.helpers = findHelperReads(context);
    else
      result_.problem = readDeclarations(input_.file, context, diagnostics_);
  }

private:
  void collectNames(clang::ASTContext &context) {
    for (const clang::Decl *declaration : context.getTranslationUnitDecl()->decls()) {
      const auto *named = llvm::dyn_cast<clang::ValueDecl>(declaration);
      if (!named || !named->getIdentifier() || builtinOf(named))
        continue;
      if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(declaration))
        if (const auto kind = kindOf(variable))
          result_.names.leaves.emplace(named->getName(), *kind);
      if (const auto *function = llvm::dyn_cast<clang::FunctionDecl>(declaration))
        collectArguments(function);
      if (!named->getName().starts_with("eulerc_") && !named->getName().starts_with("__"))
        result_.names.all.push_back(named->getName().str());
    }
  }

  /// What the indices and the time are called in ddt and initial.
  void collectArguments(const clang::FunctionDecl *function) {
    if (!function->getName().starts_with("eulerc_"))
      return;
    for (const clang::ParmVarDecl *argument : function->parameters())
      result_.names.leaves.emplace(argument->getName(),
                                   argument->getType()->isIntegerType() ? Leaf::Index : Leaf::Time);
  }

  void collectFiles(const clang::SourceManager &sources) {
    for (auto it = sources.fileinfo_begin(); it != sources.fileinfo_end(); ++it) {
      const std::string name = it->first.getName().str();
      if (name.starts_with(kPreludeDir))
        continue;
      result_.dependencies.insert(name);
      if (const auto buffer = it->second->getBufferDataIfLoaded())
        diagnostics_.addFile(name, buffer->str());
    }
  }

  const FrontendInput &input_;
  Result &result_;
  Diagnostics &diagnostics_;
};

class Action : public clang::ASTFrontendAction {
public:
  Action(const FrontendInput &input, const ArgumentNames &arguments, Result &result,
         Diagnostics &diagnostics)
      : input_(input), arguments_(arguments), result_(result), diagnostics_(diagnostics) {}

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &,
                                                        llvm::StringRef) override {
    return std::make_unique<Consumer>(input_, result_, diagnostics_);
  }

  void ExecuteAction() override {
    clang::CompilerInstance &compiler = getCompilerInstance();
    compiler.createSema(getTranslationUnitKind(), nullptr);
    addImplicitNames(compiler.getSema(), arguments_);
    ASTFrontendAction::ExecuteAction();
  }

private:
  const FrontendInput &input_;
  const ArgumentNames &arguments_;
  Result &result_;
  Diagnostics &diagnostics_;
};

std::vector<std::string> clangArguments(const FrontendInput &input) {
  std::vector<std::string> arguments = {"eulerc",
                                        "-x",
                                        "c",
                                        "-std=c23",
                                        "-fsyntax-only",
                                        "-nostdinc",
                                        "-ffreestanding",
                                        "-fno-builtin",
                                        "-fno-spell-checking",
                                        "-ferror-limit=0", // MessageRecorder has one
                                        "-fbracket-depth=256",
                                        std::string("-I") + kPreludeDir,
                                        "-include",
                                        "eulerc/ode.h",
                                        "-include",
                                        "eulerc/monitors.h",
                                        "-DEULERC_COMPILES"};
  for (const std::string &dir : input.includeDirs)
    arguments.push_back("-I" + dir);
  for (const std::string &define : input.defines)
    arguments.push_back("-D" + define);
  arguments.push_back("--");
  arguments.push_back(input.file);
  return arguments;
}

/// A file with another text, as long as its own.
class RewrittenFile : public llvm::vfs::File {
public:
  RewrittenFile(std::unique_ptr<llvm::vfs::File> file, std::string text)
      : file_(std::move(file)), text_(std::move(text)) {}

  llvm::ErrorOr<llvm::vfs::Status> status() override { return file_->status(); }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> getBuffer(const llvm::Twine &name, int64_t,
                                                               bool, bool) override {
    return llvm::MemoryBuffer::getMemBufferCopy(text_, name);
  }
  std::error_code close() override { return file_->close(); }

private:
  std::unique_ptr<llvm::vfs::File> file_;
  std::string text_;
};

/// The files of the disk, of which programs are made: those that readFile() refuses, Clang does not
/// open either.
class SourceFiles : public llvm::vfs::ProxyFileSystem {
public:
  SourceFiles(const FrontendInput &input, Diagnostics &diagnostics)
      : ProxyFileSystem(llvm::vfs::getRealFileSystem()), input_(input), diagnostics_(diagnostics) {}

  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine &path) override {
    const FileText read = readFile(path.str());
    if (!read.text)
      return read.error;
    diagnostics_.addFile(path.str(), *read.text);
    if (path.str() != input_.file && !diagnostics_.hasErrors())
      reportMisplacedWords(path.str(), *read.text, diagnostics_);
    auto file = ProxyFileSystem::openFileForRead(path);
    std::string text = withMethodWords(*read.text);
    if (!file || text == *read.text)
      return file;
    return std::make_unique<RewrittenFile>(std::move(*file), std::move(text));
  }

private:
  const FrontendInput &input_;
  Diagnostics &diagnostics_;
};

std::string absolute(const std::string &file) {
  std::error_code error;
  const auto path = std::filesystem::absolute(file, error);
  return error ? file : path.lexically_normal().string();
}

void runClang(const FrontendInput &input, std::unique_ptr<clang::FrontendAction> action,
              clang::DiagnosticConsumer &consumer, Diagnostics &diagnostics) {
  auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  memory->addFile(std::string(kPreludeDir) + "/eulerc/ode.h", 0,
                  llvm::MemoryBuffer::getMemBuffer(kOdeHeader));
  memory->addFile(std::string(kPreludeDir) + "/eulerc/monitors.h", 0,
                  llvm::MemoryBuffer::getMemBufferCopy(monitorPrelude(input.text)));
  if (const std::string text = withMethodWords(input.text); text != input.text)
    memory->addFile(absolute(input.file), 0, llvm::MemoryBuffer::getMemBufferCopy(text));
  auto files = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(
      llvm::makeIntrusiveRefCnt<SourceFiles>(input, diagnostics));
  files->pushOverlay(memory);
  auto manager = llvm::makeIntrusiveRefCnt<clang::FileManager>(clang::FileSystemOptions(), files);
  clang::tooling::ToolInvocation invocation(clangArguments(input), std::move(action),
                                            manager.get());
  invocation.setDiagnosticConsumer(&consumer);
  invocation.run();
}

/// Looks how much there is to parse before it is parsed.
bool reportTooManyWords(const FrontendInput &input, ArgumentNames &arguments,
                        Diagnostics &diagnostics) {
  clang::IgnoringDiagConsumer consumer; // the parser says what else is wrong
  runClang(input, makeWordCount(arguments, diagnostics), consumer, diagnostics);
  return diagnostics.hasErrors();
}

} // namespace

std::optional<FrontendOutput> parse(const FrontendInput &input, Diagnostics &diagnostics) {
  diagnostics.addFile(input.file, input.text);
  if (reportUnknownWords(input.file, input.text, diagnostics))
    return std::nullopt;

  ArgumentNames arguments;
  if (reportTooManyWords(input, arguments, diagnostics))
    return std::nullopt;

  Result result;
  MessageRecorder recorder(result, diagnostics);
  runClang(input, std::make_unique<Action>(input, arguments, result, diagnostics), recorder,
           diagnostics);
  if (!diagnostics.hasErrors() ||
      !result.failed) // what Clang says of a reserved name follows from it
    reportClangErrors(result.errors, result.names, diagnostics);
  if (diagnostics.hasErrors())
    return std::nullopt;
  if (!result.problem) {
    diagnostics.bug("the front end returned nothing and said nothing");
    return std::nullopt;
  }
  return FrontendOutput{std::move(*result.problem),
                        {result.dependencies.begin(), result.dependencies.end()}};
}

} // namespace eulerc::compiler
