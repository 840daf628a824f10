#include "ReservedNames.h"

#include "Lower.h"
#include "PreludePlace.h"

#include "clang/AST/RecursiveASTVisitor.h"

namespace eulerc::compiler {
namespace {

class ReservedNames : public clang::RecursiveASTVisitor<ReservedNames> {
public:
  ReservedNames(clang::ASTContext &context, Diagnostics &diagnostics)
      : context_(context), diagnostics_(diagnostics) {}

  bool VisitNamedDecl(clang::NamedDecl *declaration) {
    if (!declaration->getDeclName().isIdentifier() ||
        !isOfProgram(context_.getSourceManager(), declaration->getLocation()))
      return true;
    const llvm::StringRef name = declaration->getName();
    if (name == "dt")
      refuse(declaration, "'dt' is the length of the step, and cannot be declared",
             "give this declaration another name, for example 'tau'");
    else if (name.starts_with("eulerc_"))
      refuse(declaration, "'" + name.str() + "' begins as eulerc's own names do",
             "take a name that does not begin with 'eulerc_'");
    return true;
  }

  bool found() const { return found_; }

private:
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
  ReservedNames visitor(context, diagnostics);
  visitor.TraverseDecl(context.getTranslationUnitDecl());
  return visitor.found();
}

} // namespace eulerc::compiler
