#include "Period.h"

#include "ir/Affine.h"

#include <algorithm>
#include <numeric>

namespace eulerc::compiler {
namespace {

/// Beyond this many classes the remainders stay tests: the code would grow, not gain.
constexpr std::int64_t kMaxPeriod = 16;

} // namespace

std::int64_t periodOf(const Problem &problem) {
  const auto last = problem.extents.size() - 1;
  std::int64_t period = 1;
  bool offsetsConstant = true;
  for (const State &state : problem.states)
    forEachNode(state.derivative, [&](const ExprPtr &node) {
      if (node->op == Op::Rem) {
        const auto divisor = constantInt(node->operands[1]);
        const auto dividend = toAffine(node->operands[0]);
        if (divisor && *divisor > 1 && *divisor <= kMaxPeriod && dividend &&
            dividend->perAxis[last] != 0 && dividend->terms.empty())
          period = std::min(std::lcm(period, *divisor), kMaxPeriod + 1);
      }
      if (node->op == Op::Read)
        if (const auto index = toAffine(node->operands[last]))
          offsetsConstant = offsetsConstant && (index->perAxis[last] != 1 || index->terms.empty());
    });
  // y[i - M] may be of any class when M changes.
  return period <= kMaxPeriod && offsetsConstant ? period : 1;
}

} // namespace eulerc::compiler
