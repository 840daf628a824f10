#include "StageChoices.h"

#include "ir/Stencil.h"

#include <unordered_map>

namespace eulerc::compiler {

std::optional<std::size_t> lastOfFirst(const Expr &node) {
  if (node.op != Op::Select || node.operands[0]->operands.size() != 2 ||
      node.operands[0]->operands[0]->op != Op::Stage)
    return std::nullopt;
  return static_cast<std::size_t>(node.operands[0]->operands[1]->integer);
}

namespace {

class StagesOfEntries {
public:
  std::vector<std::uint64_t> run(const StepFunction &function) {
    stages_.resize(function.window.size(), 0);
    walk(function.body, StencilRead::everyStage);
    return std::move(stages_);
  }

private:
  void walk(const ExprPtr &node, std::uint64_t stages) {
    std::uint64_t &seen = seen_[node.get()];
    if ((stages & ~seen) == 0)
      return;
    seen |= stages;
    if (node->op == Op::Window)
      stages_[static_cast<std::size_t>(node->integer)] |= stages;
    if (const std::optional<std::size_t> last = lastOfFirst(*node)) {
      const std::uint64_t first = (std::uint64_t{2} << *last) - 1;
      walk(node->operands[1], stages & first);
      walk(node->operands[2], stages & ~first);
      return;
    }
    for (const ExprPtr &operand : node->operands)
      walk(operand, stages);
  }

  std::vector<std::uint64_t> stages_;
  std::unordered_map<const Expr *, std::uint64_t> seen_;
};

} // namespace

std::vector<std::uint64_t> stagesOfEntries(const StepFunction &function) {
  return StagesOfEntries().run(function);
}

ExprPtr valueAtStage(std::size_t stage, ExprPtr value) {
  while (const std::optional<std::size_t> last = lastOfFirst(*value))
    value = value->operands[stage <= *last ? 1 : 2];
  return value;
}

} // namespace eulerc::compiler
