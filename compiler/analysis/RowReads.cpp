#include "RowReads.h"

#include "analysis/Guards.h"

#include <algorithm>
#include <set>
#include <utility>

namespace eulerc::compiler {
namespace {

bool readsData(const ExprPtr &expr) {
  return anyNode(expr, [](const Expr &node) { return node.op == Op::Entry; });
}

class RowReadFinder {
public:
  explicit RowReadFinder(const System &system) : system_(system) {}

  std::vector<RowRead> run() {
    for (const Equation &equation : system_.equations) {
      guards_ = guardsOf(equation.edge);
      visited_.clear();
      visit(equation.edge, {});
    }
    return std::move(found_);
  }

private:
  void visit(const ExprPtr &node, const std::vector<ExprPtr> &loops) {
    if (!visited_.emplace(node.get(), loops.empty() ? nullptr : loops.back().get()).second)
      return;
    if (node->op == Op::Read)
      add(*node, loops);
    std::vector<ExprPtr> within = loops;
    within.push_back(node);
    for (std::size_t k = 0; k < node->operands.size(); k++) {
      const bool isOfPass = node->op == Op::Loop && k >= 3 && k % 3 == 2;
      visit(node->operands[k], isOfPass ? within : loops);
    }
  }

  void add(const Expr &read, const std::vector<ExprPtr> &loops) {
    const ExprPtr &row = read.operands.front();
    const auto array = std::ranges::find(system_.arrays, read.name, &GridArray::name);
    if ((array != system_.arrays.end() && array->isField) ||
        (row->op == Op::Index && row->integer == 0))
      return;
    // Without data the read can be looked at for points that do not make it.
    const bool isGuarded = readsData(row) || std::ranges::any_of(loops, [](const ExprPtr &loop) {
                             return readsData(loop->operands[1]) || readsData(loop->operands[2]);
                           });
    RowRead found{read.name, row, isGuarded ? guards_.at(&read).possibly : makeBool(true), loops};
    const auto isSame = [&](const RowRead &other) {
      return other.array == found.array && sameValue(other.row, found.row) &&
             sameValue(other.condition, found.condition) &&
             std::ranges::equal(other.loops, found.loops,
                                [](const ExprPtr &a, const ExprPtr &b) { return sameRange(a, b); });
    };
    if (std::ranges::none_of(found_, isSame))
      found_.push_back(std::move(found));
  }

  /// Of two loops the variable, and where it begins and ends.
  static bool sameRange(const ExprPtr &a, const ExprPtr &b) {
    return std::equal(a->operands.begin(), a->operands.begin() + 3, b->operands.begin(),
                      [](const ExprPtr &x, const ExprPtr &y) { return sameValue(x, y); });
  }

  const System &system_;
  Guards guards_;
  std::set<std::pair<const Expr *, const Expr *>> visited_; ///< nodes, each in its innermost loop
  std::vector<RowRead> found_;
};

} // namespace

std::vector<RowRead> findRowReads(const System &system) { return RowReadFinder(system).run(); }

} // namespace eulerc::compiler
