#include "FunctionSize.h"

#include "ir/Functions.h"

namespace eulerc::compiler {
namespace {

/// The specifier of functions that are compiled once.
std::string large(const Step &step) { return isHugeStep(step) ? "EULERC_HUGE " : "EULERC_LARGE "; }

/// The cost of all equations of the interior, in operations.
double costOfInterior(const Step &step) {
  double all = 0;
  for (const StepOfEquation &equation : step.equations)
    all += costOf(step, equation.interior);
  return all;
}

} // namespace

bool isCalled(const Step &step, const StepFunction &function) {
  constexpr std::size_t largeFunction = 150;
  return isLargeStep(step) || operationsIn(function.body) > largeFunction;
}

bool isHugeStep(const Step &step) {
  constexpr std::size_t hugeStep = 3000;
  return step.operations > hugeStep;
}

double costOf(const Step &step, const StepFunction &f) {
  double cost = 0;
  forEachNode(f.body, [&](const ExprPtr &node) {
    cost += node->op == Op::Call && !step.isFast ? compiler::costOf(node->name)
                                                 : !node->operands.empty();
  });
  return cost;
}

bool isLargeStep(const Step &step) {
  // With more components than registers, each copy of a step loads and stores all of them.
  constexpr std::size_t largeStep = 400, manyComponents = 16;
  return step.operationsInside > largeStep || step.equations.size() > manyComponents;
}

bool isLongStep(const Step &step) {
  constexpr double longStep = 250;
  return costOfInterior(step) > longStep;
}

bool isShortStep(const Step &step) {
  constexpr double shortStep = 64;
  constexpr std::size_t fewComponents = 4;
  return costOfInterior(step) <= shortStep && step.equations.size() <= fewComponents;
}

std::string stepInlined(const Step &step) {
  return isLargeStep(step) ? large(step) : "EULERC_INLINE ";
}

std::string stepInlinedInLines(const Step &step) {
  constexpr std::size_t largeForLines = 250;
  return step.operationsInside > largeForLines ? large(step) : stepInlined(step);
}

std::string inlinedAs(const Step &step, const StepFunction &f) {
  return isCalled(step, f) ? large(step) : "EULERC_INLINE ";
}

} // namespace eulerc::compiler
