#include "ReservedNames.h"

#include "Lower.h"
#include "PreludePlace.h"

namespace eulerc::compiler {
namespace {

class ReservedNames {
public:
  ReservedNames(clang::ASTContext &context, Diagnostics &diagnostics)
      : context_(context), diagnostics_(diagnostics) {}

  /// Checks the declarations of a file or a function. A function's arguments and locals have names
  /// of their own.
  void lookThrough(const clang::DeclContext *scope) {
    for (const clang::Decl *declaration : scope->decls()) {
      if (const auto *named = llvm::dyn_cast<clang::NamedDecl>(declaration))
        lookAt(named);
      if (const auto *inner = llvm::dyn_cast<clang::DeclContext>(declaration))
        lookThrough(inner);
    }
  }

  bool found() const { return found_; }

private:
  /// "ddt(v) = u[i];" within a function: in C this is an unused local.
  bool isMisplaced(const clang::NamedDecl *declaration) {
    const auto *local = llvm::dyn_cast<clang::VarDecl>(declaration);
    if (!local || !local->isLocalVarDecl() || !local->getIdentifier())
      return false;
    llvm::StringRef name = local->getName();
    for (const char *word : {"ddt", "next", "let", "initial"})
      if (name.consume_front(std::string("eulerc_") + word + "_")) {
        const std::string about = std::string(word) + "(" + name.str() + ")";
        refuse(declaration, "'" + about + "' belongs outside of functions",
               "each state has a function of its own: '" + about + "(...) { return ...; }'");
        return true;
      }
    return false;
  }

  void lookAt(const clang::NamedDecl *declaration) {
    if (isMisplaced(declaration))
      return;
    if (declaration->isImplicit() || !declaration->getDeclName().isIdentifier() ||
        !isOfProgram(context_.getSourceManager(), declaration->getLocation()))
      return;
    const llvm::StringRef name = declaration->getName();
    if (name == "dt")
      refuse(declaration, "'dt' is the length of the step, and cannot be declared",
             "give this declaration another name, for example 'tau'");
    else if (name.starts_with("eulerc_"))
      refuse(declaration, "'" + name.str() + "' begins as eulerc's own names do",
             "take a name that does not begin with 'eulerc_'");
  }

  void refuse(const clang::NamedDecl *declaration, const std::string &message,
              const std::string &hint) {
    found_ = true;
    diagnostics_.error(toRange(context_, clang::SourceRange(declaration->getLocation())), message);
    diagnostics_.hint(hint);
  }

  clang::ASTContext &context_;
  Diagnostics &diagnostics_;
  bool found_ = false;
};

} // namespace

bool reportReservedNames(clang::ASTContext &context, Diagnostics &diagnostics) {
  ReservedNames names(context, diagnostics);
  names.lookThrough(context.getTranslationUnitDecl());
  return names.found();
}

} // namespace eulerc::compiler
