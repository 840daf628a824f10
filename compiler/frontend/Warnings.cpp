// What is likely a mistake in a program that is right: params that nothing depends on, and locals
// that hide what is declared outside of functions.
#include "Reading.h"

#include "Leaves.h"
#include "PreludePlace.h"

#include "clang/AST/RecursiveASTVisitor.h"

namespace eulerc::compiler {
namespace {

class LocalNames : public clang::RecursiveASTVisitor<LocalNames> {
public:
  explicit LocalNames(Reading &in) : in_(in) {
    for (const auto *all :
         {&in.recorded.constants, &in.recorded.states, &in.recorded.fields, &in.recorded.data})
      for (const clang::VarDecl *declaration : *all)
        outside_[declaration->getName().str()] = declaration;
  }

  bool VisitVarDecl(clang::VarDecl *local) {
    if (!local->isLocalVarDecl())
      return true;
    const auto hidden = outside_.find(local->getName().str());
    if (hidden == outside_.end())
      return true;
    in_.diagnostics.warning(in_.nameRange(local),
                            "the local '" + hidden->first + "' hides " +
                                spelled(*kindOf(hidden->second), hidden->first));
    in_.diagnostics.hint("give the local another name, for example '" + hidden->first + "_'");
    return true;
  }

private:
  Reading &in_;
  std::map<std::string, const clang::VarDecl *> outside_;
};

bool isOfMainFile(const Reading &in, const clang::Decl *declaration) {
  const clang::SourceManager &sources = in.context.getSourceManager();
  return sources.isInMainFile(sources.getFileLoc(declaration->getLocation()));
}

} // namespace

void warnOfNames(Reading &in) {
  for (const clang::VarDecl *declaration : in.recorded.constants)
    if (kindOf(declaration) == Leaf::Param && !declaration->isReferenced() &&
        declaration->getName() != "seed" && isOfMainFile(in, declaration)) {
      const std::string name = declaration->getName().str();
      in.diagnostics.warning(in.nameRange(declaration), "the param '" + name + "' is not used");
      in.diagnostics.hint("remove it, or make something depend on it");
    }
  LocalNames names(in);
  for (clang::Decl *declaration : in.context.getTranslationUnitDecl()->decls())
    if (const clang::Stmt *body = declaration->getBody();
        body && isOfProgram(in.context.getSourceManager(), body->getBeginLoc()))
      names.TraverseDecl(declaration);
}

} // namespace eulerc::compiler
