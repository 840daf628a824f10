#include "HelperReads.h"

#include "Lower.h"
#include "Record.h"

#include "clang/AST/RecursiveASTVisitor.h"

namespace eulerc::compiler {
namespace {

using Found = std::map<const clang::FunctionDecl *, std::optional<HelperRead>>;

/// Looks through a function's body until it finds a read.
class Finder : public clang::RecursiveASTVisitor<Finder> {
public:
  Finder(clang::ASTContext &context, Found &found) : context_(context), found_(found) {}

  const std::optional<HelperRead> &of(const clang::FunctionDecl *function) {
    const auto [it, isNew] = found_.try_emplace(function); // also ends a recursion
    if (isNew) {
      Finder finder(context_, found_);
      finder.TraverseStmt(function->getBody());
      it->second = finder.read_;
    }
    return it->second;
  }

  bool VisitArraySubscriptExpr(clang::ArraySubscriptExpr *expr) {
    const clang::Expr *base = expr;
    while (const auto *subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(base))
      base = subscript->getBase()->IgnoreParenImpCasts();
    const auto *name = llvm::dyn_cast<clang::DeclRefExpr>(base);
    const auto *variable = name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
    const std::optional<Leaf> kind = variable ? kindOf(variable) : std::nullopt;
    if (kind != Leaf::State && kind != Leaf::Field)
      return true;
    read_ = {*kind, variable->getName().str(), toRange(context_, expr->getSourceRange()), {}};
    return false;
  }

  bool VisitCallExpr(clang::CallExpr *call) {
    const clang::FunctionDecl *callee = call->getDirectCallee();
    callee = callee ? callee->getDefinition() : nullptr;
    if (!callee || !of(callee))
      return true;
    read_ = of(callee);
    read_->calls.push_back(toRange(context_, call->getSourceRange()));
    return false;
  }

private:
  clang::ASTContext &context_;
  Found &found_;
  std::optional<HelperRead> read_;
};

} // namespace

std::map<std::string, HelperRead> findHelperReads(clang::ASTContext &context) {
  Found found;
  std::map<std::string, HelperRead> result;
  for (const clang::Decl *declaration : context.getTranslationUnitDecl()->decls()) {
    const auto *function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
    if (function && function->doesThisDeclarationHaveABody())
      if (const auto &read = Finder(context, found).of(function))
        result.emplace(function->getName(), *read);
  }
  return result;
}

} // namespace eulerc::compiler
