#include "PointVisits.h"

#include "Spell.h"

#include <algorithm>

namespace eulerc::compiler {
namespace {

bool uses(const ExprPtr &expr, std::int64_t variable) {
  return anyNode(
      expr, [&](const Expr &node) { return node.op == Op::Index && node.integer == variable; });
}

/// The leading terms of a condition that do not depend on loop counters; null: the first term does.
ExprPtr beforeLoops(const ExprPtr &condition) {
  if (!anyNode(condition, [](const Expr &node) {
        return node.op == Op::Index && node.integer >= kFirstLoopAxis;
      }))
    return condition;
  if (condition->op != Op::And)
    return nullptr;
  ExprPtr first = beforeLoops(condition->operands[0]);
  if (first != condition->operands[0])
    return first;
  const ExprPtr second = beforeLoops(condition->operands[1]);
  return second ? makeOp(Op::And, {first, second}) : first;
}

} // namespace

std::vector<ExprPtr> neededLoops(const PointVisit &visit) {
  std::vector<ExprPtr> parts = visit.values, loops;
  parts.push_back(visit.condition);
  for (std::size_t k = visit.loops.size(); k-- > 0;) {
    const ExprPtr &loop = visit.loops[k];
    if (std::ranges::none_of(
            parts, [&](const ExprPtr &part) { return uses(part, loop->operands[0]->integer); }))
      continue;
    parts.push_back(loop->operands[1]);
    parts.push_back(loop->operands[2]);
    loops.insert(loops.begin(), loop);
  }
  return loops;
}

std::vector<ExprPtr> partsOf(const PointVisit &visit) {
  std::vector<ExprPtr> parts = visit.values;
  for (const ExprPtr &loop : neededLoops(visit))
    parts.insert(parts.end(), {loop->operands[1], loop->operands[2]});
  return parts;
}

bool dependsOnPoint(const PointVisit &visit) {
  const auto asksPoint = [](const ExprPtr &part) {
    return anyNode(part, [](const Expr &node) {
      return node.op == Op::Index && node.integer < kFirstLoopAxis;
    });
  };
  return asksPoint(visit.condition) || std::ranges::any_of(partsOf(visit), asksPoint);
}

std::string visitText(const Problem &problem, const Spelling &spelling, const PointVisit &visit,
                      const std::string &goesOn, const VisitBody &body) {
  const auto written = [&](const ExprPtr &expr) { return print(expr, spelling); };
  std::string indent = "    ";
  std::string text = indent + "for (std::int64_t k = begin; " + goesOn + "; k++) {\n";
  indent += "  ";
  text += indent + "std::int64_t rest = k;\n";
  const std::size_t axes = problem.extents.size();
  text += indicesOf(axes, indent);
  std::string indices = eachAxis(0, 1, "i#") + eachAxis(1, axes, ", i#");
  const auto leaveOut = [&](const std::string &points) {
    text += indent + "if (" + points + ")\n" + indent + "  continue;\n";
  };
  if (!visit.others.empty())
    leaveOut(visit.others);
  std::string closing = indent.substr(2) + "}\n";
  const ExprPtr before = beforeLoops(visit.condition);
  if (before && constantInt(before) != 1) // the ranges of loops may need it
    leaveOut("!(" + written(before) + ")");
  for (const ExprPtr &loop : neededLoops(visit)) {
    const std::string i = "i" + number(loop->operands[0]->integer);
    text += indent + "for (long " + i + " = " + written(loop->operands[1]) + ", end_" + i + " = " +
            written(loop->operands[2]) + "; " + i + " < end_" + i + "; " + i + "++) {\n";
    closing.insert(0, indent + "}\n");
    indent += "  ";
    indices += ", " + i;
  }
  if (constantInt(visit.condition) != 1 && before != visit.condition)
    leaveOut("!(" + written(visit.condition) + ")");
  return text + body(indices, indent) + closing;
}

} // namespace eulerc::compiler
