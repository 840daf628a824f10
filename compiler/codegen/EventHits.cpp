#include "EventHits.h"

namespace eulerc::compiler {

/// a - b < 0  →  a < b, which holds wherever the other one does.
static ExprPtr withoutDifference(const ExprPtr &condition) {
  return rewrite(condition, [](const ExprPtr &node) -> ExprPtr {
    if (!isComparison(node->op) || node->operands[0]->op != Op::Sub ||
        node->operands[1]->op != Op::Constant || node->operands[1]->real != 0 ||
        node->operands[1]->type != Type::Real)
      return nullptr;
    return makeOp(node->op, node->operands[0]->operands);
  });
}

ExprPtr whereChanged(const ExprPtr &value) {
  if (value->op == Op::Window && value->integer == 0)
    return makeBool(false);
  if (value->op != Op::Select)
    return makeBool(true);
  const ExprPtr &condition = value->operands[0];
  const ExprPtr yes = whereChanged(value->operands[1]), no = whereChanged(value->operands[2]);
  const auto both = [](const ExprPtr &a, const ExprPtr &b) {
    return constantInt(b) == 1 ? a : constantInt(b) == 0 ? b : makeOp(Op::And, {a, b});
  };
  const ExprPtr first = both(withoutDifference(condition), yes);
  const ExprPtr second = both(makeOp(Op::Not, {condition}), no);
  return constantInt(second) == 0  ? first
         : constantInt(first) == 0 ? second
                                   : makeOp(Op::Or, {first, second});
}

} // namespace eulerc::compiler
