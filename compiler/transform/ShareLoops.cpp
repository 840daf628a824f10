#include "transform/ShareLoops.h"

#include "ir/Lanes.h"
#include "ir/Passes.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace eulerc::compiler {
namespace {

using NodeSet = std::unordered_set<ExprPtr, ExprHash, ExprSame>;

bool isOfStages(const ExprPtr &condition) {
  return anyNode(condition, [](const Expr &node) { return node.op == Op::Stage; }) &&
         !anyNode(condition, [](const Expr &node) {
           return isLeaf(node) && node.op != Op::Stage && node.op != Op::Constant;
         });
}

/// Whether the range of a loop depends on data.
bool isOverData(const Expr &loop) {
  return !loop.operands[1]->paramsOnly || !loop.operands[2]->paramsOnly;
}

/// The deepest nesting of conditions on data that is searched; each level doubles the work.
constexpr int kMostInside = 8;

/// A loop that certainly runs. `condition`: the stages in which it runs, or the data for which it
/// does if its range depends on data; null: always.
struct CertainLoop {
  ExprPtr loop, condition;
};

/// The loops that an expression runs under all conditions on points and values. Loops inside other
/// loops are not included.
class CertainLoops {
public:
  CertainLoops() = default;
  explicit CertainLoops(const ExprPtr &expr, int inside = 0)
      : inside_(inside),
        looksAtData_(
            inside < kMostInside &&
            anyNode(
                expr, [](const Expr &node) { return node.op == Op::Loop && isOverData(node); })) {
    visit(expr);
  }

  std::vector<CertainLoop> found;
  NodeSet others; ///< loops that may run as well

  /// Adds a loop; a known loop then runs under either condition.
  void add(const CertainLoop &one) {
    for (CertainLoop &known : found)
      if (sameValue(known.loop, one.loop)) {
        if (!known.condition || !one.condition)
          known.condition = nullptr;
        else if (!sameValue(known.condition, one.condition))
          known.condition = makeOp(Op::Or, {known.condition, one.condition});
        return;
      }
    found.push_back(one);
  }
  bool contains(const CertainLoop &one) const {
    return std::ranges::any_of(found, [&](const CertainLoop &known) {
      return sameValue(known.loop, one.loop) && !known.condition == !one.condition &&
             (!one.condition || sameValue(known.condition, one.condition));
    });
  }

private:
  void visit(const ExprPtr &node) {
    if (!seen_.insert(node.get()).second)
      return;
    const bool decides = node->op == Op::Select || node->op == Op::And || node->op == Op::Or;
    if (node->op == Op::Loop) {
      add({node, nullptr});
      addOthers(node, 0);
    } else if (node->op == Op::Select &&
               (isOfStages(node->operands[0]) || (looksAtData_ && isOfData(node->operands[0])))) {
      const CertainLoops yes(node->operands[1], inside_ + 1), no(node->operands[2], inside_ + 1);
      addBranch(yes, no, node->operands[0]);
      addBranch(no, yes, makeOp(Op::Not, {node->operands[0]}));
    } else if (decides) {
      visit(node->operands[0]);
      addOthers(node, 1);
    } else {
      for (const ExprPtr &operand : node->operands)
        visit(operand);
    }
  }

  void addBranch(const CertainLoops &branch, const CertainLoops &other, const ExprPtr &condition) {
    for (const CertainLoop &one : branch.found)
      if (!one.condition && other.contains(one))
        add(one);
      else if (!isOverData(*one.loop) && !isOfStages(condition))
        others.insert(one.loop);
      else
        add({one.loop, one.condition ? makeOp(Op::And, {condition, one.condition}) : condition});
    for (const ExprPtr &loop : branch.others)
      if (!branch.contains({loop, nullptr}))
        others.insert(loop);
  }

  void addOthers(const ExprPtr &node, std::size_t first) {
    for (std::size_t k = first; k < node->operands.size(); k++)
      forEachNode(node->operands[k], [this](const ExprPtr &below) {
        if (below->op == Op::Loop)
          others.insert(below);
      });
  }

