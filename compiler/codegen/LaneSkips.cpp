#include "LaneSkips.h"

#include "ir/Functions.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace eulerc::compiler {
namespace {

/// Bounds of a number over all lanes, as expressions; null: unknown.
struct Range {
  ExprPtr low, high;
  explicit operator bool() const { return low && high; }
};

/// Whether a condition may hold in some lane (`any`), and whether it certainly holds in all
/// (`all`).
struct Truth {
  ExprPtr any = makeBool(true), all = makeBool(false);
};

class Skipper {
public:
  Skipper(const ExprPtr &body, const Lanes &lanes, bool goRound, bool ofValues)
      : lanes_(lanes), goRound_(goRound), ofValues_(ofValues) {
    forEachNode(body, [this](const ExprPtr &node) {
      for (const ExprPtr &operand : node->operands)
        uses_[operand.get()]++;
    });
  }

  ExprPtr operator()(const ExprPtr &node) {
    if (node->op == Op::ToReal && lanes_.vary(node))
      return inReals(node->operands[0]);
    if (node->op != Op::Select || node->type != Type::Real || !lanes_.vary(node->operands[0]))
      return nullptr;
    const Truth truth = truthOf(node->operands[0]);
    if (constantInt(truth.any) && constantInt(truth.all))
      return ofValues_ ? ofValues(node) : nullptr;
    const ExprPtr &yes = node->operands[1], &no = node->operands[2];
    const std::size_t ofYes = operationsOf(yes, no), ofNo = operationsOf(no, yes);
    if (std::max(ofYes, ofNo) < kWorthwhile)
      return nullptr;
    if (constantInt(ofYes >= ofNo ? truth.any : truth.all))
      return nullptr;
    return ofYes >= ofNo ? makeOp(Op::Select, {whereOrdered(truth).any, node, no})
                         : makeOp(Op::Select, {whereOrdered(truth).all, yes, node});
  }

private:
  using Nodes = std::unordered_set<ExprPtr>;

  /// For a condition on values: operations of one branch alone are computed where some lane takes
  /// it.
  ExprPtr ofValues(const ExprPtr &node) const {
    const ExprPtr &condition = node->operands[0], &yes = node->operands[1], &no = node->operands[2];
    const Nodes ofYes = nodesOf(yes, kBranch), ofNo = nodesOf(no, kBranch);
    if (std::max(ofYes.size(), ofNo.size()) >= kBranch)
      return nullptr;
    const ExprPtr ifYes = whereTaken(yes, condition, ofNo),
                  ifNo = whereTaken(no, makeOp(Op::Not, {condition}), ofYes);
    return ifYes == yes && ifNo == no ? nullptr : makeOp(Op::Select, {condition, ifYes, ifNo});
  }

  /// A part of a branch that is computed only where taken, except what other places compute as
  /// well.
  ExprPtr whereTaken(const ExprPtr &part, const ExprPtr &taken, const Nodes &other) const {
    if (part->operands.empty() || other.contains(part) || usesOf(part) > 1 || !lanes_.vary(part) ||
        costOfAll(part) < kWorthBranch)
      return part;
    if (isApart(part, other))
      return makeOp(Op::Select, {makeOp(Op::InSomeLane, {taken}), part, makeReal(0)});
    const bool isWhole =
        part->op == Op::Loop || part->op == Op::LoopResult || hasOwnChoice(part, other);
    return isWhole ? part : inOperands(part, taken, other);
  }

  /// Whether the expensive operations of a part are used by this part alone.
  bool isApart(const ExprPtr &part, const Nodes &other) const {
    if (part->type != Type::Real)
      return false;
    std::unordered_map<const Expr *, int> inside;
    forEachNode(part, [&](const ExprPtr &node) {
      for (const ExprPtr &operand : node->operands)
        inside[operand.get()]++;
    });
    bool is = !hasOwnChoice(part, other);
    forEachNode(part, [&](const ExprPtr &node) {
      const bool isShared = other.contains(node) || usesOf(node) > inside[node.get()];
      if (node->op == Op::Loop || (node != part && isShared && !node->operands.empty() &&
                                   lanes_.vary(node) && costOfAll(node) >= kWorthBranch))
        is = false;
    });
    return is;
  }

  /// Whether a part already contains such a choice. Choices for cases after cases would nest.
  static bool hasOwnChoice(const ExprPtr &part, const Nodes &other) {
    bool has = false;
    forEachNode(part, [&](const ExprPtr &node) {
      has = has || (node->op == Op::InSomeLane && !other.contains(node));
    });
    return has;
  }

  int usesOf(const ExprPtr &node) const {
    const auto uses = uses_.find(node.get());
    return uses == uses_.end() ? 1 : uses->second;
  }

  static double costOfAll(const ExprPtr &part) {
    double cost = 0;
    forEachNode(part, [&](const ExprPtr &node) {
      cost += node->op == Op::Call ? costOf(node->name) : !node->operands.empty();
    });
    return cost;
  }

