#include "RuleNames.h"

#include "Words.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/Sema/ExternalSemaSource.h"
#include "clang/Sema/Lookup.h"

namespace eulerc::compiler {
namespace {

constexpr const char *kWord = "eulerc.argument";

class RuleNames : public clang::ExternalSemaSource {
public:
  RuleNames(clang::Sema &sema, const ArgumentNames &names) : sema_(sema), names_(names) {}

  /// Called for a name that is not declared.
  bool LookupUnqualified(clang::LookupResult &found, clang::Scope *) override {
    clang::IdentifierInfo *name = found.getLookupName().getAsIdentifierInfo();
    if (!name || found.isForRedeclaration() ||
        found.getLookupKind() != clang::Sema::LookupOrdinaryName)
      return false;
    const auto argument = names_.find(name->getName().str());
    if (argument == names_.end() || !isInRule(found.getNameLoc()))
      return false;
    found.addDecl(variable(name, argument->second));
    return true;
  }

private:
  bool isInRule(clang::SourceLocation where) const {
    const clang::SourceManager &sources = sema_.getSourceManager();
    const auto [file, offset] = sources.getDecomposedLoc(sources.getFileLoc(where));
    return declarationAround(sources.getBufferData(file).str(), offset).word == "boundary";
  }

  clang::VarDecl *variable(clang::IdentifierInfo *name, bool isReal) {
    clang::VarDecl *&known = known_[name];
    if (known)
      return known;
    clang::ASTContext &context = sema_.getASTContext();
    const clang::QualType type = isReal ? context.DoubleTy : context.IntTy;
    known = clang::VarDecl::Create(context, context.getTranslationUnitDecl(), {}, {}, name, type,
                                   context.getTrivialTypeSourceInfo(type), clang::SC_Extern);
    known->addAttr(clang::AnnotateAttr::CreateImplicit(context, kWord, nullptr, 0));
    return known;
  }

  clang::Sema &sema_;
  const ArgumentNames &names_;
  std::map<const clang::IdentifierInfo *, clang::VarDecl *> known_;
};

} // namespace

void addRuleNames(clang::Sema &sema, const ArgumentNames &names) {
  sema.addExternalSource(new RuleNames(sema, names));
}

bool isRuleName(const clang::VarDecl *variable) {
  const auto *attribute = variable->getAttr<clang::AnnotateAttr>();
  return attribute && attribute->getAnnotation() == kWord;
}

} // namespace eulerc::compiler
