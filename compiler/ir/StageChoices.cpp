#include "ir/StageChoices.h"

#include "ir/Stencil.h"

#include <algorithm>
#include <set>
#include <span>
#include <unordered_map>

namespace eulerc::compiler {
namespace {

/// A value and the stages that have it, in order.
struct StagesOfValue {
  ExprPtr value;
  std::vector<std::size_t> stages;

  bool areInTurn() const { return stages.back() - stages.front() + 1 == stages.size(); }
};

/// The different values in the order of their last stages, so that the last one needs no condition.
std::vector<StagesOfValue> byValue(const std::vector<ExprPtr> &values) {
  std::vector<StagesOfValue> found;
  for (std::size_t stage = 0; stage < values.size(); stage++) {
    const auto known = std::ranges::find_if(
        found, [&](const StagesOfValue &each) { return sameValue(each.value, values[stage]); });
    if (known == found.end())
      found.push_back({values[stage], {stage}});
    else
      known->stages.push_back(stage);
  }
  std::ranges::sort(found, {}, [](const StagesOfValue &each) { return each.stages.back(); });
  return found;
}

ExprPtr compared(Op op, std::size_t stage) {
  return makeOp(op, {makeOp(Op::Stage, {}), makeInt(static_cast<std::int64_t>(stage))});
}

/// A condition that the stage is one of `stages`, given that it is one of `open`.
ExprPtr isOneOf(const std::vector<std::size_t> &stages, const std::set<std::size_t> &open) {
  ExprPtr any;
  for (std::size_t k = 0; k < stages.size(); k++) {
    const std::size_t first = stages[k];
    while (k + 1 < stages.size() && stages[k + 1] == stages[k] + 1)
      k++;
    ExprPtr range = compared(stages[k] == 0 ? Op::Equal : Op::LessEqual, stages[k]);
    if (first == stages[k] && first > *open.begin())
      range = compared(Op::Equal, first);
    else if (first > *open.begin())
      range = makeOp(Op::And, {compared(Op::GreaterEqual, first), range});
    any = any ? makeOp(Op::Or, {any, range}) : range;
  }
  return any;
}

/// A choice among values, which together cover all stages in `open`.
ExprPtr chosen(std::span<const StagesOfValue> values, std::set<std::size_t> open) {
  const auto &[value, stages] = values.front();
  if (values.size() == 1)
    return value;
  const ExprPtr condition = isOneOf(stages, open);
  for (const std::size_t stage : stages)
    open.erase(stage);
  return makeOp(Op::Select, {condition, value, chosen(values.subspan(1), std::move(open))});
}

/// Whether `condition` compares only the stage.
bool isOfStage(const Expr &condition) {
  if (condition.op == Op::Or || condition.op == Op::And)
    return isOfStage(*condition.operands[0]) && isOfStage(*condition.operands[1]);
  return condition.operands.size() == 2 && condition.operands[0]->op == Op::Stage &&
         condition.operands[1]->op == Op::Constant;
}

bool holdsAt(std::int64_t stage, const Expr &condition) {
  const auto holds = [&](std::size_t k) { return holdsAt(stage, *condition.operands[k]); };
  switch (condition.op) {
  case Op::Or:
    return holds(0) || holds(1);
  case Op::And:
    return holds(0) && holds(1);
  case Op::Equal:
    return stage == condition.operands[1]->integer;
  case Op::LessEqual:
    return stage <= condition.operands[1]->integer;
  default: // GreaterEqual
    return stage >= condition.operands[1]->integer;
  }
}

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
    if (const std::optional<StageChoice> choice = stageChoice(*node)) {
      walk(node->operands[1], stages & choice->first);
      walk(node->operands[2], stages & choice->second);
      return;
    }
    for (const ExprPtr &operand : node->operands)
      walk(operand, stages);
  }

  std::vector<std::uint64_t> stages_;
  std::unordered_map<const Expr *, std::uint64_t> seen_;
};

} // namespace

ExprPtr chooseByStage(const std::vector<ExprPtr> &values, const ExprPtr &kept) {
  std::vector<StagesOfValue> found = byValue(values);
  std::set<std::size_t> open;
  for (std::size_t stage = 0; stage < values.size(); stage++)
    open.insert(stage);
  const auto place =
      std::ranges::find_if(found, [&](const auto &each) { return sameValue(each.value, kept); });
  if (place == found.end() || std::ranges::all_of(found, &StagesOfValue::areInTurn))
    return chosen(found, std::move(open));
  if (std::next(place) != found.end()) {
    std::rotate(found.begin(), place, std::next(place));
    return chosen(found, std::move(open));
  }
  for (const std::size_t stage : place->stages)
    open.erase(stage);
  const std::vector<std::size_t> others(open.begin(), open.end());
  return makeOp(Op::Select,
                {isOneOf(others, {0}), chosen({found.begin(), place}, std::move(open)), kept});
}

std::optional<StageChoice> stageChoice(const Expr &node) {
  if (node.op != Op::Select || !isOfStage(*node.operands[0]))
    return std::nullopt;
  constexpr std::int64_t later = 63;
  StageChoice choice;
  for (std::int64_t stage = 0; stage < later; stage++)
    (holdsAt(stage, *node.operands[0]) ? choice.first : choice.second) |= std::uint64_t{1} << stage;
  choice.first |= std::uint64_t{1} << later;
  choice.second |= std::uint64_t{1} << later;
  return choice;
}

std::vector<std::uint64_t> stagesOfEntries(const StepFunction &function) {
  return StagesOfEntries().run(function);
}

ExprPtr valueAtStage(std::size_t stage, ExprPtr value) {
  while (value->op == Op::Select && isOfStage(*value->operands[0]))
    value = value->operands[holdsAt(static_cast<std::int64_t>(stage), *value->operands[0]) ? 1 : 2];
  return value;
}

} // namespace eulerc::compiler
