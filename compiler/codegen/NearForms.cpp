#include "NearForms.h"

#include "ir/Functions.h"
#include "ir/Lanes.h"

namespace eulerc::compiler {
namespace {

enum class Sign { NotPositive = -1, Unknown = 0, NotNegative = 1 };

Sign turned(Sign sign) { return static_cast<Sign>(-static_cast<int>(sign)); }
Sign product(Sign a, Sign b) {
  return static_cast<Sign>(static_cast<int>(a) * static_cast<int>(b));
}

/// The sign of an expression, from squares and sizes in at most `nodes` nodes. Params count as
/// positive.
Sign signOf(const ExprPtr &node, int &nodes) {
  if (nodes-- <= 0)
    return Sign::Unknown;
  const std::vector<ExprPtr> &of = node->operands;
  const auto sign = [&](std::size_t operand) { return signOf(of[operand], nodes); };
  switch (node->op) {
  case Op::Constant:
    return node->real < 0 ? Sign::NotPositive : Sign::NotNegative;
  case Op::Uniform:
  case Op::Param:
    return Sign::NotNegative;
  case Op::Negate:
    return turned(sign(0));
  case Op::Mul:
  case Op::Div:
    if (node->op == Op::Mul && sameValue(of[0], of[1]))
      return Sign::NotNegative;
    if (of[0]->op == Op::Negate && sameValue(of[0]->operands[0], of[1])) // -x * x
      return Sign::NotPositive;
    return product(sign(0), sign(1));
  case Op::Add:
  case Op::Sub: {
    const Sign first = sign(0), second = sign(1);
    return first == (node->op == Op::Add ? second : turned(second)) ? first : Sign::Unknown;
  }
  case Op::Call:
    return node->name == "fabs" || node->name == "sqrt" || node->name == "exp" ? Sign::NotNegative
                                                                               : Sign::Unknown;
  default:
    return Sign::Unknown;
  }
}

bool isNotPositive(const ExprPtr &argument) {
  int nodes = 100;
  return signOf(argument, nodes) == Sign::NotPositive;
}

/// Whether a value depends on the place of a point: far from a source its distance is large.
bool isOfPlace(const ExprPtr &node, const Step &step, const StepFunction &f) {
  return anyNode(node, [&](const Expr &each) {
    return each.op == Op::Index ||
           (each.op == Op::Window && step.system.arrays[f.window[each.integer].array].isField);
  });
}

} // namespace

bool isNearOrFar(const Expr &node) { return node.op == Op::Call && hasNearForm(node.name); }

std::string nearForm(const Expr &call, const Step &step, const StepFunction &f) {
  const ExprPtr &argument = call.operands[0];
  const bool isBelow =
      call.name == "exp" && (isNotPositive(argument) || isOfPlace(argument, step, f));
  return call.name + (isBelow ? "_below" : "");
}

bool computesNearFirst(const AddressMap &map) {
  constexpr int enough = 3; // branches; one or two cost less than computing points twice
  const Lanes lanes(static_cast<int>(map.step().system.extents.size()) - 1);
  int branches = 0;
  for (const StepOfEquation &equation : storedBy(map))
    if (!isEvent(map, equation.state) && !map.stencil().of(equation).scalarBecause)
      forEachNode(equation.interior.body, [&](const ExprPtr &node) {
        if (isNearOrFar(*node) && lanes.vary(node))
          branches += node->name == "pow" ? 2 : 1;
      });
  return branches >= enough && map.space() == Space::Global && !map.step().isFast;
}

StepFunction nearFunction(StepFunction f) {
  f.isNear = true;
  return f;
}

} // namespace eulerc::compiler
