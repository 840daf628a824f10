#include "analysis/Shifts.h"

#include "ir/Affine.h"
#include "ir/Functions.h"

#include <algorithm>
#include <bit>

namespace eulerc::compiler {
namespace {

constexpr std::int64_t kNowhere = INT64_MIN; ///< in a key: no index along that axis

double costOfOperation(const Expr &node) {
  if (node.paramsOnly || node.operands.empty() || node.op == Op::Read)
    return 0;
  if (node.op == Op::Call)
    return node.integer != 0 ? 3 : costOf(node.name);
  if (node.op == Op::Div && node.type == Type::Real)
    return node.integer > 0 ? 1 : quotientCost;
  const bool isFree = node.op == Op::Negate || node.op == Op::ToReal || node.type == Type::Int;
  return isFree ? 0 : 1;
}

bool isOfParams(const ExprPtr &node) { return node->paramsOnly; }

bool isContracting(const Expr &node) {
  return (node.op == Op::Add || node.op == Op::Sub) && node.integer > 0;
}

} // namespace

std::optional<std::vector<std::int64_t>> distanceOf(const Expr &read) {
  std::vector<std::int64_t> distance;
  for (std::size_t axis = 0; axis < read.operands.size(); axis++) {
    Affine own;
    own.perAxis[axis] = 1;
    const auto at = toAffine(read.operands[axis]);
    const Affine rest = at ? add(*at, own, -1) : own;
    if (!rest.isConstant())
      return std::nullopt;
    distance.push_back(rest.constant);
  }
  return distance;
}

Shifts::Shifts(const std::vector<ExprPtr> &roots, std::size_t rank) : rank_(rank) {
  for (const ExprPtr &root : roots)
    add(root);
  for (ShiftedValue &value : values_)
    value.isRounded = true;
  for (const ExprPtr &root : roots)
    forEachNode(root, [&](const ExprPtr &node) {
      if (isContracting(*node) && has(node))
        values_[numberOf(node->operands[static_cast<std::size_t>(node->integer - 1)])].isRounded =
            false;
    });
}

std::int64_t Shifts::nameNumber(const std::string &name) {
  return names_.try_emplace(name, static_cast<std::int64_t>(names_.size())).first->second;
}

void Shifts::placeRead(ShiftedValue &value, Key &key) const {
  const auto distance = distanceOf(*value.node);
  value.isNear = distance.has_value();
  for (std::size_t axis = 0; distance && axis < rank_; axis++)
    value.place[axis] = (*distance)[axis];
  if (!value.isNear)
    key.push_back(static_cast<std::int64_t>(values_.size())); // a separate kind
}

/// An index with a constant along one axis gives a distance. With several axes it is unknown which
/// axis the constant belongs to.
void Shifts::placeIndex(ShiftedValue &value, Key &key) {
  const auto affine = toAffine(value.node);
  std::size_t axes = 0, last = 0;
  for (std::size_t axis = 0; axis < rank_; axis++)
    if (affine->perAxis[axis] != 0) {
      axes++;
      last = axis;
      value.place[axis] = 0;
    }
  for (const std::int64_t factor : affine->perAxis)
    key.push_back(factor);
  std::int64_t constant = affine->constant;
  if (axes == 1) {
    const std::int64_t factor = affine->perAxis[last];
    value.place[last] = constant / factor;
    constant %= factor;
  }
  key.push_back(constant);
  for (const auto &[atom, factor] : affine->terms)
    key.insert(key.end(), {nameNumber(print(atom)), factor});
}

void Shifts::placeOperation(ShiftedValue &value, Key &key) const {
  for (const std::size_t operand : value.operands)
    for (std::size_t axis = 0; axis < rank_; axis++)
      if (!value.place[axis])
        value.place[axis] = values_[operand].place[axis];
  for (const std::size_t number : value.operands) {
    const ShiftedValue &operand = values_[number];
    value.isNear = value.isNear && operand.isNear;
    key.push_back(static_cast<std::int64_t>(operand.kind));
    for (std::size_t axis = 0; axis < rank_; axis++)
      key.push_back(operand.place[axis] ? *operand.place[axis] - *value.place[axis] : kNowhere);
  }
}

void Shifts::add(const ExprPtr &node) {
  if (numbers_.contains(node.get()))
    return;
  ShiftedValue value;
  value.node = node;
  value.cost = costOfOperation(*node);
  Key key = {static_cast<std::int64_t>(node->op), static_cast<std::int64_t>(node->type),
             node->integer, std::bit_cast<std::int64_t>(node->real), nameNumber(node->name)};
  const bool isLoop = node->op == Op::Loop || node->op == Op::LoopResult ||
                      node->op == Op::Carried ||
                      (node->op == Op::Index && node->integer >= kFirstLoopAxis);
  const auto affine = node->type == Type::Int ? toAffine(node) : std::nullopt;
  if (node->op == Op::Read) {
    placeRead(value, key);
  } else if (affine && !affine->readsData() && !isLoop) {
    key = {-1};
    placeIndex(value, key);
  } else {
    value.isNear =
        !isLoop && (node->op != Op::Entry || std::ranges::all_of(node->operands, isOfParams));
    for (const ExprPtr &operand : node->operands) {
      add(operand);
      value.operands.push_back(numberOf(operand));
    }
    placeOperation(value, key);
  }
  value.kind = kinds_.try_emplace(std::move(key), kinds_.size()).first->second;
  const auto [at, isNew] = known_.try_emplace({value.kind, value.place}, values_.size());
  numbers_.emplace(node.get(), at->second);
  if (isNew)
    values_.push_back(std::move(value));
}

} // namespace eulerc::compiler
