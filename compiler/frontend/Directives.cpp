#include "frontend/Directives.h"

#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/PreprocessorOutputOptions.h"
#include "clang/Frontend/Utils.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Support/raw_ostream.h"

namespace eulerc::compiler {
namespace {

class DecideDirectives : public clang::PreprocessorFrontendAction {
public:
  explicit DecideDirectives(std::string &text) : text_(text) {}

protected:
  void ExecuteAction() override {
    clang::PreprocessorOutputOptions options;
    options.ShowCPP = options.ShowComments = options.ShowMacroComments = true;
    options.ShowMacros = options.DirectivesOnly = true;
    options.ShowLineMarkers = false;
    llvm::raw_string_ostream out(text_);
    clang::DoPrintPreprocessedInput(getCompilerInstance().getPreprocessor(), &out, options);
  }

private:
  std::string &text_;
};

/// Keeps at most one empty line in a row, and none at the start.
std::string withoutGaps(const std::string &text) {
  std::string result;
  for (const char c : text)
    if (c != '\n' || !(result.empty() || result.ends_with("\n\n")))
      result += c;
  return result;
}

} // namespace

std::string decideDirectives(const std::string &openclText,
                             const std::vector<std::string> &macros) {
  std::vector<std::string> arguments = {"-xcl", "-cl-std=CL1.2", "-cl-no-stdinc",
                                        "-Wno-everything"};
  for (const std::string &macro : macros)
    arguments.push_back("-D" + macro);
  std::string text;
  clang::tooling::runToolOnCodeWithArgs(std::make_unique<DecideDirectives>(text), openclText,
                                        arguments, "kernels.cl");
  return withoutGaps(text);
}

} // namespace eulerc::compiler
