#include "ir/Passes.h"

#include "ir/Functions.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace eulerc::compiler {
namespace {

constexpr std::size_t kMostArguments = 8;
constexpr std::int64_t kFirstCollected = std::int64_t(1) << 40; ///< the program has fewer locals

bool isElementary(const Expr &node) {
  return node.op == Op::Call && templateOf(node.name) && !isRandom(node.name);
}

/// Whether a node with real operands is the same operation in vectors as in a pass.
bool isArithmetic(const ExprPtr &node) {
  switch (node->op) {
  case Op::Add:
  case Op::Sub:
  case Op::Mul:
  case Op::Div:
  case Op::Negate:
    return node->type == Type::Real;
  case Op::Call:
    return isElementary(*node) || node->name == "fma" ||
           (isExactFunction(node->name) && node->operands.size() == 1);
  default:
    return false;
  }
}

/// Whether a node is the same for all points and passes of a step.
bool isSteady(const ExprPtr &node) {
  return node->op == Op::Constant || node->op == Op::Uniform || node->op == Op::Time ||
         node->op == Op::EndTime || node->op == Op::AtTime || node->op == Op::StepSize ||
         node->op == Op::Factor;
}

/// The condition under which a pass evaluates a node.
struct Path {
  enum Kind { OnCondition, Unknown, Always } kind = Always;
  ExprPtr condition;

  Path also(const ExprPtr &more) const {
    if (kind == Unknown)
      return *this;
    return {OnCondition, kind == Always ? more : makeOp(Op::And, {condition, more})};
  }
};

/// Finds the terms of a loop's passes.
class TermFinder {
public:
  explicit TermFinder(const ExprPtr &loop) {
    for (std::size_t k = 5; k < loop->operands.size(); k += 3)
      visit(loop->operands[k], {});
    std::erase_if(terms_, [this](const ExprPtr &term) {
      return paths_.at(term.get()).kind == Path::Unknown;
    });
  }

  const std::vector<ExprPtr> &terms() const { return terms_; }
  const Path &pathTo(const ExprPtr &term) const { return paths_.at(term.get()); }
  /// The inner loops that each pass runs.
  const std::vector<ExprPtr> &inner() const { return inner_; }
  /// Whether a node is arithmetic on the result of an elementary function.
  bool isTerm(const ExprPtr &node) {
    if (const auto it = isTerm_.find(node.get()); it != isTerm_.end())
      return it->second;
    bool result = isArithmetic(node) && !isOfEarlierPasses(node) && isElementary(*node);
    if (isArithmetic(node) && !result && !isOfEarlierPasses(node))
      result = std::ranges::any_of(node->operands,
                                   [this](const ExprPtr &operand) { return isTerm(operand); });
    return isTerm_[node.get()] = result;
  }

private:
  /// Whether a node depends on a loop's locals.
  bool isOfEarlierPasses(const ExprPtr &node) {
    if (const auto it = isOfEarlier_.find(node.get()); it != isOfEarlier_.end())
      return it->second;
    const bool result =
        node->op == Op::Carried || node->op == Op::Loop || node->op == Op::LoopResult ||
        std::ranges::any_of(node->operands,
                            [this](const ExprPtr &operand) { return isOfEarlierPasses(operand); });
    return isOfEarlier_[node.get()] = result;
  }

  /// Visits a node again if it is reached under other conditions: at most three times.
  void visit(const ExprPtr &node, const Path &path) {
    const auto [known, isNew] = paths_.emplace(node.get(), path);
    if (!isNew) {
      const bool isSame = path.kind == Path::OnCondition && known->second.kind == path.kind &&
                          sameValue(path.condition, known->second.condition);
      const Path::Kind kind =
          isSame ? path.kind : std::max({known->second.kind, path.kind, Path::Unknown});
      if (kind == known->second.kind)
        return;
      known->second = {kind, nullptr};
    }
    const Path way = paths_.at(node.get());
    if (isTerm(node)) {
      if (isNew)
        terms_.push_back(node);
    } else if (node->op == Op::Loop) {
      if (way.kind == Path::Always)
        inner_.push_back(node);
    } else {
      operands(node, way);
    }
  }

  void operands(const ExprPtr &node, const Path &way) {
    const bool decides = node->op == Op::Select || node->op == Op::And || node->op == Op::Or;
    for (std::size_t k = 0; k < node->operands.size(); k++)
      visit(node->operands[k], decides && k > 0 ? branch(node, k, way) : way);
  }

