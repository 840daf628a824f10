#include "transform/ShareLoops.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace eulerc::compiler {
namespace {

using NodeSet = std::unordered_set<ExprPtr, ExprHash, ExprSame>;

/// The loops that evaluating an expression runs whatever its conditions are, and in all stages
/// alike; those inside others apart.
class CertainLoops {
public:
  explicit CertainLoops(const ExprPtr &expr) { visit(expr); }

  std::vector<ExprPtr> found;

private:
  void visit(const ExprPtr &node) {
    if (!seen_.insert(node.get()).second)
      return;
    if (node->op == Op::Loop) {
      found.push_back(node);
      return;
    }
    if (node->op == Op::Select && isOfStages(node->operands[0])) {
      const std::vector<ExprPtr> other = CertainLoops(node->operands[2]).found;
      const NodeSet alike(other.begin(), other.end());
      for (const ExprPtr &loop : CertainLoops(node->operands[1]).found)
        if (alike.contains(loop))
          found.push_back(loop);
      return;
    }
    const bool decides = node->op == Op::Select || node->op == Op::And || node->op == Op::Or;
    for (std::size_t k = 0; k < (decides ? 1 : node->operands.size()); k++)
      visit(node->operands[k]);
  }

  static bool isOfStages(const ExprPtr &condition) {
    return anyNode(condition, [](const Expr &node) { return node.op == Op::Stage; });
  }

  std::unordered_set<const Expr *> seen_;
};

/// The same expression, in which equal values are one node.
ExprPtr unified(const ExprPtr &expr) {
  NodeSet known;
  return rewrite(expr, [&](const ExprPtr &node) { return *known.insert(node).first; });
}

/// Of reals alone, over a range that is the same for all points.
bool isPlain(const ExprPtr &loop) {
  for (std::size_t k = 3; k < loop->operands.size(); k += 3)
    if (loop->operands[k]->type != Type::Real)
      return false;
  return loop->operands[1]->paramsOnly && loop->operands[2]->paramsOnly;
}

bool isSameRange(const ExprPtr &a, const ExprPtr &b) {
  return a->operands[0]->integer == b->operands[0]->integer &&
         sameValue(a->operands[1], b->operands[1]) && sameValue(a->operands[2], b->operands[2]);
}

class Sharer {
public:
  explicit Sharer(const System &system) : system_(system) {}

  SharedLoops run() {
    if (system_.period == 1 && readsFar())
      for (const Equation &equation : system_.equations)
        collect(equation);
    for (const auto &group : groups_)
      number(group);
    TopDown replace([this](const ExprPtr &node) { return shared(node); });
    for (Equation equation : system_.equations) {
      equation.interior = replace(equation.interior);
      equation.edge = replace(equation.edge);
      result_.equations.push_back(std::move(equation));
    }
    return std::move(result_);
  }

private:
  /// Loops of other systems stay where tiles know them.
  bool readsFar() const {
    return std::ranges::any_of(system_.equations, [](const Equation &equation) {
      return anyNode(equation.edge, [](const Expr &node) {
        return node.op == Op::Read && !std::ranges::all_of(node.operands, isNear);
      });
    });
  }
  /// Whether an index is that of the point, or a distance from it.
  static bool isNear(const ExprPtr &index) {
    return !anyNode(index, [](const Expr &node) {
      return node.op == Op::Index && node.integer >= kFirstLoopAxis;
    });
  }

  void collect(const Equation &equation) {
    const std::vector<ExprPtr> atEdge = CertainLoops(equation.edge).found;
    const NodeSet alike(atEdge.begin(), atEdge.end());
    for (const ExprPtr &loop : CertainLoops(equation.interior).found) {
      if (!alike.contains(loop) || !isPlain(loop) || !known_.insert(loop).second)
        continue;
      const auto group = std::ranges::find_if(
          groups_, [&](const auto &loops) { return isSameRange(loops.front(), loop); });
      if (group == groups_.end())
        groups_.push_back({loop});
      else
        group->push_back(loop);
    }
  }

  /// One loop of those over one range.
  void number(const std::vector<ExprPtr> &group) {
    std::vector<ExprPtr> operands(group.front()->operands.begin(),
                                  group.front()->operands.begin() + 3);
    for (const ExprPtr &loop : group) {
      first_.emplace(loop, next_);
      operands.insert(operands.end(), loop->operands.begin() + 3, loop->operands.end());
      next_ += static_cast<std::int64_t>(loop->operands.size() / 3) - 1;
    }
    result_.loops.push_back(group.size() == 1 ? group.front()
                                              : unified(makeLoop(operands, group.front()->where)));
  }

  /// From above: what stands in a shared loop is its own.
  ExprPtr shared(const ExprPtr &node) const {
    const auto loop = node->op == Op::LoopResult ? first_.find(node->operands[0]) : first_.end();
    return loop == first_.end() ? nullptr : makeShared(loop->second + node->integer, node->where);
  }

  const System &system_;
  SharedLoops result_;
  NodeSet known_;
  std::vector<std::vector<ExprPtr>> groups_;                            ///< of one range each
  std::unordered_map<ExprPtr, std::int64_t, ExprHash, ExprSame> first_; ///< numbers of results
  std::int64_t next_ = 0;
};

} // namespace

SharedLoops shareLoops(const System &system) { return Sharer(system).run(); }

} // namespace eulerc::compiler
