#include "transform/HoistTime.h"

#include <algorithm>

namespace eulerc::compiler {
namespace {

bool isOfTime(const Expr &leaf) {
  return leaf.op == Op::Constant || leaf.op == Op::Uniform || isTime(leaf.op) ||
         leaf.op == Op::StepSize;
}

/// Whether a value depends on the time and is expensive enough to be stored.
bool isWorthIt(const ExprPtr &value) {
  bool ofTime = true, hasTime = false, takesLong = false;
  forEachNode(value, [&](const ExprPtr &node) {
    const bool isFunction = node->op == Op::Call && node->name != "fma";
    ofTime = ofTime && (isLeaf(*node) ? isOfTime(*node) : node->op < Op::Loop);
    hasTime = hasTime || isTime(node->op);
    takesLong = takesLong || isFunction || node->op == Op::Div || node->op == Op::Rem;
  });
  return ofTime && hasTime && takesLong && value->type == Type::Real;
}

} // namespace

void hoistTime(Step &step, const std::vector<StepFunction *> &functions) {
  const auto numberOf = [&](const ExprPtr &value) {
    const auto known = std::ranges::find_if(
        step.atTime, [&](const ExprPtr &other) { return sameValue(other, value); });
    const auto number = known - step.atTime.begin();
    if (known == step.atTime.end())
      step.atTime.push_back(value);
    return number;
  };
  TopDown hoist([&](const ExprPtr &node) -> ExprPtr {
    return isWorthIt(node) ? makeAtTime(numberOf(node)) : nullptr;
  });
  for (StepFunction *function : functions)
    if (anyNode(function->body, [](const Expr &node) { return isTime(node.op); }))
      function->body = hoist(function->body);
}

} // namespace eulerc::compiler