  Path branch(const ExprPtr &node, std::size_t operand, const Path &way) {
    const ExprPtr &condition = node->operands[0];
    if (isOfEarlierPasses(condition))
      return {Path::Unknown, nullptr};
    const bool holds = node->op == Op::And || (node->op == Op::Select && operand == 1);
    return way.also(holds ? condition : makeOp(Op::Not, {condition}));
  }

  std::vector<ExprPtr> terms_, inner_;
  std::unordered_map<const Expr *, Path> paths_;
  std::unordered_map<const Expr *, bool> isTerm_, isOfEarlier_;
};

/// Divides the terms of the innermost of nested loops into arguments and functions of them.
class Collector {
public:
  explicit Collector(TermFinder &finder) : finder_(finder) {}

  std::vector<ExprPtr> arguments; ///< in the form in which the loop computes them

  ExprPtr overArguments(const ExprPtr &node, const Path &path) {
    if (isSteady(node))
      return node;
    ExprPtr &known = known_[{node.get(), path.condition.get()}];
    if (known)
      return known;
    if (!finder_.isTerm(node))
      return known = makeWindow(numberOf(node, path));
    std::vector<ExprPtr> operands;
    for (const ExprPtr &operand : node->operands)
      operands.push_back(overArguments(operand, path));
    return known_[{node.get(), path.condition.get()}] = withOperands(node, operands);
  }

private:
  std::int64_t numberOf(const ExprPtr &value, const Path &path) {
    const ExprPtr argument = path.kind == Path::Always
                                 ? value
                                 : makeOp(Op::Select, {path.condition, value, makeReal(0)});
    const auto it = std::ranges::find_if(
        arguments, [&](const ExprPtr &other) { return sameValue(other, argument); });
    if (it != arguments.end())
      return it - arguments.begin();
    arguments.push_back(argument);
    return static_cast<std::int64_t>(arguments.size()) - 1;
  }

  TermFinder &finder_;
  std::map<std::pair<const Expr *, const Expr *>, ExprPtr> known_; ///< by node and condition
};

/// The loop with other values of its locals after a pass.
ExprPtr withPasses(const ExprPtr &loop, const std::function<ExprPtr(const ExprPtr &)> &replaced) {
  std::vector<ExprPtr> operands = loop->operands;
  for (std::size_t k = 5; k < operands.size(); k += 3)
    operands[k] = replaced(operands[k]);
  return makeLoop(operands, loop->where);
}

/// A loop over the same range that carries other values.
ExprPtr overRangeOf(const ExprPtr &loop, const std::vector<ExprPtr> &values, std::int64_t first) {
  std::vector<ExprPtr> operands(loop->operands.begin(), loop->operands.begin() + 3);
  for (const ExprPtr &value : values) {
    operands.push_back(makeCarried(first++, Type::Real, "argument"));
    operands.push_back(makeReal(0));
    operands.push_back(value);
  }
  return makeLoop(operands, loop->where);
}

} // namespace

std::optional<CollectedPasses> collectPasses(const ExprPtr &loop) {
  TermFinder finder(loop);
  CollectedPasses result;
  if (finder.terms().empty()) { // an inner loop may have terms
    for (const ExprPtr &inner : finder.inner())
      if (auto found = collectPasses(inner)) {
        const std::int64_t number = found->collect->operands[3]->integer + kMostArguments;
        found->collect = overRangeOf(loop, {makeLoopResult(found->collect, 0, Type::Real)}, number);
        TopDown replace([&](const ExprPtr &node) { return node == inner ? found->rest : nullptr; });
        found->rest = withPasses(loop, std::ref(replace));
        return found;
      }
    return std::nullopt;
  }
  Collector collector(finder);
  for (const ExprPtr &term : finder.terms())
    result.terms.push_back(collector.overArguments(term, finder.pathTo(term)));
  if (collector.arguments.size() > kMostArguments || result.terms.size() > kMostArguments)
    return std::nullopt;
  if (collector.arguments.empty()) // as in sin(t): the loop that collects needs a value
    collector.arguments.push_back(makeReal(0));
  result.arguments = static_cast<std::int64_t>(collector.arguments.size());
  result.collected = kFirstCollected;
  result.collect = overRangeOf(loop, collector.arguments, result.collected);
  TopDown replace([&](const ExprPtr &node) -> ExprPtr {
    const auto it = std::ranges::find(finder.terms(), node);
    return it == finder.terms().end() ? nullptr
                                      : makeSource(it - finder.terms().begin(), loop->operands[0]);
  });
  result.rest = withPasses(loop, std::ref(replace));
  result.counted = loop->operands[3]->integer;
  return result;
}

} // namespace eulerc::compiler
