#include "analysis/Guards.h"

#include "Infeasible.h"

#include <algorithm>
#include <unordered_set>

namespace eulerc::compiler {
namespace {

// ---- conditions --------------------------------------------------------------------------------

ExprPtr negated(const ExprPtr &condition) {
  return condition->op == Op::Not ? condition->operands[0] : makeOp(Op::Not, {condition});
}

bool areOpposite(const ExprPtr &a, const ExprPtr &b) {
  return (a->op == Op::Not && sameValue(a->operands[0], b)) ||
         (b->op == Op::Not && sameValue(b->operands[0], a));
}

/// a || b, if it has a simple form. Both branches of one condition together are always taken.
ExprPtr merged(const ExprPtr &a, const ExprPtr &b) {
  if (sameValue(a, b) || constantInt(a) == 1 || constantInt(b) == 0)
    return a;
  if (constantInt(b) == 1 || constantInt(a) == 0)
    return b;
  if (areOpposite(a, b))
    return makeBool(true);
  const bool sameStart = a->op == Op::And && b->op == Op::And &&
                         sameValue(a->operands[0], b->operands[0]) &&
                         areOpposite(a->operands[1], b->operands[1]);
  return sameStart ? a->operands[0] : nullptr;
}

/// A disjunction that grows, stored as its terms.
class Either {
public:
  void add(ExprPtr term) {
    for (std::size_t k = 0; k < terms_.size(); k++)
      if (ExprPtr both = merged(terms_[k], term)) {
        terms_.erase(terms_.begin() + static_cast<std::ptrdiff_t>(k));
        return add(both);
      }
    terms_.push_back(std::move(term));
  }
  ExprPtr value() const {
    ExprPtr sum = makeBool(false);
    for (const ExprPtr &term : terms_)
      sum = makeOp(Op::Or, {sum, term});
    return sum;
  }

private:
  std::vector<ExprPtr> terms_;
};

// ---- guards of nodes ---------------------------------------------------------------------------

class GuardFinder {
public:
  Guards run(const ExprPtr &root) {
    std::vector<ExprPtr> nodes; // operands before the nodes that use them
    forEachNode(root, [&](const ExprPtr &node) {
      nodes.push_back(node);
      if (followsFromIndices(*node))
        known_.insert(node.get());
    });
    give(root, {makeBool(true), makeBool(true)});
    Guards guards;
    for (std::size_t k = nodes.size(); k-- > 0;) {
      const ExprPtr &node = nodes[k];
      const auto &[surely, possibly] = found_[node.get()];
      const Guard guard{surely.value(), possibly.value()};
      handOn(node, guard);
      guards.emplace(node.get(), guard);
    }
    return guards;
  }

private:
  /// Whether a node is an integer or a condition that depends on indices, params and data only.
  bool followsFromIndices(const Expr &node) const {
    if (node.paramsOnly || node.op == Op::Index)
      return true;
    const bool isOperation = node.op >= Op::Negate && node.op <= Op::Select;
    return (isOperation || node.op == Op::Entry) && node.type != Type::Real &&
           std::ranges::all_of(node.operands,
                               [&](const ExprPtr &part) { return known_.contains(part.get()); });
  }

  void give(const ExprPtr &node, const Guard &guard) {
    auto &[surely, possibly] = found_[node.get()];
    surely.add(guard.surely);
    possibly.add(guard.possibly);
  }

  void handOn(const ExprPtr &node, const Guard &guard) {
    for (std::size_t k = 0; k < node->operands.size(); k++) {
      const bool branches = node->op == Op::Select && k > 0;
      const bool follows = (node->op == Op::And || node->op == Op::Or) && k == 1;
      const bool truth = node->op == Op::Select ? k == 1 : node->op == Op::And;
      if (branches || follows)
        give(node->operands[k], under(guard, node->operands[0], truth));
      else
        give(node->operands[k], guard);
    }
  }

  Guard under(const Guard &guard, const ExprPtr &condition, bool truth) const {
    return {makeOp(Op::And, {guard.surely, approximated(condition, truth, false)}),
            makeOp(Op::And, {guard.possibly, approximated(condition, truth, true)})};
  }

  /// A condition on indices that approximates `condition` having this truth. Parts that depend on
  /// more are replaced: by true for a condition that is wider, by false for one that is narrower.
  ExprPtr approximated(const ExprPtr &condition, bool truth, bool replacement) const {
    if (known_.contains(condition.get()))
      return truth ? condition : negated(condition);
    if (condition->op == Op::Not)
      return approximated(condition->operands[0], !truth, replacement);
    if (condition->op != Op::And && condition->op != Op::Or)
      return makeBool(replacement);
    return makeOp((condition->op == Op::And) == truth ? Op::And : Op::Or,
                  {approximated(condition->operands[0], truth, replacement),
                   approximated(condition->operands[1], truth, replacement)});
  }

