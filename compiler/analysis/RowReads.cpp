#include "RowReads.h"

#include "analysis/Guards.h"
#include "ir/StageChoices.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace eulerc::compiler {
namespace {

bool readsData(const ExprPtr &expr) {
  return anyNode(expr, [](const Expr &node) { return node.op == Op::Entry; });
}

class RowReadFinder {
public:
  RowReadFinder(const System &system, bool tellsStages)
      : system_(system), tellsStages_(tellsStages) {}

  std::vector<RowRead> run() {
    for (const Equation &equation : system_.equations) {
      guards_ = guardsOf(equation.edge);
      visited_.clear();
      visit(equation.edge, {}, StencilRead::everyStage);
    }
    return std::move(found_);
  }

private:
  void visit(const ExprPtr &node, const std::vector<ExprPtr> &loops, std::uint64_t stages) {
    std::uint64_t &visited = visited_[{node.get(), loops.empty() ? nullptr : loops.back().get()}];
    if ((stages & ~visited) == 0)
      return;
    visited |= stages;
    if (node->op == Op::Read)
      add(*node, loops, stages);
    if (const std::optional<StageChoice> choice =
            tellsStages_ ? stageChoice(*node) : std::nullopt) {
      visit(node->operands[1], loops, stages & choice->first);
      visit(node->operands[2], loops, stages & choice->second);
      return;
    }
    std::vector<ExprPtr> within = loops;
    within.push_back(node);
    for (std::size_t k = 0; k < node->operands.size(); k++) {
      const bool isOfPass = node->op == Op::Loop && k >= 3 && k % 3 == 2;
      visit(node->operands[k], isOfPass ? within : loops, stages);
    }
  }

  void add(const Expr &read, const std::vector<ExprPtr> &loops, std::uint64_t stages) {
    const ExprPtr &row = read.operands.front();
    const auto array = std::ranges::find(system_.arrays, read.name, &GridArray::name);
    if ((array != system_.arrays.end() && array->isField) ||
        (row->op == Op::Index && row->integer == 0))
      return;
    // Without data, the read may also be examined at points that do not make it.
    const bool isGuarded = readsData(row) || std::ranges::any_of(loops, [](const ExprPtr &loop) {
                             return readsData(loop->operands[1]) || readsData(loop->operands[2]);
                           });
    RowRead found{read.name, row, isGuarded ? guards_.at(&read).possibly : makeBool(true), loops,
                  stages};
    const auto isSame = [&](const RowRead &other) {
      return other.array == found.array && sameValue(other.row, found.row) &&
             sameValue(other.condition, found.condition) &&
             std::ranges::equal(other.loops, found.loops,
                                [](const ExprPtr &a, const ExprPtr &b) { return sameRange(a, b); });
    };
    if (const auto same = std::ranges::find_if(found_, isSame); same != found_.end())
      same->stages |= stages;
    else
      found_.push_back(std::move(found));
  }

  /// Whether two loops have the same variable, begin and end.
  static bool sameRange(const ExprPtr &a, const ExprPtr &b) {
    return std::equal(a->operands.begin(), a->operands.begin() + 3, b->operands.begin(),
                      [](const ExprPtr &x, const ExprPtr &y) { return sameValue(x, y); });
  }

  const System &system_;
  bool tellsStages_;
  Guards guards_;
  /// the stages that were visited, for each node in its innermost loop
  std::map<std::pair<const Expr *, const Expr *>, std::uint64_t> visited_;
  std::vector<RowRead> found_;
};

} // namespace

std::vector<RowRead> findRowReads(const System &system, bool tellsStages) {
  return RowReadFinder(system, tellsStages).run();
}

} // namespace eulerc::compiler
