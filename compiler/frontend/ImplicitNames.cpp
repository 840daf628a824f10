#include "ImplicitNames.h"

#include "Words.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/Lex/Lexer.h"
#include "clang/Sema/ExternalSemaSource.h"
#include "clang/Sema/IdentifierResolver.h"
#include "clang/Sema/Lookup.h"

namespace eulerc::compiler {
namespace {

constexpr const char *kArgument = "eulerc.argument", *kStep = "eulerc.dt",
                     *kBuiltin = "eulerc.builtin";

class ImplicitNames : public clang::ExternalSemaSource {
public:
  ImplicitNames(clang::Sema &sema, const ArgumentNames &names) : sema_(sema), names_(names) {}

  /// Called for each undeclared name.
  bool LookupUnqualified(clang::LookupResult &found, clang::Scope *) override {
    clang::IdentifierInfo *name = found.getLookupName().getAsIdentifierInfo();
    if (!name || found.isForRedeclaration() ||
        found.getLookupKind() != clang::Sema::LookupOrdinaryName)
      return false;
    const clang::SourceLocation where = found.getNameLoc();
    clang::ValueDecl *meant = nullptr;
    if (name->isStr("dt"))
      meant = lacksPoint(where) ? nullptr : step(name, where);
    else if (const auto argument = names_.find(name->getName().str());
             argument != names_.end() && (isIn("boundary", where) || isIn("when", where)))
      meant = this->argument(name, argument->second);
    else
      meant = builtin(name, where);
    if (meant)
      found.addDecl(meant);
    return meant != nullptr;
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

  clang::VarDecl *step(clang::IdentifierInfo *name, clang::SourceLocation where) {
    clang::ValueDecl *&known = known_[{name, 0}];
    if (!known)
      known = declared(variable(name, context().DoubleTy.withConst(), where), kStep);
    return llvm::cast<clang::VarDecl>(known);
  }

  /// The argument is not declared in the program: a rule that uses it precedes the ddt that has it.
  clang::VarDecl *argument(clang::IdentifierInfo *name, bool isReal) {
    clang::ValueDecl *&known = known_[{name, -1}];
    if (!known) {
      known = variable(name, isReal ? context().DoubleTy : context().IntTy, {});
      known->addAttr(clang::AnnotateAttr::CreateImplicit(context(), kArgument, nullptr, 0));
    }
    return llvm::cast<clang::VarDecl>(known);
  }

  clang::ValueDecl *builtin(clang::IdentifierInfo *name, clang::SourceLocation where) {
    const Builtin *word = builtinNamed(name->getName());
    if (word && word->kind == Builtin::Kind::Rule) {
      const bool takesValues = isCalled(where);
      const Builtin *const other = builtinNamed(word->name, takesValues ? 1 : 0);
      word = other ? other : word;
      if (word->arguments > 0 && !takesValues)
        return nullptr; // "boundary(y) = dirichlet;"
    }
    if (!word)
      return nullptr;
    clang::ValueDecl *&known = known_[{name, word->arguments}];
    if (known)
      return known;
    if (word->arguments > 0)
      known = function(name, *word, where);
    else if (word->kind == Builtin::Kind::Rule)
      known = variable(name, rule(), where);
    else
      known = constant(name, word->value, where);
    return declared(known, kBuiltin);
  }

  /// Whether a bracket follows, where the word is written or where its macro is used.
  bool isCalled(clang::SourceLocation where) const {
    const clang::SourceManager &sources = sema_.getSourceManager();
    for (const clang::SourceLocation at :
         {sources.getSpellingLoc(where), sources.getFileLoc(where)})
      if (const auto next = clang::Lexer::findNextToken(at, sources, sema_.getLangOpts());
          next && next->is(clang::tok::l_paren))
        return true;
    return false;
  }

  /// Adds a declaration to the program, at the place of its first use.
  template <typename Declaration>
  Declaration *declared(Declaration *declaration, const char *word) {
    declaration->addAttr(clang::AnnotateAttr::CreateImplicit(context(), word, nullptr, 0));
    declaration->setImplicit();
    context().getTranslationUnitDecl()->addDecl(declaration);
    return declaration;
  }

  clang::VarDecl *variable(clang::IdentifierInfo *name, clang::QualType type,
                           clang::SourceLocation where) {
    return clang::VarDecl::Create(context(), context().getTranslationUnitDecl(), where, where, name,
                                  type, context().getTrivialTypeSourceInfo(type), clang::SC_Extern);
  }

  clang::VarDecl *constant(clang::IdentifierInfo *name, double value, clang::SourceLocation where) {
    clang::VarDecl *constant = variable(name, real().withConst(), where);
    constant->setStorageClass(clang::SC_Static);
    constant->setConstexpr(true);
    constant->setInit(clang::FloatingLiteral::Create(context(), llvm::APFloat(value), true,
                                                     context().DoubleTy, where));
    return constant;
  }

  clang::FunctionDecl *function(clang::IdentifierInfo *name, const Builtin &word,
                                clang::SourceLocation where) {
    const clang::QualType argument = word.kind == Builtin::Kind::Random ? context().IntTy : real();
    const clang::QualType result = word.kind == Builtin::Kind::Rule ? rule() : real();
    std::vector<clang::QualType> arguments(word.arguments, argument);
    if (word.kind == Builtin::Kind::Series)
      arguments.front() = context().getPointerType(real().withConst());
    const clang::QualType type = context().getFunctionType(result, arguments, {});
    auto *function = clang::FunctionDecl::Create(
        context(), context().getTranslationUnitDecl(), where, where, name, type,
        context().getTrivialTypeSourceInfo(type), clang::SC_Extern);
    std::vector<clang::ParmVarDecl *> parameters;
    for (const clang::QualType each : arguments)
      parameters.push_back(clang::ParmVarDecl::Create(
          context(), function, where, where, nullptr, each,
          context().getTrivialTypeSourceInfo(each), clang::SC_None, nullptr));
    function->setParams(parameters);
    return function;
  }

  clang::QualType real() { return typeNamed("real"); }
  clang::QualType rule() { return typeNamed("eulerc_rule"); }

  /// A type of the prelude.
  clang::QualType typeNamed(llvm::StringRef name) {
    for (const clang::Decl *declaration : context().getTranslationUnitDecl()->decls())
      if (const auto *type = llvm::dyn_cast<clang::TypeDecl>(declaration);
          type && type->getName() == name)
        return context().getTypeDeclType(type);
    return context().DoubleTy; // every prelude has this type
  }

  clang::ASTContext &context() { return sema_.getASTContext(); }

  clang::Sema &sema_;
  const ArgumentNames &names_;
  /// by name and number of values
  std::map<std::pair<const clang::IdentifierInfo *, int>, clang::ValueDecl *> known_;
};

} // namespace

void addImplicitNames(clang::Sema &sema, const ArgumentNames &names) {
  sema.addExternalSource(new ImplicitNames(sema, names));
}

void hideAxis(clang::Sema &sema, const clang::Decl *declaration) {
  const auto *attribute = declaration->getAttr<clang::AnnotateAttr>();
  const auto *axis = llvm::dyn_cast<clang::VarDecl>(declaration);
  if (axis && attribute && attribute->getAnnotation() == "eulerc.axis")
    sema.IdResolver.RemoveDecl(const_cast<clang::VarDecl *>(axis));
}

bool isRuleName(const clang::VarDecl *variable) {
  const auto *attribute = variable->getAttr<clang::AnnotateAttr>();
  return attribute && attribute->getAnnotation() == kArgument;
}

const Builtin *builtinOf(const clang::ValueDecl *declaration) {
  const auto *attribute = declaration->getAttr<clang::AnnotateAttr>();
  if (!attribute || attribute->getAnnotation() != kBuiltin)
    return nullptr;
  const auto *function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
  return builtinNamed(declaration->getName(),
                      function ? static_cast<int>(function->getNumParams()) : 0);
}

} // namespace eulerc::compiler
