#include "ir/Lanes.h"

#include <algorithm>

namespace eulerc::compiler {

bool Lanes::vary(const ExprPtr &node) const {
  if (node->op == Op::Window || node->op == Op::Shared || node->op == Op::Column ||
      node->op == Op::Guard || (node->op == Op::Index && node->integer == lastAxis_))
    return true;
  // A carried local may begin as a scalar and vary from the first pass on.
  if (node->op == Op::Carried)
    return true;
  if (node->operands.empty() || node->paramsOnly || node->op == Op::InSomeLane)
    return false;
  if (const auto it = known_.find(node.get()); it != known_.end())
    return it->second;
  const bool result =
      std::ranges::any_of(node->operands, [this](const ExprPtr &operand) { return vary(operand); });
  known_.emplace(node.get(), result);
  return result;
}

ExprPtr Lanes::reason(const ExprPtr &expr) const {
  ExprPtr found;
  forEachNode(expr, [&](const ExprPtr &node) {
    const bool isRead = node->op == Op::Read && vary(node);
    const bool isLoop = node->op == Op::Loop && varyRange(node);
    if (!found && (isRead || isLoop))
      found = node;
  });
  return found;
}

} // namespace eulerc::compiler
