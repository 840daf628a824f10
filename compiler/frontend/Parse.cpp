// Parse: runs Clang on a program, and reads the declarations or reports the messages.
#include "frontend/Frontend.h"
#include "frontend/SourceFile.h"

#include "ClangMessages.h"
#include "ConstantValues.h"
#include "Declarations.h"
#include "ImplicitNames.h"
#include "Lower.h"
#include "MessageRecorder.h"
#include "MethodWords.h"
#include "Monitors.h"
#include "ParamDirectives.h"
#include "PreludePlace.h"
#include "Record.h"
#include "ReservedNames.h"
#include "WordCheck.h"
#include "WordCount.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <filesystem>
#include <set>

namespace eulerc::compiler {

extern const char kOdeHeader[]; // eulerc/ode.h, embedded at build time

namespace {

/// The results of one parse.
struct Result {
  RecordedMessages messages;
  KnownNames names;
  std::optional<Problem> problem;
  std::set<std::string> dependencies;
  Diagnostics ofConstants; ///< the reasons why params have no values that Clang can compute with
};

class Consumer : public clang::ASTConsumer {
public:
  Consumer(const FrontendInput &input, clang::CompilerInstance &compiler, Result &result,
           Diagnostics &diagnostics)
      : input_(input), compiler_(compiler), result_(result), diagnostics_(diagnostics) {}

  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    if (!constants_)
      constants_.emplace(compiler_.getASTContext());
    for (clang::Decl *declaration : group) {
      hideAxis(compiler_.getSema(), declaration);
      if (auto *variable = llvm::dyn_cast<clang::VarDecl>(declaration))
        constants_->pass(variable);
    }
    if (!result_.messages.isFull)
      return true;
    HandleTranslationUnit(compiler_.getASTContext()); // the parser stops here
    return false;
  }

  void HandleTranslationUnit(clang::ASTContext &context) override {
    collectNames(context);
    collectFiles(context.getSourceManager());
    if (constants_)
      result_.ofConstants = constants_->unsaid();
    if (reportReservedNames(context, diagnostics_))
      return;
    if (result_.messages.failed)
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
        if (const auto kind = kindOf(variable)) {
          result_.names.leaves.emplace(named->getName(), *kind);
          if (*kind == Leaf::State && result_.names.firstState.empty())
            result_.names.firstState = named->getName();
          if (isState(*kind) || *kind == Leaf::Field || *kind == Leaf::Data)
            result_.names.arrays.emplace(named->getName(), declared(variable, *kind));
        }
      if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(declaration);
          variable && !kindOf(variable) && variable->getType()->isArithmeticType())
        result_.names.globals.emplace(named->getName(), placeOf(variable, variable->getName()));
      if (const auto *function = llvm::dyn_cast<clang::FunctionDecl>(declaration))
        collectArguments(function);
      if (!named->getName().starts_with("eulerc_") && !named->getName().starts_with("__"))
        result_.names.all.push_back(named->getName().str());
    }
  }

  /// Whether an expression has no names, such as those of params.
  static bool isOfNumbers(const clang::Stmt *expression) {
    return expression && !llvm::isa<clang::DeclRefExpr>(expression) &&
           std::ranges::all_of(expression->children(), isOfNumbers);
  }

  static bool countsSpecies(const clang::VarDecl *variable) {
    const auto array =
        variable->getTypeSourceInfo()->getTypeLoc().getAsAdjusted<clang::ArrayTypeLoc>();
    const clang::Expr *size = array ? array.getSizeExpr() : nullptr;
    clang::Expr::EvalResult value;
    return isOfNumbers(size) && !size->isValueDependent() &&
           size->EvaluateAsInt(value, variable->getASTContext()) && value.Val.getInt() > 0 &&
           value.Val.getInt() <= kMostSpecies;
  }

  static DeclaredArray declared(const clang::VarDecl *variable, Leaf kind) {
    DeclaredArray array = {0, placeOf(variable, variable->getName())};
    clang::QualType type = variable->getType();
    for (; type->isArrayType(); array.sizes++)
      type = clang::QualType(type->getArrayElementTypeNoTypeQual(), 0);
    array.countsSpecies = isState(kind) && array.sizes > 1 && countsSpecies(variable);
    return array;
  }

  static SourceRange placeOf(const clang::NamedDecl *declared, llvm::StringRef name) {
    const clang::SourceManager &sources = declared->getASTContext().getSourceManager();
    const clang::PresumedLoc at =
        sources.getPresumedLoc(sources.getFileLoc(declared->getLocation()));
    const auto length = static_cast<unsigned>(name.size());
    return {at.getFilename(), at.getLine(), at.getColumn(), at.getColumn() + length};
  }

  /// Collects the names of the indices and the time in ddt and initial, and the names of events.
  void collectArguments(const clang::FunctionDecl *function) {
    for (const clang::Decl *each : function->decls())
      if (const auto *local = llvm::dyn_cast<clang::VarDecl>(each);
          local && local->isLocalVarDecl() && local->getType()->isArrayType())
        result_.names.localArrays.emplace(local->getName());
    llvm::StringRef name = function->getName();
    if (!name.starts_with("eulerc_"))
      return;
    if (name.consume_front("eulerc_event_"))
      result_.names.events.push_back(name.str());
    else if (llvm::StringRef own = name; own.consume_front("eulerc_monitor_"))
      result_.names.monitors.emplace(own, placeOf(function, own));
    const bool isOfFirst = name == "eulerc_ddt_" + result_.names.firstState ||
                           name == "eulerc_next_" + result_.names.firstState;
    for (const clang::ParmVarDecl *argument : function->parameters()) {
      if (isOfFirst)
        result_.names.arguments.push_back(argument->getName().str());
      result_.names.leaves.emplace(argument->getName(),
                                   argument->getType()->isIntegerType() ? Leaf::Index : Leaf::Time);
    }
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
  clang::CompilerInstance &compiler_;
  Result &result_;
  Diagnostics &diagnostics_;
  std::optional<ConstantValues> constants_;
};

