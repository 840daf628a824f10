#include "ImplicitNames.h"

#include "Words.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/Sema/ExternalSemaSource.h"
#include "clang/Sema/Lookup.h"

namespace eulerc::compiler {
namespace {

constexpr const char *kArgument = "eulerc.argument", *kStep = "eulerc.dt";

class ImplicitNames : public clang::ExternalSemaSource {
public:
  ImplicitNames(clang::Sema &sema, const ArgumentNames &names) : sema_(sema), names_(names) {}

  /// Called for a name that is not declared.
  bool LookupUnqualified(clang::LookupResult &found, clang::Scope *) override {
    clang::IdentifierInfo *name = found.getLookupName().getAsIdentifierInfo();
    if (!name || found.isForRedeclaration() ||
        found.getLookupKind() != clang::Sema::LookupOrdinaryName)
      return false;
    const clang::SourceLocation where = found.getNameLoc();
    const clang::ASTContext &context = sema_.getASTContext();
    if (name->isStr("dt")) {
      if (lacksPoint(where))
        return false;
      found.addDecl(variable(name, context.DoubleTy.withConst(), kStep, where));
      return true;
    }
    const auto argument = names_.find(name->getName().str());
    if (argument == names_.end() || !isIn("boundary", where))
      return false;
    found.addDecl(
        variable(name, argument->second ? context.DoubleTy : context.IntTy, kArgument, {}));
    return true;
  }

private:
  std::pair<llvm::StringRef, unsigned> placeOf(clang::SourceLocation where) const {
    const clang::SourceManager &sources = sema_.getSourceManager();
    const auto [file, offset] = sources.getDecomposedLoc(sources.getFileLoc(where));
    return {sources.getBufferData(file), offset};
  }
  bool isIn(const char *declaration, clang::SourceLocation where) const {
    const auto [text, offset] = placeOf(where);
    return declarationAround(text.str(), offset).word == declaration;
  }

  /// timespan = { .to = 1, dt = 0.1 };
  bool lacksPoint(clang::SourceLocation where) const {
    const auto [text, offset] = placeOf(where);
    llvm::StringRef behind = text.substr(offset + 2);
    return behind.ltrim().starts_with("=") && isIn("timespan", where);
  }

  /// `where`: its first use, for variables that count as declared there.
  clang::VarDecl *variable(clang::IdentifierInfo *name, clang::QualType type, const char *word,
                           clang::SourceLocation where) {
    clang::VarDecl *&known = known_[name];
    if (known)
      return known;
    clang::ASTContext &context = sema_.getASTContext();
    clang::TranslationUnitDecl *program = context.getTranslationUnitDecl();
    known = clang::VarDecl::Create(context, program, where, where, name, type,
                                   context.getTrivialTypeSourceInfo(type), clang::SC_Extern);
    known->addAttr(clang::AnnotateAttr::CreateImplicit(context, word, nullptr, 0));
    if (where.isValid())
      program->addDecl(known);
    return known;
  }

  clang::Sema &sema_;
  const ArgumentNames &names_;
  std::map<const clang::IdentifierInfo *, clang::VarDecl *> known_;
};

} // namespace

void addImplicitNames(clang::Sema &sema, const ArgumentNames &names) {
  sema.addExternalSource(new ImplicitNames(sema, names));
}

bool isRuleName(const clang::VarDecl *variable) {
  const auto *attribute = variable->getAttr<clang::AnnotateAttr>();
  return attribute && attribute->getAnnotation() == kArgument;
}

} // namespace eulerc::compiler