  ExprPtr inOperands(const ExprPtr &part, const ExprPtr &taken, const Nodes &other) const {
    const std::int64_t product = // contracted with a sum
        part->op == Op::Add || part->op == Op::Sub ? part->integer - 1 : -1;
    std::vector<ExprPtr> operands;
    for (const ExprPtr &operand : part->operands)
      operands.push_back(static_cast<std::int64_t>(operands.size()) == product
                             ? inOperands(operand, taken, other)
                             : whereTaken(operand, taken, other));
    return operands == part->operands ? part : withOperands(part, std::move(operands));
  }

  /// An integer converted to a real, with its choices and signs made on reals: vectors of longs
  /// take several registers.
  ExprPtr inReals(const ExprPtr &integer) const {
    const std::vector<ExprPtr> &of = integer->operands;
    const auto real = [&](const ExprPtr &part) {
      const ExprPtr inner = lanes_.vary(part) ? inReals(part) : nullptr;
      return inner ? inner : makeOp(Op::ToReal, {part});
    };
    if (integer->op == Op::Select)
      return makeOp(Op::Select, {of[0], real(of[1]), real(of[2])});
    if (integer->op == Op::Sub && !lanes_.vary(of[0])) // else a zero could become -0
      return makeOp(Op::Sub, {makeReal(0), makeOp(Op::ToReal, {makeOp(Op::Sub, {of[1], of[0]})})});
    return nullptr;
  }

  /// The least number of operations in a branch for which a scalar test pays.
  static constexpr std::size_t kWorthwhile = 4;
  /// The least cost of a branch for which a test of all lanes' values pays.
  static constexpr double kWorthBranch = 30;
  /// The number of nodes of a branch that are searched, because thousands of cases may be branches
  /// of each other. kBranch: for conditions on values, whose nodes are searched several times.
  static constexpr std::size_t kLookedAt = 1000, kBranch = 200;

  static Nodes nodesOf(const ExprPtr &branch, std::size_t most = kLookedAt) {
    Nodes nodes{branch};
    for (std::vector<ExprPtr> open{branch}; !open.empty() && nodes.size() < most;) {
      const ExprPtr node = std::move(open.back());
      open.pop_back();
      for (const ExprPtr &operand : node->operands)
        if (nodes.insert(operand).second)
          open.push_back(operand);
    }
    return nodes;
  }

  /// The operations of a branch that the other branch does not have.
  std::size_t operationsOf(const ExprPtr &branch, const ExprPtr &other) const {
    const Nodes known = nodesOf(other), own = nodesOf(branch);
    return static_cast<std::size_t>(std::ranges::count_if(own, [&](const ExprPtr &node) {
      return !node->operands.empty() && lanes_.vary(node) && !known.contains(node);
    }));
  }

  Truth truthOf(const ExprPtr &condition) const {
    const std::vector<ExprPtr> &operands = condition->operands;
    if (condition->op == Op::Not) {
      const Truth truth = truthOf(operands[0]);
      return {makeOp(Op::Not, {truth.all}), makeOp(Op::Not, {truth.any})};
    }
    if (condition->op == Op::And || condition->op == Op::Or) {
      const Truth a = truthOf(operands[0]), b = truthOf(operands[1]);
      return {makeOp(condition->op, {a.any, b.any}), makeOp(condition->op, {a.all, b.all})};
    }
    if (condition->op == Op::Guard)
      return {makeGuardInVector(condition->integer), makeBool(false)};
    // New nodes make it one expression, without names that are shared with lanes.
    if (!lanes_.vary(condition)) {
      const ExprPtr same = withOperands(condition, operands);
      return {same, same};
    }
    if (!isComparison(condition->op))
      return {};
    return compared(condition->op, rangeOf(operands[0]), rangeOf(operands[1]));
  }

  /// Compares the bounds of two numbers. If a bound of reals is NaN, the value is NaN in all lanes,
  /// so the result holds then too.
  static Truth compared(Op op, const Range &a, const Range &b) {
    if (!a || !b)
      return {};
    if (op == Op::Greater || op == Op::GreaterEqual)
      return compared(op == Op::Greater ? Op::Less : Op::LessEqual, b, a);
    if (op == Op::Less || op == Op::LessEqual)
      return {makeOp(op, {a.low, b.high}), makeOp(op, {a.high, b.low})};
    const ExprPtr meet = makeOp(
        Op::And, {makeOp(Op::LessEqual, {a.low, b.high}), makeOp(Op::LessEqual, {b.low, a.high})});
    return op == Op::Equal ? Truth{meet, makeBool(false)}
                           : Truth{makeBool(true), makeOp(Op::Not, {meet})};
  }

