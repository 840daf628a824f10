#include "Operations.h"

#include "ir/Functions.h"
#include "ir/StageChoices.h"

#include <algorithm>
#include <map>
#include <set>

namespace eulerc::compiler {
namespace {

using Part = StepFunction StepOfEquation::*;

bool isFused(const ExprPtr &node) { return node->op == Op::Call && node->name == "fma"; }

/// Of a point at a level. A rate is computed once there, whatever registers take it in.
double flopsOfLevel(const Step &step, const Stencil &stencil, std::size_t level, Part part) {
  const bool withLoops = part == &StepOfEquation::interior;
  std::map<std::pair<std::size_t, std::int64_t>, std::vector<double>> costs;
  std::set<std::size_t> loops;
  double all = 0;
  for (const StepOfEquation &each : step.equations) {
    const ExprPtr value = valueAtStage(level, (each.*part).body);
    costs[{step.system.arrays[each.state].of, each.residue}].push_back(operationsOf({value}).flops);
    for (const std::size_t loop : loopsOf(step, value))
      if (withLoops && loops.insert(loop).second)
        all += stencil.loops[loop].flops;
  }
  for (const auto &[component, ofRegisters] : costs) {
    const double most = std::ranges::max(ofRegisters);
    all += most + 2.0 * static_cast<double>(std::ranges::count_if(
                            ofRegisters, [](double cost) { return cost > 0; }));
    all -= most > 0 ? 2 : 0;
  }
  return all;
}

double flopsOfLevels(const Step &step, const Stencil &stencil, std::size_t levels, Part part) {
  double all = 0;
  for (std::size_t level = 0; level < levels; level++)
    all += flopsOfLevel(step, stencil, level, part);
  return all;
}

} // namespace

Operations operationsOf(const std::vector<ExprPtr> &bodies) {
  Operations counted;
  int signs = 0; // an fma includes the signs of its operands
  const auto count = [&](const ExprPtr &node) {
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
  const auto ofValue = [&](Part part) {
    return flopsOfLevels(step, stencil, cycle.stages(), part) / values;
  };
  stencil.flopsPerComponent = ofValue(&StepOfEquation::interior);
  stencil.edgeFlopsPerComponent = ofValue(&StepOfEquation::edge);

  std::set<std::pair<std::size_t, std::int64_t>> ofStates;
  for (const StepOfEquation &each : step.equations)
    if (const GridArray &array = step.system.arrays[each.state]; array.gives != Gives::Let)
      ofStates.emplace(array.of, each.residue);
  const double stages =
      cycle.levelsOfStage > 0 ? static_cast<double>(cycle.steps.stages.size()) : 1;
  stencil.flopsOfStep =
      flopsOfLevels(step, stencil, cycle.stages() - cycle.errorLevels, &StepOfEquation::interior) /
      static_cast<double>(ofStates.size()) / stages;
}

} // namespace eulerc::compiler
