// LowerOperators: operators, and conversions between types: C's arithmetic without pointers.
//
//   a - b * c  →  Sub(a, Mul(b, c)) with a contracted product;  n > 0 ? …  →  Select
#include "Lower.h"

#include "ImplicitNames.h"

#include "ir/Affine.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <unordered_map>

namespace eulerc::compiler {
namespace {

std::optional<Op> arithmetic(clang::BinaryOperatorKind kind) {
  switch (kind) {
  case clang::BO_Add:
    return Op::Add;
  case clang::BO_Sub:
    return Op::Sub;
  case clang::BO_Mul:
    return Op::Mul;
  case clang::BO_Div:
    return Op::Div;
  case clang::BO_Rem:
    return Op::Rem;
  case clang::BO_LT:
    return Op::Less;
  case clang::BO_LE:
    return Op::LessEqual;
  case clang::BO_GT:
    return Op::Greater;
  case clang::BO_GE:
    return Op::GreaterEqual;
  case clang::BO_EQ:
    return Op::Equal;
  case clang::BO_NE:
    return Op::NotEqual;
  default:
    return std::nullopt;
  }
}

/// Whether an integer result has more than 64 bits, if both operands are known.
bool overflows(Op op, std::optional<std::int64_t> a, std::optional<std::int64_t> b) {
  std::int64_t result = 0;
  if (!a || !b)
    return false;
  return (op == Op::Add && __builtin_add_overflow(*a, *b, &result)) ||
         (op == Op::Sub && __builtin_sub_overflow(*a, *b, &result)) ||
         (op == Op::Mul && __builtin_mul_overflow(*a, *b, &result));
}

/// Whether an expression is a product of reals, perhaps in parentheses.
bool isProduct(const clang::Expr *expr) {
  expr = expr->IgnoreParens();
  while (const auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(expr)) {
    if (cast->getCastKind() != clang::CK_FloatingCast)
      return false;
    expr = cast->getSubExpr()->IgnoreParens();
  }
  const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(expr);
  return binary && binary->getOpcode() == clang::BO_Mul && binary->getType()->isFloatingType();
}

} // namespace

ExprPtr asNumber(const ExprPtr &expr) {
  if (expr->type != Type::Bool)
    return expr;
  return makeOp(Op::Select, {expr, makeInt(1), makeInt(0)}, expr->where);
}

namespace {

/// asCondition() that visits shared nodes once.
ExprPtr asCondition(const ExprPtr &expr, std::unordered_map<const Expr *, ExprPtr> &known) {
  if (expr->type == Type::Bool)
    return expr;
  if (const auto it = known.find(expr.get()); it != known.end())
    return it->second;
  // A condition that was stored as a number: (c ? 1 : 0) != 0 is c.
  const auto isCondition = [](const ExprPtr &value) {
    return constantInt(value) || (value->op == Op::Select && value->type == Type::Int);
  };
  ExprPtr result;
  if (expr->op == Op::Select && isCondition(expr->operands[1]) && isCondition(expr->operands[2])) {
    const ExprPtr yes = asCondition(expr->operands[1], known);
    const ExprPtr no = asCondition(expr->operands[2], known);
    result = makeOp(Op::Select, {expr->operands[0], yes, no}, expr->where);
  } else {
    const ExprPtr zero = expr->type == Type::Int ? makeInt(0) : makeReal(0);
    result = makeOp(Op::NotEqual, {expr, zero}, expr->where);
  }
  known.emplace(expr.get(), result);
  return result;
}

} // namespace

ExprPtr asCondition(const ExprPtr &expr) {
  std::unordered_map<const Expr *, ExprPtr> known;
  return asCondition(expr, known);
}

ExprPtr asReal(const ExprPtr &expr) {
  return expr && expr->type != Type::Real ? makeOp(Op::ToReal, {expr}) : expr;
}

ExprPtr Lowering::lowerCast(const clang::CastExpr *expr, const Locals &locals) {
  const clang::SourceRange range = expr->getSourceRange();
  switch (expr->getCastKind()) {
  case clang::CK_LValueToRValue:
  case clang::CK_NoOp:
  case clang::CK_FloatingCast:
  case clang::CK_IntegralCast:
  case clang::CK_IntegralToFloating:
  case clang::CK_FloatingToIntegral:
  case clang::CK_IntegralToBoolean:
  case clang::CK_FloatingToBoolean:
    break;
  case clang::CK_ArrayToPointerDecay: // names of arrays, which are refused
  case clang::CK_FunctionToPointerDecay:
  case clang::CK_PointerToBoolean:
  case clang::CK_PointerToIntegral:
    return lower(expr->getSubExpr(), locals)
               ? refuse(range, "pointers are not supported", "read a state by its name and index")
               : nullptr;
  default:
    return refuse(range, "this conversion is not supported",
                  "values are converted between 'int' and 'real' only");
  }
  const auto *written = llvm::dyn_cast<clang::CStyleCastExpr>(expr);
  // An implicit conversion follows from another operand or a declaration, whose type is checked.
  const bool follows = !written && expr->getCastKind() != clang::CK_LValueToRValue;
  if ((!follows && !checkType(expr->getType(), range)) ||
      (written && !checkDeclared(written->getTypeAsWritten(), range)))
    return nullptr;
  const ExprPtr value = lower(expr->getSubExpr(), locals);
  if (!value)
    return nullptr;
  if (expr->getType()->isBooleanType())
    return asCondition(value);
  const bool toReal = expr->getType()->isFloatingType();
  if (toReal && value->type != Type::Real) {
    const ExprPtr integer = asNumber(value);
    if (place_ != Place::DataInitial)
      warnOfFractions(expr->getSubExpr());
    // "2 * y[i]": the literal 2 is a real.
    if (const auto literal = constantInt(integer);
        literal && *literal <= (1 << 24) && *literal >= -(1 << 24))
      return makeReal(static_cast<double>(*literal), where(range));
    return makeOp(Op::ToReal, {integer}, where(range));
  }
  if (!toReal && value->op == Op::Constant && std::fabs(value->real) >= 0x1p63)
    return refuse(range, "this number is too large for an integer",
                  "write it as a real, for example 1e20");
  // (int)cx[3]: an integer in either precision.
  if (!toReal && value->op == Op::Constant && value->type == Type::Real &&
      std::fabs(value->real) <= 1 << 24 && value->real == std::trunc(value->real))
    return makeInt(static_cast<std::int64_t>(value->real), where(range));
  if (!toReal && value->type == Type::Real)
    return makeOp(Op::ToInt, {value}, where(range));
  return toReal ? value : asNumber(value);
}

ExprPtr Lowering::lowerUnary(const clang::UnaryOperator *expr, const Locals &locals) {
  const clang::SourceRange range = expr->getSourceRange();
  switch (expr->getOpcode()) {
  case clang::UO_Plus:
  case clang::UO_Minus:
  case clang::UO_LNot:
    break;
  case clang::UO_PreInc:
  case clang::UO_PreDec:
  case clang::UO_PostInc:
  case clang::UO_PostDec:
    return refuse(range, "++ and -- are statements of their own here",
                  "write the increment on a line of its own");
  case clang::UO_AddrOf:
  case clang::UO_Deref:
    return refuse(range, "pointers are not supported", "read a state by its name and index");
  default:
    return refuse(range, "this operator is not supported",
                  "the operators of the language are + - * / % and comparisons, && || ! ?:");
  }
  const ExprPtr value = lower(expr->getSubExpr(), locals);
  if (!value)
    return nullptr;
  if (expr->getOpcode() == clang::UO_LNot)
    return makeOp(Op::Not, {asCondition(value)}, where(range));
  ExprPtr number = asNumber(value);
  if (expr->getOpcode() == clang::UO_Plus)
    return number;
  return makeOp(Op::Negate, {number}, where(range));
}

ExprPtr Lowering::lowerBinary(const clang::BinaryOperator *expr, const Locals &locals) {
  const clang::SourceRange range = expr->getSourceRange();
  if (expr->isAssignmentOp())
    return refuse(range, "an assignment is a statement of its own here",
                  "write it on a line of its own; to compare, use '=='");
  for (const clang::Expr *side : {expr->getLHS(), expr->getRHS()})
    if (side->IgnoreParenImpCasts()->getType()->isArrayType()) // C makes a pointer of it
      return lower(side->IgnoreParenImpCasts(), locals)
                 ? refuse(range, "pointers are not supported", "read a state by its name and index")
                 : nullptr;
  const ExprPtr left = lower(expr->getLHS(), locals);
  if (left && expr->isLogicalOp())
    if (const auto known = constantInt(asCondition(left));
        known && (*known != 0) == (expr->getOpcode() == clang::BO_LOr))
      return makeBool(*known != 0); // its value alone decides
  const ExprPtr right = lower(expr->getRHS(), locals);
  if (!left || !right)
    return nullptr;
  const ExprPtr value = combine(expr->getOpcode(), left, right, expr->getRHS(), range);
  if (value && expr->getOpcode() == clang::BO_Div && expr->getType()->isIntegerType())
    noteQuotient(expr, asNumber(left), asNumber(right));
  return asWritten(names_, value, expr->getLHS(), expr->getRHS());
}

/// Whether an expression uses only numbers, params and functions of them: no local, no helper and
/// no array.
static bool isOfParams(const Names &names, const clang::Stmt *expr) {
  if (llvm::isa<clang::ArraySubscriptExpr>(expr))
    return false;
  if (const auto *name = llvm::dyn_cast<clang::DeclRefExpr>(expr)) {
    if (builtinOf(name->getDecl()))
      return true;
    if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl()))
      return names.params.contains(variable->getCanonicalDecl());
    const auto *function = llvm::dyn_cast<clang::FunctionDecl>(name->getDecl());
    return function && !function->getDefinition();
  }
  return std::ranges::all_of(
      expr->children(), [&](const clang::Stmt *part) { return part && isOfParams(names, part); });
}

