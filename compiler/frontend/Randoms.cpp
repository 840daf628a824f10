#include "Randoms.h"

#include "ir/Functions.h"

#include <algorithm>
#include <map>

namespace eulerc::compiler {
namespace {

bool isRandomCall(const Expr &node) { return node.op == Op::Call && isRandom(node.name); }

/// Visits all expressions of a problem in which random numbers are allowed, with the sizes for
/// counting points, and whether steps compute them.
void forEachPlace(Problem &problem, const auto &visit) {
  for (State &state : problem.states) {
    visit(state.initial, problem.extents, false);
    visit(state.derivative, problem.extents, true);
  }
  for (Field &field : problem.fields)
    visit(field.initial, problem.extents, false);
  for (Data &data : problem.data)
    visit(data.initial, data.extents, false);
}

ExprPtr pointNumber(const std::vector<ExprPtr> &extents, const std::vector<std::string> &names) {
  const auto index = [&](std::size_t axis) {
    return makeIndex(static_cast<int>(axis), axis < names.size() ? names[axis] : "");
  };
  ExprPtr number = index(0);
  for (std::size_t axis = 1; axis < extents.size(); axis++)
    number = makeOp(Op::Add, {makeOp(Op::Mul, {number, extents[axis]}), index(axis)});
  return number;
}

/// The param `seed`; null after an error.
ExprPtr seedOf(Problem &problem, Diagnostics &diagnostics) {
  const auto known = std::ranges::find(problem.params, "seed", &Param::name);
  if (known == problem.params.end()) {
    Param seed;
    seed.name = "seed";
    seed.type = Type::Int;
    seed.value = makeInt(0);
    seed.initialiser = "0";
    seed.description = "of the random numbers";
    problem.params.push_back(std::move(seed));
  } else if (known->type != Type::Int) {
    diagnostics.error(known->where, "the seed of random numbers is an 'int'");
    diagnostics.hint("write 'param int seed = 0;', or give the param another name");
    return nullptr;
  }
  return makeParam("seed", Type::Int);
}

} // namespace

void numberRandoms(Problem &problem, Diagnostics &diagnostics) {
  bool isAtRandom = false;
  forEachPlace(problem, [&](const ExprPtr &value, const auto &, bool) {
    isAtRandom = isAtRandom || (value && anyNode(value, isRandomCall));
  });
  const ExprPtr seed = isAtRandom ? seedOf(problem, diagnostics) : nullptr;
  if (!seed)
    return;
  forEachPlace(problem, [&](ExprPtr &value, const std::vector<ExprPtr> &extents, bool inStep) {
    if (!value)
      return;
    const ExprPtr point = pointNumber(extents, problem.indexNames),
                  step = inStep ? makeOp(Op::StepNumber, {}) : makeInt(-1);
    std::map<std::pair<std::string, std::int64_t>, ExprPtr> known; // one number is one node
    value = rewrite(value, [&](const ExprPtr &node) -> ExprPtr {
      if (!isRandomCall(*node))
        return nullptr;
      ExprPtr &call = known[{node->name, node->operands[0]->integer}];
      if (!call)
        call = makeCall(node->name, {point, step, seed, node->operands[0]}, node->where);
      return call;
    });
  });
}

} // namespace eulerc::compiler
