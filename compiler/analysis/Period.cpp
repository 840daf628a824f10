#include "Period.h"

#include "ir/Affine.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <unordered_set>

namespace eulerc::compiler {
namespace {

/// The largest period. With more classes, remainders stay tests, because code would grow without
/// gain.
constexpr std::int64_t kMaxPeriod = 16;
/// The limit for nodes of right-hand sides over all classes. Each class has separate functions for
/// each stage (2,700 nodes with dopri5: 5.6 MB of C++).
constexpr std::size_t kMostNodes = 1000;

/// The p of `i % p`, i the last index; 1 for any other expression.
std::int64_t divisorOf(const Expr &node, std::size_t last) {
  if (node.op != Op::Rem)
    return 1;
  const auto divisor = constantInt(node.operands[1]);
  const auto dividend = toAffine(node.operands[0]);
  const bool divides = divisor && *divisor > 1 && *divisor <= kMaxPeriod && dividend &&
                       dividend->perAxis[last] != 0 && dividend->terms.empty();
  return divides ? *divisor : 1;
}

/// Extends the period by the divisors in an expression, if it stays short enough.
void combine(std::int64_t &period, const ExprPtr &expr, std::size_t last,
             std::int64_t most = kMaxPeriod) {
  forEachNode(expr, [&](const ExprPtr &node) {
    const std::int64_t both = std::lcm(period, divisorOf(*node, last));
    if (both <= most)
      period = both;
  });
}

/// A right-hand side for each state and each `next`.
std::vector<ExprPtr> valuesOf(const Problem &problem) {
  std::vector<ExprPtr> values;
  for (const State &state : problem.states) {
    values.push_back(state.derivative);
    if (state.after)
      values.push_back(state.after);
  }
  return values;
}

std::int64_t mostClasses(const std::vector<ExprPtr> &values) {
  std::unordered_set<const Expr *> nodes;
  for (const ExprPtr &value : values)
    forEachNode(value, [&](const ExprPtr &node) { nodes.insert(node.get()); });
  return std::min<std::int64_t>(kMaxPeriod,
                                static_cast<std::int64_t>(kMostNodes / (nodes.size() + 1)));
}

} // namespace

ExprPtr readOfUnknownClass(const Problem &problem) {
  const std::size_t last = problem.extents.size() - 1;
  ExprPtr found;
  for (const ExprPtr &value : valuesOf(problem))
    forEachNode(value, [&](const ExprPtr &node) {
      const auto index = node->op == Op::Read ? toAffine(node->operands[last]) : std::nullopt;
      if (!found && index && index->perAxis[last] == 1 && !index->terms.empty())
        found = node;
    });
  return found;
}

bool hasRemainder(const ExprPtr &index, std::size_t last) {
  return anyNode(index, [&](const Expr &node) { return divisorOf(node, last) > 1; });
}

std::int64_t periodOf(const Problem &problem) {
  if (readOfUnknownClass(problem))
    return 1;
  const std::size_t last = problem.extents.size() - 1;
  std::int64_t period = 1;
  const std::vector<ExprPtr> values = valuesOf(problem);
  // Indices first: they must become affine, while tests may stay.
  for (const ExprPtr &value : values)
    forEachNode(value, [&](const ExprPtr &node) {
      if (node->op == Op::Read || node->op == Op::Entry)
        for (const ExprPtr &index : node->operands)
          combine(period, index, last);
    });
  const std::int64_t most = mostClasses(values);
  for (const ExprPtr &value : values)
    combine(period, value, last, most);
  return period;
}

std::vector<ExprPtr> remaindersOf(const Problem &problem, std::int64_t period) {
  std::map<std::int64_t, ExprPtr> found;
  for (const ExprPtr &value : valuesOf(problem))
    forEachNode(value, [&](const ExprPtr &node) {
      const std::int64_t divisor = divisorOf(*node, problem.extents.size() - 1);
      if (divisor > 1 && period % divisor == 0)
        found.emplace(divisor, node);
    });
  std::vector<ExprPtr> remainders;
  for (const auto &[divisor, node] : found)
    remainders.push_back(node);
  return remainders;
}

} // namespace eulerc::compiler
