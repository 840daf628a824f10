#include "AtRest.h"

#include <set>

namespace eulerc::compiler {
namespace {

/// Functions with f(0) = 0, of one argument.
bool keepsZero(const std::string &function) {
  static const std::set<std::string> functions = {
      "fabs", "sqrt",  "cbrt",  "sin",   "tan",  "tanh",  "sinh", "asin", "atan",
      "erf",  "expm1", "log1p", "floor", "ceil", "trunc", "rint", "round"};
  return functions.contains(function);
}

/// The same for at most `nodes` nodes; an expression of more nodes counts as not 0.
bool isZero(const ExprPtr &node, int &nodes) {
  if (nodes-- <= 0)
    return false;
  const auto of = [&](std::size_t operand) { return isZero(node->operands[operand], nodes); };
  switch (node->op) {
  case Op::Constant:
    return node->real == 0;
  case Op::Window:
  case Op::Read:
    return true;
  case Op::Negate:
  case Op::Div:
    return of(0);
  case Op::Add:
  case Op::Sub:
    return of(0) && of(1);
  case Op::Mul:
    return of(0) || of(1);
  case Op::Select:
    return of(1) || of(2);
  case Op::Call:
    if (node->name == "fma")
      return (of(0) || of(1)) && of(2);
    if (node->name == "fmin" || node->name == "fmax" || node->name == "atan2")
      return of(0) && of(1);
    return (keepsZero(node->name) || node->name == "pow" || node->name == "copysign") && of(0);
  default:
    return false;
  }
}

} // namespace

bool isZeroAtRest(const ExprPtr &value) {
  int nodes = 200;
  return value->type == Type::Real && isZero(value, nodes);
}

} // namespace eulerc::compiler
