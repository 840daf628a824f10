#include "Quantities.h"

#include "ir/Functions.h"

#include <algorithm>

namespace eulerc::compiler {
namespace {

const State *quantityOf(const Problem &problem, const Expr &read) {
  if (read.op != Op::Read)
    return nullptr;
  const auto state = std::ranges::find(problem.states, read.name, &State::name);
  return state != problem.states.end() && state->gives == Gives::Let ? &*state : nullptr;
}

Monitor outputOf(const std::string &name, const std::string &description, SourceRange where,
                 ExprPtr value) {
  Monitor output;
  output.name = name;
  output.description = description;
  output.where = std::move(where);
  output.value = std::move(value);
  output.isOutput = output.isImplicit = true;
  return output;
}

} // namespace

ExprPtr inStates(const Problem &problem, const ExprPtr &value) {
  return rewrite(value, [&](const ExprPtr &node) -> ExprPtr {
    const State *quantity = quantityOf(problem, *node);
    if (!quantity || !quantity->derivative || !isReadAtPoint(*node))
      return nullptr;
    const ExprPtr made = inStates(problem, quantity->derivative);
    return isBetweenSteps(problem, made) ? made : nullptr;
  });
}

bool isBetweenSteps(const Problem &problem, const ExprPtr &value) {
  return !anyNode(value, [&](const Expr &node) {
    return quantityOf(problem, node) || node.op == Op::StepSize ||
           (node.op == Op::Call && isRandom(node.name));
  });
}

std::string boundToSteps(const Problem &problem, const ExprPtr &value) {
  std::string found;
  forEachNode(value, [&](const ExprPtr &node) {
    if (!found.empty())
      return;
    if (node->op == Op::StepSize)
      found = "the step 'dt'";
    else if (node->op == Op::Call && isRandom(node->name))
      found = "the random number '" + print(node) + "'";
    else if (const State *quantity = quantityOf(problem, *node))
      found = isReadAtPoint(*node) ? boundToSteps(problem, quantity->derivative)
                                   : "'" + node->name + "' at other points";
  });
  return found;
}

std::string globalIn(const Problem &problem, const ExprPtr &value) {
  std::string found;
  forEachNode(value, [&](const ExprPtr &node) {
    const Data *data = node->op == Op::Entry ? find(problem.data, node->name) : nullptr;
    if (data && data->isGlobal)
      found = node->name;
  });
  return found;
}

void addImplicitOutputs(Problem &problem) {
  const auto isNamed = [&](const std::string &name) {
    return std::ranges::find(problem.monitors, name, &Monitor::name) != problem.monitors.end();
  };
  std::vector<Monitor> outputs;
  for (const State &state : problem.states) {
    if (state.gives != Gives::Let || state.species || !state.derivative || isNamed(state.name))
      continue;
    const ExprPtr value = inStates(problem, state.derivative);
    if (isBetweenSteps(problem, value))
      outputs.push_back(outputOf(state.name, state.description, state.where, value));
  }
  std::vector<ExprPtr> own;
  for (std::size_t axis = 0; axis < problem.indexNames.size(); axis++)
    own.push_back(makeIndex(static_cast<int>(axis), problem.indexNames[axis]));
  for (const Field &field : problem.fields)
    if (!isNamed(field.name))
      outputs.push_back(
          outputOf(field.name, field.description, field.where, makeRead(field.name, own)));
  auto &all = problem.monitors;
  all.insert(std::ranges::find_if(
                 all, [](const Monitor &each) { return each.isGlobal || each.isCrossing; }),
             outputs.begin(), outputs.end());
}

} // namespace eulerc::compiler
