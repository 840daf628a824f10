#include "Reading.h"

namespace eulerc::compiler {

bool Reading::isInt(clang::QualType type) const {
  const clang::QualType plain = type.getCanonicalType().getUnqualifiedType();
  return plain == context.IntTy || plain == context.LongTy;
}

bool Reading::isReal(clang::QualType type) const {
  return type.getCanonicalType().getUnqualifiedType() == context.DoubleTy &&
         !isWrittenDouble(context, type);
}

std::string Reading::signature(bool withTime, bool ofSpecies) const {
  static const char *const usual[] = {"k", "j", "i"};
  std::string text = ofSpecies ? "(int q" : "";
  for (int axis = 0; axis < names.rank; axis++)
    text += std::string(text.empty() ? "(int " : ", int ") +
            (problem.indexNames.empty() ? usual[kMaxAxes - names.rank + axis]
                                        : problem.indexNames[axis].c_str());
  return text + (withTime ? ", real t)" : ")");
}

SourceRange Reading::nameRange(const clang::VarDecl *declaration) const {
  return toRange(context, clang::SourceRange(declaration->getLocation()));
}
SourceRange Reading::wordRange(const clang::Decl *declaration) const {
  return toRange(context, clang::SourceRange(declaration->getBeginLoc()));
}
void Reading::error(const clang::VarDecl *declaration, const std::string &message,
                    const std::string &hint) {
  diagnostics.error(wordRange(declaration), message);
  if (!hint.empty())
    diagnostics.hint(hint);
}

bool Reading::lacksNames(const clang::InitListExpr *list, const std::string &example) {
  const clang::InitListExpr *written = list->getSyntacticForm() ? list->getSyntacticForm() : list;
  for (const clang::Expr *value : written->inits())
    if (!llvm::isa<clang::DesignatedInitExpr>(value)) {
      diagnostics.error(toRange(context, value->getSourceRange()),
                        "a value of this list has no name");
      diagnostics.hint("write for example '" + example + "'");
      return true;
    }
  return false;
}

} // namespace eulerc::compiler