  std::unordered_set<const Expr *> known_;
  std::unordered_map<const Expr *, std::pair<Either, Either>> found_;
};

// ---- cases -------------------------------------------------------------------------------------

using Rows = std::vector<Affine>; ///< all >= 0

/// The cases of a condition. In each case all rows are >= 0. The cases cover all points at which
/// the condition holds; a case may have no points.
class Cases {
public:
  explicit Cases(Rows base) : list_{std::move(base)} {}

  const std::vector<Rows> &list() const { return list_; }

  /// Returns false if there are too many cases.
  bool refine(const ExprPtr &condition, bool truth) {
    if (const auto constant = constantInt(condition)) {
      if ((*constant != 0) != truth)
        list_.clear();
      return true;
    }
    if (condition->op == Op::Not)
      return refine(condition->operands[0], !truth);
    if (condition->op == Op::And || condition->op == Op::Or) {
      if ((condition->op == Op::And) == truth)
        return refine(condition->operands[0], truth) && refine(condition->operands[1], truth);
      Cases other = *this;
      return refine(condition->operands[0], truth) && other.refine(condition->operands[1], truth) &&
             append(std::move(other));
    }
    if (!isComparison(condition->op) || condition->operands[0]->type != Type::Int)
      return true;
    if (condition->op != (truth ? Op::NotEqual : Op::Equal)) {
      require(asNonNegative(condition, truth));
      return true;
    }
    Cases above = *this; // not equal: less or greater
    require(asNonNegative(makeOp(Op::Less, condition->operands), true));
    above.require(asNonNegative(makeOp(Op::Greater, condition->operands), true));
    return append(std::move(above));
  }

private:
  static constexpr std::size_t kMost = 64;

  void require(const Rows &rows) {
    for (Rows &each : list_)
      each.insert(each.end(), rows.begin(), rows.end());
  }

  bool append(Cases &&other) {
    list_.insert(list_.end(), other.list_.begin(), other.list_.end());
    std::erase_if(list_, provedInfeasible);
    return list_.size() <= kMost;
  }

  std::vector<Rows> list_;
};

/// Adds the facts about quotients a / c with a positive number c: a is c times the quotient, plus a
/// rest less than c.
void addQuotients(Rows &rows, const Facts &facts) {
  std::vector<ExprPtr> quotients;
  for (const Affine &row : rows)
    for (const auto &term : row.terms)
      if (term.first->op == Op::Div && constantInt(term.first->operands[1]).value_or(0) > 0)
        quotients.push_back(term.first);
  for (const ExprPtr &quotient : quotients) {
    const std::int64_t divisor = *constantInt(quotient->operands[1]);
    const auto dividend = toAffine(quotient->operands[0]);
    if (!dividend || divisor > (1 << 16))
      continue;
    const Affine rest = add(*dividend, *toAffine(quotient), -divisor);
    Rows negative = facts; // C rounds towards zero
    negative.push_back(add(constantAffine(-1), *dividend, -1));
    const bool isPositive = provedInfeasible(negative);
    rows.push_back(add(constantAffine(divisor - 1), rest, -1));
    rows.push_back(add(constantAffine(isPositive ? 0 : divisor - 1), rest));
  }
}

/// With classes, the last index is period·q + residue. Replaces it by q.
Affine byClass(Affine row, const IndexSet &set) {
  std::int64_t &factor = row.perAxis[set.classAxis];
  row.constant += factor * set.residue;
  factor *= set.period;
  return row;
}

Rows boundsOf(const IndexSet &set) {
  Rows rows = set.sums;
  for (int variable = 0; variable < kMaxVariables; variable++) {
    Affine own;
    own.perAxis[variable] = 1;
    for (const Affine &low : set.along[variable].low)
      rows.push_back(add(own, low, -1));
    for (const Affine &high : set.along[variable].high)
      rows.push_back(add(high, own, -1));
  }
  return rows;
}

} // namespace

Guards guardsOf(const ExprPtr &expr) { return GuardFinder().run(expr); }

bool provedNonNegativeWhere(const ExprPtr &condition, const Affine &expr, const IndexSet &set,
                            const Facts &facts) {
  Rows base = boundsOf(set);
  base.insert(base.end(), facts.begin(), facts.end());
  base.push_back(add(constantAffine(-1), expr, -1)); // the negation, which must be refuted
  addQuotients(base, facts);
  Cases cases(std::move(base));
  if (!cases.refine(condition, true))
    return false;
  return std::ranges::all_of(cases.list(), [&](Rows rows) {
    addQuotients(rows, facts);
    for (Affine &row : rows)
      row = byClass(row, set);
    return provedInfeasible(std::move(rows));
  });
}

} // namespace eulerc::compiler