  /// On a ring, a vector may begin at the end and continue at the beginning. Nothing is known then.
  Truth whereOrdered(const Truth &truth) const {
    if (!goRound_)
      return truth;
    const ExprPtr areOrdered =
        makeOp(Op::NotEqual, {makeIndex(static_cast<int>(LaneLeaf::AreOrdered), ""), makeInt(0)});
    return {makeOp(Op::Or, {makeOp(Op::Not, {areOrdered}), truth.any}),
            makeOp(Op::And, {areOrdered, truth.all})};
  }

  Range rangeOf(const ExprPtr &number) const {
    if (!lanes_.vary(number))
      return {number, number};
    if (number->op == Op::Index)
      return {makeIndex(static_cast<int>(LaneLeaf::First), number->name),
              makeIndex(static_cast<int>(LaneLeaf::Last), number->name)};
    switch (number->op) {
    case Op::ToReal:
    case Op::Add:
    case Op::Sub:
    case Op::Negate:
      return grown(number);
    case Op::Mul:
      return sameValue(number->operands[0], number->operands[1]) ? square(number) : scaled(number);
    case Op::Call:
      return number->name == "fma" ? scaled(number) : Range{};
    default:
      return {};
    }
  }

  /// The bounds of an operation that is monotonic in its operands.
  Range grown(const ExprPtr &number) const {
    const Range a = rangeOf(number->operands[0]);
    const bool isUnary = number->operands.size() == 1;
    const Range b = isUnary ? a : rangeOf(number->operands[1]);
    if (!a || !b)
      return {};
    const auto of = [&](const ExprPtr &x, const ExprPtr &y) {
      return withOperands(number, isUnary ? std::vector{x} : std::vector{x, y});
    };
    if (number->op == Op::Negate)
      return {of(a.high, a.high), of(a.low, a.low)};
    return number->op == Op::Sub ? Range{of(a.low, b.high), of(a.high, b.low)}
                                 : Range{of(a.low, b.low), of(a.high, b.high)};
  }

  /// The bounds of a product with a factor that is the same for all lanes, plus the addend of fma.
  Range scaled(const ExprPtr &number) const {
    const bool isFirst = !lanes_.vary(number->operands[0]);
    const ExprPtr &factor = number->operands[isFirst ? 0 : 1];
    const Range range = rangeOf(number->operands[isFirst ? 1 : 0]);
    const bool isSum = number->operands.size() == 3;
    const Range term = isSum ? rangeOf(number->operands[2]) : range;
    if (!range || !term || lanes_.vary(factor))
      return {};
    const ExprPtr zero = factor->type == Type::Int ? makeInt(0) : makeReal(0);
    const ExprPtr isPositive = makeOp(Op::GreaterEqual, {factor, zero});
    const auto of = [&](const ExprPtr &ifPositive, const ExprPtr &ifNegative,
                        const ExprPtr &added) {
      std::vector<ExprPtr> operands{factor,
                                    makeOp(Op::Select, {isPositive, ifPositive, ifNegative})};
      if (isSum)
        operands.push_back(added);
      return withOperands(number, std::move(operands));
    };
    return {of(range.low, range.high, term.low), of(range.high, range.low, term.high)};
  }

  Range square(const ExprPtr &number) const {
    const Range range = rangeOf(number->operands[0]);
    if (!range)
      return {};
    const ExprPtr zero = number->type == Type::Int ? makeInt(0) : makeReal(0);
    const auto squared = [](const ExprPtr &x) { return makeOp(Op::Mul, {x, x}); };
    const auto larger = [](const ExprPtr &a, const ExprPtr &b) {
      return makeOp(Op::Select, {makeOp(Op::Less, {a, b}), b, a});
    };
    const ExprPtr low = squared(range.low), high = squared(range.high);
    // The value nearest to zero: the low bound if positive, the high bound if negative.
    const ExprPtr nearest = makeOp(
        Op::Select, {makeOp(Op::Greater, {range.low, zero}), low,
                     makeOp(Op::Select, {makeOp(Op::Less, {range.high, zero}), high, zero})});
    return {nearest, larger(low, high)};
  }

  const Lanes &lanes_;
  const bool goRound_, ofValues_;
  std::unordered_map<const Expr *, int> uses_; ///< of nodes that were not changed
};

} // namespace

ExprPtr withLaneSkips(const ExprPtr &body, const Lanes &lanes, bool goRound, bool ofValues) {
  Skipper skipper(body, lanes, goRound, ofValues);
  return rewrite(body, [&](const ExprPtr &node) { return skipper(node); });
}

std::string laneLeaf(const Expr &node, const std::string &index) {
  if (node.op != Op::Index || node.integer >= 0)
    return "";
  const auto leaf = static_cast<LaneLeaf>(node.integer);
  if (leaf == LaneLeaf::IsFull)
    return "full";
  return (leaf == LaneLeaf::First  ? "EULERC_FIRST("
          : leaf == LaneLeaf::Last ? "EULERC_LAST("
                                   : "eulerc_is_straight(") +
         index + ")";
}

} // namespace eulerc::compiler