class Action : public clang::ASTFrontendAction {
public:
  Action(const FrontendInput &input, const ArgumentNames &arguments, Result &result,
         Diagnostics &diagnostics)
      : input_(input), arguments_(arguments), result_(result), diagnostics_(diagnostics) {}

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &compiler,
                                                        llvm::StringRef) override {
    return std::make_unique<Consumer>(input_, compiler, result_, diagnostics_);
  }

  void ExecuteAction() override {
    clang::CompilerInstance &compiler = getCompilerInstance();
    compiler.createSema(getTranslationUnitKind(), nullptr);
    addImplicitNames(compiler.getSema(), arguments_);
    refuseParamDirectives(compiler.getSema(), diagnostics_);
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
                                        "-ferror-limit=0", // MessageRecorder has a limit
                                        "-fbracket-depth=256",
                                        "-Wfloat-conversion",
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

/// A file with another text of the same length.
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

/// The files on disk. Clang cannot open a file that readFile() refuses.
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

/// Reports sizes and assertions that depend on a param without a value: the mistake is the param's,
/// unless its declaration cannot be read.
void reportSizesOfParams(Result &result, Diagnostics &diagnostics) {
  const auto isOfParam = [](const ClangError &error) {
    return error.isOfSize() || error.text.starts_with("static assertion expression is not ");
  };
  if (!result.ofConstants.hasErrors() || std::erase_if(result.messages.errors, isOfParam) == 0 ||
      std::ranges::any_of(result.messages.errors, [](const ClangError &error) {
        return error.text.starts_with("expected ");
      }))
    return;
  for (const Diagnostic &each : result.ofConstants.all())
    if (each.severity == Severity::Error)
      diagnostics.error(each.where, each.message);
    else if (each.severity == Severity::Hint)
      diagnostics.hint(each.message);
}

/// Reports programs that are too long to be parsed.
bool reportTooManyWords(const FrontendInput &input, ArgumentNames &arguments,
                        Diagnostics &diagnostics) {
  clang::IgnoringDiagConsumer consumer; // the parser reports other mistakes
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
  MessageRecorder recorder(result.messages, diagnostics);
  runClang(input, std::make_unique<Action>(input, arguments, result, diagnostics), recorder,
           diagnostics);
  if (!diagnostics.hasErrors() ||
      !result.messages.failed) { // Clang's messages about a reserved name follow from it
    reportSizesOfParams(result, diagnostics);
    reportClangErrors(result.messages.errors, result.names, diagnostics);
  }
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
