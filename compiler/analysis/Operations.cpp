#include "Operations.h"

#include "ir/CommonWindow.h"
#include "ir/Functions.h"
#include "ir/StageChoices.h"

#include <map>
#include <set>
#include <unordered_set>

namespace eulerc::compiler {
namespace {

using Part = StepFunction StepOfEquation::*;

bool isFused(const ExprPtr &node) { return node->op == Op::Call && node->name == "fma"; }

/// The equations whose common operations are counted once.
enum class Shared {
  OfComponent, ///< equations of a component and its registers
  OfPoint
};

/// Operations of a point, and how many of them are fused with another one.
struct Count {
  double flops = 0, fused = 0;
};

/// Those of a level; in the interior with one pass of each loop.
Count countOfLevel(const Step &step, const Stencil &stencil, std::size_t level, Part part,
                   Shared shared) {
  std::set<std::size_t> loops;
  CommonWindow common;
  std::map<std::pair<std::size_t, std::int64_t>, std::vector<ExprPtr>> together;
  for (const StepOfEquation &each : step.equations) {
    const StepFunction &function = each.*part;
    const ExprPtr value = valueAtStage(level, function.body);
    const std::size_t component = shared == Shared::OfPoint ? 0 : step.system.arrays[each.state].of;
    together[{component, each.residue}].push_back(common.over(value, function.window));
    if (part == &StepOfEquation::interior)
      std::ranges::copy(loopsOf(step, value), std::inserter(loops, loops.end()));
  }
  Count all;
  for (const auto &[where, values] : together) {
    const Operations counted = operationsOf(withSharedNodes(values));
    all.flops += counted.flops;
    all.fused += counted.fused;
  }
  for (const std::size_t loop : loops)
    all.flops += stencil.loops[loop].flops;
  return all;
}

Count countOfLevels(const Step &step, const Stencil &stencil, std::size_t levels, Part part,
                    Shared shared) {
  Count all;
  for (std::size_t level = 0; level < levels; level++) {
    const Count each = countOfLevel(step, stencil, level, part, shared);
    all.flops += each.flops;
    all.fused += each.fused;
  }
  return all;
}

} // namespace

Operations operationsOf(const std::vector<ExprPtr> &bodies) {
  Operations counted;
  int signs = 0; // an fma includes the signs of its operands
  std::unordered_set<const Expr *> seen;
  const auto count = [&](const ExprPtr &node) {
    if (!seen.insert(node.get()).second)
      return;
    if (isFused(node)) {
      counted.fused++;
      for (const ExprPtr &operand : node->operands)
        signs -= operand->op == Op::Negate;
    } else if (node->op == Op::Call) {
      counted.functions[node->name]++;
    } else if (!node->operands.empty() && node->operands[0]->type == Type::Real) {
      signs += node->op == Op::Negate;
      counted.sums += node->op == Op::Add || node->op == Op::Sub;
      counted.products += node->op == Op::Mul;
      counted.quotients += node->op == Op::Div;
      counted.comparisons += isComparison(node->op);
    } else if (node->op == Op::Select && node->type == Type::Real) {
      counted.selects++;
    }
  };
  for (const ExprPtr &body : bodies)
    forEachNode(body, count);
  counted.flops = signs + counted.sums + counted.products + quotientCost * counted.quotients +
                  counted.comparisons + 2 * counted.fused;
  for (const auto &[name, calls] : counted.functions)
    counted.flops += calls * costOf(name);
  return counted;
}

void countFlops(const Step &step, Stencil &stencil) {
  const Cycle &cycle = step.system.cycle;
  const auto values = static_cast<double>(cycle.stages() * step.equations.size());
  const auto count = [&](Part part, Shared shared) {
    return countOfLevels(step, stencil, cycle.stages(), part, shared);
  };
  const Count interior = count(&StepOfEquation::interior, Shared::OfComponent);
  stencil.flopsPerComponent = interior.flops / values;
  const Count together = count(&StepOfEquation::interior, Shared::OfPoint);
  stencil.instructionsPerComponent = (together.flops - together.fused) / values;
  stencil.sharesMuch = together.flops <= 0.7 * interior.flops;
  stencil.edgeFlopsPerComponent = count(&StepOfEquation::edge, Shared::OfComponent).flops / values;

  std::set<std::pair<std::size_t, std::int64_t>> ofStates;
  for (const StepOfEquation &each : step.equations)
    if (const GridArray &array = step.system.arrays[each.state]; array.gives != Gives::Let)
      ofStates.emplace(array.of, each.residue);
  const double stages =
      cycle.levelsOfStage > 0 ? static_cast<double>(cycle.steps.stages.size()) : 1;
  stencil.flopsOfStep = countOfLevels(step, stencil, cycle.stages() - cycle.errorLevels,
                                      &StepOfEquation::interior, Shared::OfPoint)
                            .flops /
                        static_cast<double>(ofStates.size()) / stages;
}

} // namespace eulerc::compiler
