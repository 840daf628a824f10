#include "ir/Affine.h"

#include <algorithm>
#include <cstdlib>
#include <unordered_map>

namespace eulerc::compiler {
namespace {

Affine atom(const ExprPtr &expr) {
  Affine result;
  result.terms.emplace_back(expr, 1);
  return result;
}

} // namespace

bool Affine::readsData() const {
  return std::ranges::any_of(terms, [](const auto &term) { return !term.first->paramsOnly; });
}

Affine constantAffine(std::int64_t value) {
  Affine result;
  result.constant = value;
  return result;
}

Affine distanceAlong(std::size_t axis, const Affine &index) {
  Affine distance = index;
  distance.perAxis[axis]--;
  return distance;
}

Affine add(const Affine &a, const Affine &b, std::int64_t factor) {
  Affine sum = a;
  sum.constant += factor * b.constant;
  for (int axis = 0; axis < kMaxVariables; axis++)
    sum.perAxis[axis] += factor * b.perAxis[axis];
  for (const auto &[expr, coefficient] : b.terms) {
    const auto same = [&](const auto &term) { return sameValue(term.first, expr); };
    const auto it = std::find_if(sum.terms.begin(), sum.terms.end(), same);
    if (it == sum.terms.end())
      sum.terms.emplace_back(expr, factor * coefficient);
    else
      it->second += factor * coefficient;
  }
  std::erase_if(sum.terms, [](const auto &term) { return term.second == 0; });
  return sum;
}

bool sameValue(const Affine &a, const Affine &b) {
  const Affine difference = add(a, b, -1);
  return difference.isConstant() && difference.constant == 0;
}

namespace {

// Limits that keep the arithmetic of affine forms far from overflow. No grid needs more.
constexpr std::int64_t kMost = std::int64_t{1} << 40, kMostFactor = std::int64_t{1} << 20;

bool isModest(const Affine &affine) {
  const auto modest = [](std::int64_t value) { return value >= -kMost && value <= kMost; };
  return modest(affine.constant) && std::ranges::all_of(affine.perAxis, modest) &&
         std::ranges::all_of(affine.terms, [&](const auto &term) { return modest(term.second); });
}

using Known = std::unordered_map<const Expr *, std::optional<Affine>>; ///< forms of shared nodes

std::optional<Affine> compute(const ExprPtr &expr, Known &known);

std::optional<Affine> toAffine(const ExprPtr &expr, Known &known) {
  if (const auto it = known.find(expr.get()); it != known.end())
    return it->second;
  std::optional<Affine> result = compute(expr, known);
  if (result && !isModest(*result))
    result = std::nullopt;
  if (!result && expr->type == Type::Int && (expr->paramsOnly || isOfData(expr)))
    result = atom(expr);
  return known[expr.get()] = result;
}

std::optional<Affine> compute(const ExprPtr &expr, Known &known) {
  if (expr->type != Type::Int)
    return std::nullopt;
  const auto operand = [&](int k) { return toAffine(expr->operands[k], known); };
  switch (expr->op) {
  case Op::Constant:
    return constantAffine(expr->integer);
  case Op::Param:
    return atom(expr);
  case Op::Index: {
    Affine result;
    result.perAxis[expr->integer] = 1;
    return result;
  }
  case Op::Negate:
    if (const auto a = operand(0))
      return add({}, *a, -1);
    break;
  case Op::Add:
  case Op::Sub: {
    const auto a = operand(0), b = operand(1);
    if (a && b)
      return add(*a, *b, expr->op == Op::Add ? 1 : -1);
    break;
  }
  case Op::Mul: {
    const auto a = operand(0), b = operand(1);
    if (a && b && a->isConstant() && std::abs(a->constant) <= kMostFactor)
      return add({}, *b, a->constant);
    if (a && b && b->isConstant() && std::abs(b->constant) <= kMostFactor)
      return add({}, *a, b->constant);
    break;
  }
  default:
    break;
  }
  return std::nullopt;
}

} // namespace

std::optional<Affine> toAffine(const ExprPtr &expr) {
  Known known;
  return toAffine(expr, known);
}

ExprPtr toExpr(const Affine &affine, const std::vector<std::string> &indexNames) {
  ExprPtr sum;
  const auto append = [&](const ExprPtr &term, std::int64_t coefficient) {
    const std::int64_t size = coefficient < 0 ? -coefficient : coefficient;
    const ExprPtr scaled = size == 1 ? term : makeOp(Op::Mul, {makeInt(size), term});
    if (!sum)
      sum = coefficient < 0 ? makeOp(Op::Negate, {scaled}) : scaled;
    else
      sum = makeOp(coefficient < 0 ? Op::Sub : Op::Add, {sum, scaled});
  };
  for (int axis = 0; axis < kMaxVariables; axis++)
    if (affine.perAxis[axis] != 0)
      append(makeIndex(axis, axis < static_cast<int>(indexNames.size())
                                 ? indexNames[axis]
                                 : "loop" + std::to_string(axis)),
             affine.perAxis[axis]);
  for (const auto &[atomExpr, coefficient] : affine.terms)
    append(atomExpr, coefficient);
  if (!sum)
    return makeInt(affine.constant);
  if (affine.constant == 0)
    return sum;
  return makeOp(affine.constant < 0 ? Op::Sub : Op::Add,
                {sum, makeInt(affine.constant < 0 ? -affine.constant : affine.constant)});
}

std::string indexFromList(const std::string &size, const std::string &axis,
                          const std::string &index) {
  return "other indices are entries of a list: 'data int place[" + size + "]; initial(place)(int " +
         axis + ") { return " + index + "; }', read as 'place[" + axis + "]'";
}

} // namespace eulerc::compiler
