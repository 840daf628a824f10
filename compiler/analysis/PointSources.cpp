#include "analysis/PointSources.h"

#include <algorithm>

namespace eulerc::compiler {
namespace {

constexpr std::size_t kMostBoxes = 8;

using Boxes = std::optional<std::vector<IndexSet>>; ///< nullopt: nothing is known

class PointSourceFinder {
public:
  PointSourceFinder(const IndexSet &set, std::size_t axes) : set_(set), axes_(axes) {}

  ExprPtr elsewhere(const ExprPtr &expr) {
    return TopDown([this](const ExprPtr &node) -> ExprPtr {
      if (node->operands.empty() || node->paramsOnly)
        return node;
      return node->type == Type::Bool ? decided(node) : nullptr;
    })(expr);
  }

  std::vector<IndexSet> boxes;

private:
  /// The value of a condition outside of thin boxes, which are recorded; null: it has no single
  /// value.
  ExprPtr decided(const ExprPtr &condition) {
    for (const bool truth : {true, false}) {
      const Boxes where = boxesOf(condition, truth);
      if (!where || !std::ranges::all_of(*where, [&](const IndexSet &box) { return isThin(box); }))
        continue;
      boxes.insert(boxes.end(), where->begin(), where->end());
      return makeBool(!truth);
    }
    return nullptr;
  }

  /// Boxes outside of which a condition does not have this truth.
  Boxes boxesOf(const ExprPtr &condition, bool truth) const {
    if (condition->op == Op::Not)
      return boxesOf(condition->operands[0], !truth);
    if (condition->op == Op::And || condition->op == Op::Or) {
      const Boxes a = boxesOf(condition->operands[0], truth);
      const Boxes b = boxesOf(condition->operands[1], truth);
      return (condition->op == Op::And) == truth ? both(a, b) : either(a, b);
    }
    if (!isComparison(condition->op) || condition->operands[0]->type != Type::Int)
      return std::nullopt;
    IndexSet box;
    bool isBounded = false;
    for (const Affine &bound : asNonNegative(condition, truth))
      isBounded = limit(box, bound) || isBounded;
    return isBounded ? Boxes({box}) : std::nullopt;
  }

  /// Adds bound >= 0 to a box, if it bounds one index only; returns whether it does.
  bool limit(IndexSet &box, const Affine &bound) const {
    int axis = -1;
    if (bound.readsData())
      return false;
    for (int variable = 0; variable < kMaxVariables; variable++) {
      if (bound.perAxis[variable] == 0)
        continue;
      if (axis >= 0 || variable >= static_cast<int>(axes_))
        return false;
      axis = variable;
    }
    if (axis < 0 || std::abs(bound.perAxis[axis]) != 1)
      return false;
    const std::int64_t sign = bound.perAxis[axis];
    Affine end = add({}, bound, -sign);
    end.perAxis = {};
    Bounds &along = box.along[axis];
    addTightest(sign > 0 ? along.low : along.high, end, static_cast<int>(sign));
    return true;
  }

  static Boxes both(const Boxes &a, const Boxes &b) {
    if (!a || !b)
      return a ? a : b;
    std::vector<IndexSet> result;
    for (const IndexSet &x : *a)
      for (IndexSet y : *b) {
        for (std::size_t axis = 0; axis < x.along.size(); axis++) {
          for (const Affine &low : x.along[axis].low)
            addTightest(y.along[axis].low, low, 1);
          for (const Affine &high : x.along[axis].high)
            addTightest(y.along[axis].high, high, -1);
        }
        result.push_back(std::move(y));
      }
    return result;
  }

  static Boxes either(Boxes a, const Boxes &b) {
    if (!a || !b)
      return std::nullopt;
    a->insert(a->end(), b->begin(), b->end());
    return a;
  }

  bool isThin(const IndexSet &box) const {
    for (std::size_t axis = 0; axis < axes_; axis++) {
      const Bounds &own = box.along[axis], &all = set_.along[axis];
      if (isThin(own.low, own.high) || isThin(own.low, all.high) || isThin(all.low, own.high))
        return true;
    }
    return false;
  }
  static bool isThin(const std::vector<Affine> &lows, const std::vector<Affine> &highs) {
    for (const Affine &low : lows)
      for (const Affine &high : highs)
        if (const Affine width = add(high, low, -1); width.isConstant() && width.constant < kThin)
          return true;
    return false;
  }

  const IndexSet &set_;
  const std::size_t axes_;
};

} // namespace

PointSources findPointSources(const ExprPtr &expr, const IndexSet &set, std::size_t axes) {
  PointSourceFinder finder(set, axes);
  PointSources found{finder.elsewhere(expr), {}};
  addPointSources(found.boxes, std::move(finder.boxes), axes);
  if (found.boxes.size() > kMostBoxes)
    return {expr, {}};
  return found;
}

void addPointSources(std::vector<IndexSet> &sources, std::vector<IndexSet> more, std::size_t axes) {
  const auto same = [](const std::vector<Affine> &a, const std::vector<Affine> &b) {
    return std::ranges::equal(
        a, b, [](const Affine &one, const Affine &other) { return sameValue(one, other); });
  };
  for (IndexSet &box : more) {
    const auto isKnown = [&](const IndexSet &known) {
      for (std::size_t axis = 0; axis < axes; axis++)
        if (!same(box.along[axis].low, known.along[axis].low) ||
            !same(box.along[axis].high, known.along[axis].high))
          return false;
      return true;
    };
    if (std::ranges::none_of(sources, isKnown))
      sources.push_back(std::move(box));
  }
}

} // namespace eulerc::compiler
