#include "ParamDirectives.h"

#include "Lower.h"
#include "Record.h"
#include "Words.h"

#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"

#include <memory>

namespace eulerc::compiler {
namespace {

class ParamDirectives : public clang::PPCallbacks {
public:
  ParamDirectives(clang::Sema &sema, Diagnostics &diagnostics)
      : sema_(sema), diagnostics_(diagnostics) {}

  void If(clang::SourceLocation where, clang::SourceRange, ConditionValueKind) override {
    check(where);
  }
  void Elif(clang::SourceLocation where, clang::SourceRange, ConditionValueKind value,
            clang::SourceLocation) override {
    if (value != CVK_NotEvaluated)
      check(where);
  }
  void Ifdef(clang::SourceLocation where, const clang::Token &,
             const clang::MacroDefinition &) override {
    check(where);
  }
  void Ifndef(clang::SourceLocation where, const clang::Token &,
              const clang::MacroDefinition &) override {
    check(where);
  }

private:
  /// Checks the words of the line from there on.
  void check(clang::SourceLocation from) {
    const clang::SourceManager &sources = sema_.getSourceManager();
    const auto [file, offset] = sources.getDecomposedLoc(from);
    const std::string line = sources.getBufferData(file)
                                 .substr(offset)
                                 .take_until([](char c) { return c == '\n'; })
                                 .str();
    for (const clang::Token &token : lexed(line)) {
      if (token.isNot(clang::tok::raw_identifier))
        continue;
      const auto begin = static_cast<int>(token.getLocation().getRawEncoding()) - 1;
      checkName(token.getRawIdentifier(), from.getLocWithOffset(begin));
    }
  }

  void checkName(llvm::StringRef name, clang::SourceLocation where) {
    clang::IdentifierInfo &known = sema_.getPreprocessor().getIdentifierTable().get(name);
    if (known.hasMacroDefinition())
      return;
    for (const clang::NamedDecl *found :
         sema_.Context.getTranslationUnitDecl()->lookup(clang::DeclarationName(&known)))
      if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(found);
          variable && kindOf(variable) == Leaf::Param) {
        diagnostics_.error(toRange(sema_.Context, clang::SourceRange(where)),
                           "the preprocessor does not know the param '" + name.str() + "'");
        diagnostics_.hint("its value is chosen when the solver runs: write a condition, '" +
                          name.str() + " > 0 ? A : B', or 'if (" + name.str() +
                          " > 0)'; macros have values for '#if'");
      }
  }

  clang::Sema &sema_;
  Diagnostics &diagnostics_;
};

} // namespace

void refuseParamDirectives(clang::Sema &sema, Diagnostics &diagnostics) {
  sema.getPreprocessor().addPPCallbacks(std::make_unique<ParamDirectives>(sema, diagnostics));
}

} // namespace eulerc::compiler
