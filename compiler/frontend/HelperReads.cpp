#include "HelperReads.h"

#include "Lower.h"
#include "Record.h"

namespace eulerc::compiler {
namespace {

using Found = std::map<const clang::FunctionDecl *, std::optional<HelperRead>>;

/// Searches a function's body for the first read.
class Finder {
public:
  Finder(clang::ASTContext &context, Found &found) : context_(context), found_(found) {}

  const std::optional<HelperRead> &of(const clang::FunctionDecl *function) {
    const auto [it, isNew] = found_.try_emplace(function); // also ends a recursion
    if (isNew)
      it->second = in(function->getBody());
    return it->second;
  }

private:
  std::optional<HelperRead> in(const clang::Stmt *statement) {
    if (!statement)
      return std::nullopt;
    if (const auto *subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(statement))
      if (std::optional<HelperRead> read = ofSubscript(subscript))
        return read;
    if (const auto *call = llvm::dyn_cast<clang::CallExpr>(statement))
      if (std::optional<HelperRead> read = ofCall(call))
        return read;
    for (const clang::Stmt *part : statement->children())
      if (std::optional<HelperRead> read = in(part))
        return read;
    return std::nullopt;
  }

  std::optional<HelperRead> ofSubscript(const clang::ArraySubscriptExpr *expr) const {
    const clang::Expr *base = expr;
    while (const auto *subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(base))
      base = subscript->getBase()->IgnoreParenImpCasts();
    const auto *name = llvm::dyn_cast<clang::DeclRefExpr>(base);
    const auto *variable = name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
    const std::optional<Leaf> kind = variable ? kindOf(variable) : std::nullopt;
    if (!kind || (!isState(*kind) && kind != Leaf::Field))
      return std::nullopt;
    return HelperRead{
        *kind, variable->getName().str(), toRange(context_, expr->getSourceRange()), {}};
  }

  std::optional<HelperRead> ofCall(const clang::CallExpr *call) {
    const clang::FunctionDecl *callee = call->getDirectCallee();
    callee = callee ? callee->getDefinition() : nullptr;
    if (!callee)
      return std::nullopt;
    std::optional<HelperRead> read = of(callee);
    if (read)
      read->calls.push_back(toRange(context_, call->getSourceRange()));
    return read;
  }

  clang::ASTContext &context_;
  Found &found_;
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
