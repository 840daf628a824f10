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
  const clang::VarDecl *canonical = declaration->getCanonicalDecl();
  const std::string name = declaration->getName().str();
  if (kind && isState(*kind))
    names_.states[canonical] = name;
  else if (kind == Leaf::Field)
    names_.fields[canonical] = name;
  else if (kind == Leaf::Data)
    names_.data[canonical] = {name, Type::Real};
  if (!kind || !declaration->getInit() || declaration->getInit()->containsErrors())
    return;
  names_.declared = canonical;
  if (kind == Leaf::Param)
    passParam(declaration);
  else if (kind == Leaf::Table)
    passTable(declaration);
  names_.declared = nullptr;
}

ExprPtr ConstantValues::lowered(const clang::Expr *expr, Place place) {
  const ExprPtr value = lowering_.constant(expr, place);
  for (const Param &size : lowering_.takeSizes())
    numbers_[size.name] = evaluate(size.value, {});
  return value && isKnown(value) ? value : nullptr;
}

/// False for params with mistakes.
bool ConstantValues::isKnown(const ExprPtr &value) const {
  return !anyNode(value, [&](const Expr &node) {
    return node.op == Op::Param && !numbers_.contains(node.name);
  });
}

/// Whether a part calls a function, or reads a param whose value Clang did not find. For other
/// parts, Clang says why they are not constant.
bool ConstantValues::dependsOnCall(const clang::Stmt *part) const {
  if (const auto *name = llvm::dyn_cast<clang::DeclRefExpr>(part))
    return ofCalls_.contains(name->getDecl());
  return llvm::isa<clang::CallExpr>(part) ||
         std::ranges::any_of(part->children(), [this](const clang::Stmt *child) {
           return child && dependsOnCall(child);
         });
}

void ConstantValues::passParam(clang::VarDecl *declaration) {
  const std::string name = declaration->getName().str();
  const clang::QualType type = declaration->getType();
  const bool isReal = type->isRealFloatingType();
  if (!isReal && !type->isIntegerType())
    return;
  // A param with mistakes counts as known: they are reported at its declaration.
  names_.params[declaration->getCanonicalDecl()] = makeParam(name, isReal ? Type::Real : Type::Int);
  if (const clang::APValue *value = declaration->evaluateValue()) {
    if (value->isInt())
      numbers_[name].integer = value->getInt().getSExtValue();
    else if (value->isFloat())
      numbers_[name].real = value->getFloat().convertToDouble();
  } else if (const ExprPtr lowered = this->lowered(declaration->getInit(), Place::Param);
             lowered && dependsOnCall(declaration->getInit())) {
    const Number number = evaluate(lowered, numbers_);
    const auto bits = static_cast<unsigned>(context_.getTypeSize(type));
    if (!isReal && !llvm::isIntN(bits, number.integer))
      return refuseTooLarge(declaration, number.integer);
    setValue(declaration, isReal ? clang::APValue(llvm::APFloat(number.real))
                                 : clang::APValue(context_.MakeIntValue(number.integer, type)));
    numbers_[name] = number;
    ofCalls_.insert(declaration->getCanonicalDecl());
  }
}

void ConstantValues::refuseTooLarge(const clang::VarDecl *param, std::int64_t value) {
  unsaid_.error(toRange(context_, param->getInit()->getSourceRange()),
                std::to_string(value) + " does not fit the default of an int param");
  unsaid_.hint("declare it as 'param long'");
}

void ConstantValues::passTable(clang::VarDecl *declaration) {
  const auto *type = context_.getAsConstantArrayType(declaration->getType());
  const auto *list = llvm::dyn_cast<clang::InitListExpr>(declaration->getInit());
  if (!type || !list || !type->getElementType()->isRealFloatingType())
    return;
  constexpr std::uint64_t most = 1 << 20;
  if (type->getSize().ugt(most))
    return;
  const auto size = static_cast<unsigned>(type->getSize().getZExtValue());
  std::vector<ExprPtr> entries(size, makeReal(0));
  names_.tables[declaration->getCanonicalDecl()] = entries; // even if it has mistakes
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