ExprPtr asWritten(const Names &names, const ExprPtr &operation, const clang::Expr *left,
                  const clang::Expr *right) {
  if (!operation || operation->type != Type::Real)
    return operation;
  if (operation->op == Op::Div)
    return isOfParams(names, right) && !isOfParams(names, left) ? markOfParams(operation)
                                                                : operation;
  if (operation->op != Op::Add && operation->op != Op::Sub)
    return operation;
  if (isProduct(left))
    return markContracted(operation, 0);
  return isProduct(right) ? markContracted(operation, 1) : operation;
}

ExprPtr powAsWritten(const Names &names, const ExprPtr &call, const clang::Expr *exponent) {
  const ExprPtr &given = call->operands[1];
  const bool isNegative = given->op == Op::Negate;
  const ExprPtr &number = isNegative ? given->operands[0] : given;
  if (!isOfParams(names, exponent) || number->op != Op::Constant)
    return call;
  const double doubled = 2 * (isNegative ? -number->real : number->real);
  const bool isWhole = std::trunc(doubled / 2) == doubled / 2 && std::abs(doubled) <= 32;
  if (doubled == 0 || (!isWhole && doubled != 1 && doubled != 3))
    return call;
  return markExponent(call, static_cast<std::int64_t>(doubled));
}

