#include "analysis/IndexSets.h"

#include <algorithm>
#include <set>

namespace eulerc::compiler {
namespace {

std::int64_t floorDiv(std::int64_t a, std::int64_t b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}
std::int64_t floorMod(std::int64_t a, std::int64_t b) { return a - b * floorDiv(a, b); }

/// The part `rest` of k·i + rest.
Affine withoutIndex(const Affine &expr) {
  Affine rest = expr;
  rest.perAxis = {};
  return rest;
}

/// Whether expr >= 0 follows from the facts; expr is free of indices.
bool nonNegative(Affine expr, const Facts &facts) {
  for (const Affine &fact : facts) {
    const Affine slack = add(expr, fact, -1);
    if (slack.isConstant() && slack.constant >= 0)
      return true;
  }
  // Replace every atom with a positive coefficient by its lower bound.
  for (const auto &[atom, coefficient] : std::vector(expr.terms)) {
    const ExprPtr wanted = atom;
    const auto fact = std::ranges::find_if(facts, [&](const Affine &f) {
      return f.terms.size() == 1 && f.terms[0].second == 1 && sameValue(f.terms[0].first, wanted);
    });
    if (coefficient < 0 || fact == facts.end())
      return false;
    expr = add(expr, *fact, -coefficient);
  }
  return expr.isConstant() && expr.constant >= 0;
}

/// The only index or loop variable an expression depends on, or -1.
int onlyVariable(const Affine &expr) {
  int found = -1;
  for (int variable = 0; variable < kMaxVariables; variable++)
    if (expr.perAxis[variable] != 0) {
      if (found >= 0)
        return -1;
      found = variable;
    }
  return found;
}

/// Adds what factor·i + rest >= 0 says about i.
void addBound(IndexSet &set, const Affine &expr) {
  const int variable = onlyVariable(expr);
  if (expr.readsData()) // data are known only when a solver has started
    return;
  if (variable < 0) {
    if (!expr.usesNoIndex())
      addTightest(set.sums, expr, -1);
    return;
  }
  Bounds &bounds = set.along[variable];
  const std::int64_t factor = expr.perAxis[variable];
  const Affine rest = withoutIndex(expr);
  if (factor == 1)
    addTightest(bounds.low, add({}, rest, -1), 1);
  else if (factor == -1)
    addTightest(bounds.high, rest, -1);
  else if (factor > 1 && rest.isConstant())
    addTightest(bounds.low, constantAffine(-floorDiv(rest.constant, factor)), 1);
  else if (factor < -1 && rest.isConstant())
    addTightest(bounds.high, constantAffine(floorDiv(rest.constant, -factor)), -1);
}

/// If i != bound excludes the first or last index of the set, the set shrinks by it.
void excludeEnd(IndexSet &set, const ExprPtr &comparison) {
  const auto a = toAffine(comparison->operands[0]), b = toAffine(comparison->operands[1]);
  if (!a || !b)
    return;
  const Affine difference = add(*a, *b, -1);
  const int variable = difference.readsData() ? -1 : onlyVariable(difference);
  const std::int64_t factor = variable < 0 ? 0 : difference.perAxis[variable];
  if (factor != 1 && factor != -1)
    return;
  Bounds &bounds = set.along[variable];
  const Affine bound = add({}, withoutIndex(difference), -factor);
  const auto is = [&](const Affine &other) { return sameValue(other, bound); };
  if (std::ranges::any_of(bounds.low, is))
    addTightest(bounds.low, add(bound, constantAffine(1)), 1);
  if (std::ranges::any_of(bounds.high, is))
    addTightest(bounds.high, add(bound, constantAffine(-1)), -1);
}

/// The value of E % m for all indices of the set, if there is one.
std::optional<std::int64_t> knownRemainder(const ExprPtr &node, const IndexSet &set,
                                           const Facts &facts) {
  const auto divisor = constantInt(node->operands[1]);
  const auto dividend = toAffine(node->operands[0]);
  if (!divisor || *divisor <= 0 || !dividend || !dividend->terms.empty())
    return std::nullopt;
  const std::int64_t factor = dividend->perAxis[set.classAxis];
  if (onlyVariable(*dividend) != set.classAxis || (factor * set.period) % *divisor != 0 ||
      !provedNonNegative(*dividend, set, facts))
    return std::nullopt;
  return floorMod(factor * set.residue + dividend->constant, *divisor);
}

std::optional<bool> decided(const ExprPtr &comparison, const IndexSet &set, const Facts &facts) {
  for (const bool truth : {true, false}) {
    const std::vector<Affine> conditions = asNonNegative(comparison, truth);
    if (!conditions.empty() && std::ranges::all_of(conditions, [&](const Affine &condition) {
          return provedNonNegative(condition, set, facts);
        }))
      return truth;
  }
  // Not equal: one of the two strict orders holds.
  if (comparison->op == Op::Equal || comparison->op == Op::NotEqual) {
    const auto a = toAffine(comparison->operands[0]), b = toAffine(comparison->operands[1]);
    if (a && b)
      for (const int sign : {1, -1})
        if (provedNonNegative(add(constantAffine(-1), add(*a, *b, -1), sign), set, facts))
          return comparison->op == Op::NotEqual;
  }
  return std::nullopt;
}

void addFacts(const ExprPtr &condition, Facts &facts) {
  if (condition->op == Op::And) {
    addFacts(condition->operands[0], facts);
    addFacts(condition->operands[1], facts);
  } else if (isComparison(condition->op) && condition->operands[0]->type == Type::Int) {
    for (Affine &fact : asNonNegative(condition, true))
      facts.push_back(std::move(fact));
  }
}

} // namespace

std::vector<Affine> asNonNegative(const ExprPtr &comparison, bool truth) {
  const auto a = toAffine(comparison->operands[0]), b = toAffine(comparison->operands[1]);
  if (!a || !b)
    return {};
  const Affine up = add(*a, *b, -1), down = add(*b, *a, -1);
  const Affine one = constantAffine(1);
  switch (comparison->op) {
  case Op::GreaterEqual:
    return {truth ? up : add(down, one, -1)};
  case Op::Greater:
    return {truth ? add(up, one, -1) : down};
  case Op::LessEqual:
    return {truth ? down : add(up, one, -1)};
  case Op::Less:
    return {truth ? add(down, one, -1) : up};
  case Op::Equal:
    return truth ? std::vector{up, down} : std::vector<Affine>{};
  case Op::NotEqual:
    return truth ? std::vector<Affine>{} : std::vector{up, down};
  default:
    return {};
  }
}

void addTightest(std::vector<Affine> &bounds, const Affine &bound, int sign) {
  for (Affine &other : bounds) {
    const Affine excess = add(bound, other, -1);
    if (!excess.isConstant())
      continue;
    if (sign * excess.constant > 0)
      other = bound;
    return;
  }
  bounds.push_back(bound);
}

Facts factsOf(const Problem &problem) {
  Facts facts;
  for (const ExprPtr &extent : problem.extents)
    if (const auto affine = toAffine(extent))
      facts.push_back(add(*affine, constantAffine(1), -1));
  for (const Assertion &assertion : problem.assertions)
    addFacts(assertion.condition, facts);
  return facts;
}

IndexSet wholeGrid(const std::vector<ExprPtr> &extents, std::int64_t residue, std::int64_t period) {
  IndexSet set;
  for (std::size_t axis = 0; axis < extents.size(); axis++) {
    set.along[axis].low.push_back(constantAffine(0));
    if (const auto affine = toAffine(extents[axis]))
      set.along[axis].high.push_back(add(*affine, constantAffine(1), -1));
  }
  set.classAxis = static_cast<int>(extents.size()) - 1;
  set.residue = residue;
  set.period = period;
  return set;
}

IndexSet insideLoop(const IndexSet &set, const ExprPtr &node) {
  const Expr &loop = *node;
  IndexSet inside = set;
  inside.loops.push_back(node);
  const auto variable = static_cast<std::size_t>(loop.operands[0]->integer);
  std::erase_if(inside.sums, [&](const Affine &sum) { return sum.perAxis[variable] != 0; });
  Bounds &bounds = inside.along[variable];
  bounds = {};
  if (const auto first = toAffine(loop.operands[1]); first && !first->readsData())
    bounds.low.push_back(*first);
  if (const auto end = toAffine(loop.operands[2]); end && !end->readsData())
    bounds.high.push_back(add(*end, constantAffine(1), -1));
  return inside;
}

IndexSet refine(const IndexSet &set, const ExprPtr &condition, bool truth) {
  if (condition->op == Op::Not)
    return refine(set, condition->operands[0], !truth);
  if ((condition->op == Op::And && truth) || (condition->op == Op::Or && !truth))
    return refine(refine(set, condition->operands[0], truth), condition->operands[1], truth);
  IndexSet refined = set;
  if (!isComparison(condition->op) || condition->operands[0]->type != Type::Int)
    return refined;
  for (const Affine &bound : asNonNegative(condition, truth))
    addBound(refined, bound);
  if (condition->op == (truth ? Op::NotEqual : Op::Equal))
    excludeEnd(refined, condition);
  return refined;
}

bool provedNonNegative(const Affine &expr, const IndexSet &set, const Facts &facts) {
  for (const Affine &sum : set.sums)
    if (const Affine slack = add(expr, sum, -1); slack.usesNoIndex() && nonNegative(slack, facts))
      return true;
  // Replace the innermost variable by each of its bounds in turn.
  int variable = kMaxVariables - 1;
  while (variable >= 0 && expr.perAxis[variable] == 0)
    variable--;
  if (variable < 0)
    return nonNegative(expr, facts);
  const std::int64_t factor = expr.perAxis[variable];
  Affine rest = expr;
  rest.perAxis[variable] = 0;
  const Bounds &bounds = set.along[variable];
  return std::ranges::any_of(factor > 0 ? bounds.low : bounds.high, [&](Affine bound) {
    if (variable == set.classAxis && bound.isConstant()) { // to the nearest index of the class
      const std::int64_t off = floorMod(set.residue - bound.constant, set.period);
      bound.constant += factor > 0 ? off : (off == 0 ? 0 : off - set.period);
    }
    return provedNonNegative(add(rest, bound, factor), set, facts);
  });
}

bool provedEmpty(const IndexSet &set, const Facts &facts) {
  for (const Bounds &bounds : set.along)
    for (const Affine &low : bounds.low)
      for (const Affine &high : bounds.high)
        if (provedNonNegative(add(add(low, high, -1), constantAffine(1), -1), set, facts))
          return true;
  return false;
}

ExprPtr simplifyUnder(const ExprPtr &expr, const IndexSet &set, const Facts &facts) {
  return rewrite(expr, [&](const ExprPtr &node) -> ExprPtr {
    if (node->op == Op::Rem) {
      if (const auto value = knownRemainder(node, set, facts))
        return makeInt(*value);
    } else if (isComparison(node->op) && node->operands[0]->type == Type::Int) {
      if (const auto value = decided(node, set, facts))
        return makeBool(*value);
    }
    return nullptr;
  });
}

std::string keyOf(const IndexSet &set) {
  std::string text = std::to_string(set.residue) + ":";
  for (const Bounds &along : set.along)
    for (const auto *bounds : {&along.low, &along.high}) {
      std::set<std::string> unique;
      for (const Affine &bound : *bounds)
        unique.insert(print(toExpr(bound, {})));
      for (const std::string &bound : unique)
        text += bound + ",";
      text += ";";
    }
  for (const Affine &sum : set.sums)
    text += print(toExpr(sum, {})) + ",";
  for (const ExprPtr &loop : set.loops)
    if (boundsAreOfData(*loop))
      text += ";" + print(loop->operands[1]) + ":" + print(loop->operands[2]);
  return text;
}

} // namespace eulerc::compiler
