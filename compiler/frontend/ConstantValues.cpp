#include "ConstantValues.h"

#include "Record.h"

#include "clang/AST/APValue.h"
#include "clang/AST/ASTContext.h"

namespace eulerc::compiler {
namespace {

void setValue(clang::VarDecl *declaration, clang::APValue value) {
  clang::EvaluatedStmt *evaluated = declaration->ensureEvaluatedStmt();
  evaluated->Evaluated = std::move(value);
  evaluated->WasEvaluated = evaluated->HasConstantInitialization = true;
  if (evaluated->Evaluated.needsCleanup())
    declaration->getASTContext().addDestruction(&evaluated->Evaluated);
}

} // namespace

void ConstantValues::pass(clang::VarDecl *declaration) {
  const auto kind = kindOf(declaration);
  if (!kind || !declaration->getInit() || declaration->getInit()->containsErrors())
    return;
  if (kind == Leaf::Param)
    passParam(declaration);
  else if (kind == Leaf::Table)
    passTable(declaration);
}

ExprPtr ConstantValues::lowered(const clang::Expr *expr, Place place) {
  const ExprPtr value = lowering_.constant(expr, place);
  return value && isKnown(value) ? value : nullptr;
}

/// Not: the size of a file.
bool ConstantValues::isKnown(const ExprPtr &value) const {
  return !anyNode(value, [&](const Expr &node) {
    return node.op == Op::Param && !numbers_.contains(node.name);
  });
}

bool ConstantValues::dependsOnCall(const ExprPtr &value) const {
  return anyNode(value, [&](const Expr &node) {
    return node.op == Op::Call || (node.op == Op::Param && ofCalls_.contains(node.name));
  });
}

void ConstantValues::passParam(clang::VarDecl *declaration) {
  const std::string name = declaration->getName().str();
  const clang::QualType type = declaration->getType();
  const bool isReal = type->isRealFloatingType();
  if (!isReal && !type->isIntegerType())
    return;
  if (const clang::APValue *value = declaration->evaluateValue()) {
    if (value->isInt())
      numbers_[name].integer = value->getInt().getSExtValue();
    else if (value->isFloat())
      numbers_[name].real = value->getFloat().convertToDouble();
  } else if (const ExprPtr lowered = this->lowered(declaration->getInit(), Place::Param)) {
    if (!dependsOnCall(lowered))
      return; // Clang says why it is no constant
    const Number number = evaluate(lowered, numbers_);
    const auto bits = static_cast<unsigned>(context_.getTypeSize(type));
    if (!isReal && !llvm::isIntN(bits, number.integer))
      return;
    setValue(declaration, isReal ? clang::APValue(llvm::APFloat(number.real))
                                 : clang::APValue(context_.MakeIntValue(number.integer, type)));
    numbers_[name] = number;
    ofCalls_.insert(name);
  } else {
    return;
  }
  names_.params[declaration->getCanonicalDecl()] = makeParam(name, isReal ? Type::Real : Type::Int);
}

void ConstantValues::passTable(clang::VarDecl *declaration) {
  const auto *type = context_.getAsConstantArrayType(declaration->getType());
  const auto *list = llvm::dyn_cast<clang::InitListExpr>(declaration->getInit());
  if (!type || !list || !type->getElementType()->isRealFloatingType())
    return;
  const auto size = static_cast<unsigned>(type->getSize().getZExtValue());
  std::vector<ExprPtr> entries(size, makeReal(0));
  clang::APValue values(clang::APValue::UninitArray(), size, size);
  for (unsigned k = 0; k < size; k++) {
    if (k < list->getNumInits())
      entries[k] = asReal(lowered(list->getInit(k), Place::Table));
    if (!entries[k])
      return;
    values.getArrayInitializedElt(k) =
        clang::APValue(llvm::APFloat(evaluate(entries[k], numbers_).real));
  }
  if (!declaration->evaluateValue())
    setValue(declaration, std::move(values));
  names_.tables[declaration->getCanonicalDecl()] = std::move(entries);
}

} // namespace eulerc::compiler