/// Whether a divisor is a number: "0" or "-0", not "q" for the species 0.
static bool isNumber(const clang::Expr *divisor) {
  divisor = divisor->IgnoreParenImpCasts();
  if (const auto *sign = llvm::dyn_cast<clang::UnaryOperator>(divisor))
    return isNumber(sign->getSubExpr());
  return llvm::isa<clang::IntegerLiteral>(divisor);
}

ExprPtr Lowering::combine(clang::BinaryOperatorKind kind, const ExprPtr &left, const ExprPtr &right,
                          const clang::Expr *writtenRight, clang::SourceRange range) {
  if (kind == clang::BO_LAnd || kind == clang::BO_LOr)
    return makeOp(kind == clang::BO_LAnd ? Op::And : Op::Or,
                  {asCondition(left), asCondition(right)}, where(range));
  const std::optional<Op> op = arithmetic(kind);
  if (kind == clang::BO_Xor)
    return refuse(range, "'^' is not a power here", "write 'pow(x, 2)', or 'x * x'");
  if (!op)
    return refuse(range,
                  "operator '" + clang::BinaryOperator::getOpcodeStr(kind).str() +
                      "' is not supported",
                  "the operators of the language are + - * / % and comparisons, && || ! ?:");
  const ExprPtr a = asNumber(left), b = asNumber(right);
  if ((*op == Op::Div || *op == Op::Rem) && constantInt(b) == 0)
    return isNumber(writtenRight)
               ? refuse(range, "division of integers by zero", "the divisor must not be 0")
               : makeInt(0, where(range));
  if (overflows(*op, constantInt(a), constantInt(b)))
    return refuse(range, "this number is too large for an integer",
                  "write it as a real, for example 1e20");
  return makeOp(*op, {a, b}, where(range));
}

} // namespace eulerc::compiler