  int inside_ = 0;
  bool looksAtData_ = false;
  std::unordered_set<const Expr *> seen_;
};

/// The same expression, with equal values as one node.
ExprPtr unified(const ExprPtr &expr) {
  NodeSet known;
  return rewrite(expr, [&](const ExprPtr &node) { return *known.insert(node).first; });
}

/// Whether a loop has only real results, and a range that is the same for all points or whose
/// passes can be collected.
bool isPlain(const ExprPtr &loop, const Lanes &lanes) {
  for (std::size_t k = 3; k < loop->operands.size(); k += 3)
    if (loop->operands[k]->type != Type::Real)
      return false;
  return !isOverData(*loop) || (lanes.varyRange(loop) && collectPasses(loop));
}

bool isSameRange(const ExprPtr &a, const ExprPtr &b) {
  return a->operands[0]->integer == b->operands[0]->integer &&
         sameValue(a->operands[1], b->operands[1]) && sameValue(a->operands[2], b->operands[2]);
}

class Sharer {
public:
  explicit Sharer(const System &system)
      : system_(system), lanes_(static_cast<int>(system.extents.size()) - 1) {}

  SharedLoops run() {
    if (system_.period == 1 && readsFar())
      for (const Equation &equation : system_.equations)
        collect(equation);
    for (const CertainLoop &one : certain_.found)
      if (!one.condition || !others_.contains(one.loop))
        join(one);
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
  /// Whether the system reads far points. In other systems, loops stay where tiles know them.
  bool readsFar() const {
    return std::ranges::any_of(system_.equations, [](const Equation &equation) {
      return anyNode(equation.edge, [](const Expr &node) {
        return node.op == Op::Read && !std::ranges::all_of(node.operands, isNear);
      });
    });
  }
  /// Whether an index is the point's index plus a constant.
  static bool isNear(const ExprPtr &index) {
    return !anyNode(index, [](const Expr &node) {
      return node.op == Op::Index && node.integer >= kFirstLoopAxis;
    });
  }

  void collect(const Equation &equation) {
    const CertainLoops atEdge(equation.edge), inside(equation.interior);
    for (const CertainLoop &one : inside.found)
      if (atEdge.contains(one) && isPlain(one.loop, lanes_))
        certain_.add(one);
      else
        others_.insert(one.loop);
    others_.insert(inside.others.begin(), inside.others.end());
    others_.insert(atEdge.others.begin(), atEdge.others.end());
  }

  /// A loop as written, and the shared loop, which has no passes in other stages.
  struct Member {
    ExprPtr loop, limited;
  };

  void join(const CertainLoop &one) {
    std::vector<ExprPtr> operands = one.loop->operands;
    if (one.condition && !isOfStages(one.condition)) // no entry is read where it does not hold
      operands[1] = makeOp(Op::Select, {one.condition, operands[1], makeInt(0)});
    if (one.condition)
      operands[2] = makeOp(Op::Select, {one.condition, operands[2], operands[1]});
    const Member member{one.loop, one.condition ? makeLoop(operands, one.loop->where) : one.loop};
    const auto group = std::ranges::find_if(groups_, [&](const std::vector<Member> &members) {
      return isSameRange(members.front().limited, member.limited);
    });
    if (group == groups_.end())
      groups_.push_back({member});
    else
      group->push_back(member);
  }

  /// Numbers the loops over one range as one loop.
  void number(const std::vector<Member> &group) {
    const ExprPtr &first = group.front().limited;
    std::vector<ExprPtr> operands(first->operands.begin(), first->operands.begin() + 3);
    for (const auto &[loop, limited] : group) {
      first_.emplace(loop, next_);
      operands.insert(operands.end(), loop->operands.begin() + 3, loop->operands.end());
      next_ += static_cast<std::int64_t>(loop->operands.size() / 3) - 1;
    }
    result_.loops.push_back(group.size() == 1 ? first : unified(makeLoop(operands, first->where)));
  }

  /// Replaces loops from the root on: operations inside a shared loop belong to it.
  ExprPtr shared(const ExprPtr &node) const {
    const auto loop = node->op == Op::LoopResult ? first_.find(node->operands[0]) : first_.end();
    return loop == first_.end() ? nullptr : makeShared(loop->second + node->integer, node->where);
  }

  const System &system_;
  const Lanes lanes_;
  SharedLoops result_;
  CertainLoops certain_;
  NodeSet others_;                          ///< loops under other conditions
  std::vector<std::vector<Member>> groups_; ///< the loops of one range each
  std::unordered_map<ExprPtr, std::int64_t, ExprHash, ExprSame> first_; ///< numbers of results
  std::int64_t next_ = 0;
};

} // namespace

SharedLoops shareLoops(const System &system) { return Sharer(system).run(); }

} // namespace eulerc::compiler
