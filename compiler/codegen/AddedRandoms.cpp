#include "AddedRandoms.h"

#include "ir/Functions.h"

#include <map>
#include <unordered_map>

namespace eulerc::compiler {
namespace {

bool isRandomCall(const Expr &node) { return node.op == Op::Call && isRandom(node.name); }

/// The origins of a value. Whole numbers and conditions have no slopes, so the state is not counted
/// as their origin.
struct Origins {
  bool random = false, state = false;

  bool operator==(const Origins &) const = default;
};

Origins together(const Origins &a, const Origins &b) {
  return {a.random || b.random, a.state || b.state};
}

class RandomFinder {
public:
  explicit RandomFinder(const Problem &problem) : problem_(problem) {}

  /// The origins of quantities and of locals of loops only grow, so the loop ends with all of them
  /// known.
  bool areOnlyAdded() {
    do {
      grew_ = false;
      for (const State &state : problem_.states)
        visit(state);
    } while (grew_ && areOnlyAdded_);
    return areOnlyAdded_;
  }

private:
  void visit(const State &state) {
    known_.clear();
    forEachNode(state.derivative, [&](const ExprPtr &node) {
      Origins found = originsOf(*node);
      if (node->type != Type::Real)
        found.state = false;
      known_[node.get()] = found;
    });
    if (state.gives == Gives::Let)
      grow(quantities_[state.name], known_.at(state.derivative.get()));
  }

  Origins originsOf(const Expr &node) {
    Origins all;
    for (const ExprPtr &operand : node.operands)
      all = together(all, at(operand));
    switch (node.op) {
    case Op::Read:
      return read(node, all);
    case Op::Carried:
      return locals_[node.integer];
    case Op::Loop:
      return loop(node);
    case Op::LoopResult: {
      const Expr &of = *node.operands[0];
      return locals_[of.operands[static_cast<std::size_t>(3 + 3 * node.integer)]->integer];
    }
    case Op::Add:
    case Op::Sub:
    case Op::Negate:
      return all;
    case Op::Mul:
      require(!meet(at(node.operands[0]), at(node.operands[1])));
      return all;
    case Op::Select:
      return select(node);
    default:
      if (isRandomCall(node))
        return {true, false};
      require(node.type != Type::Real || !(all.random && all.state));
      return all;
    }
  }

  /// `index`: the origins of the operands.
  Origins read(const Expr &node, const Origins &index) {
    const auto state = std::ranges::find(problem_.states, node.name, &State::name);
    if (state == problem_.states.end())
      return {index.random, false};
    require(!index.random);
    return {state->gives == Gives::Let && quantities_[node.name].random, true};
  }

  Origins loop(const Expr &node) {
    require(!at(node.operands[1]).random && !at(node.operands[2]).random);
    for (std::size_t k = 3; k < node.operands.size(); k += 3)
      grow(locals_[node.operands[k]->integer],
           together(at(node.operands[k + 1]), at(node.operands[k + 2])));
    return {};
  }

  Origins select(const Expr &node) {
    const Origins condition = at(node.operands[0]);
    const Origins values = together(at(node.operands[1]), at(node.operands[2]));
    require(!(condition.random && values.state));
    return {condition.random || values.random, values.state};
  }

  static bool meet(const Origins &a, const Origins &b) {
    return (a.random && b.state) || (b.random && a.state);
  }

  void grow(Origins &known, const Origins &found) {
    const Origins both = together(known, found);
    grew_ = grew_ || both != known;
    known = both;
  }

  void require(bool isFulfilled) { areOnlyAdded_ = areOnlyAdded_ && isFulfilled; }

  Origins at(const ExprPtr &node) const { return known_.at(node.get()); }

  const Problem &problem_;
  std::unordered_map<const Expr *, Origins> known_; ///< of the nodes of one expression
  std::map<std::string, Origins> quantities_;
  std::map<std::int64_t, Origins> locals_;
  bool areOnlyAdded_ = true, grew_ = false;
};

} // namespace

bool areRandomsOnlyAdded(const Problem &problem) {
  const bool drawsRandoms = std::ranges::any_of(problem.states, [](const State &state) {
    return state.derivative && anyNode(state.derivative, isRandomCall);
  });
  return !drawsRandoms || RandomFinder(problem).areOnlyAdded();
}

} // namespace eulerc::compiler
