#include "transform/PrepareFields.h"

#include <unordered_map>
#include <unordered_set>

namespace eulerc::compiler {
namespace {

/// What the values in a function depend on.
class Ingredients {
public:
  /// Special results: `params` for params alone; `others` for more than one field and params. Other
  /// results are the number of the window entry, a field at one place, on which the value depends.
  static constexpr std::int64_t params = -1, others = -2;

  Ingredients(const System &system, const StepFunction &function)
      : system_(system), function_(function) {}

  std::int64_t of(const ExprPtr &node) {
    if (node->paramsOnly)
      return params;
    if (node->op == Op::Window)
      return isField(node->integer) ? node->integer : others;
    if (isLeaf(*node) || node->op > Op::Call)
      return others;
    if (const auto known = known_.find(node.get()); known != known_.end())
      return known->second;
    std::int64_t result = params;
    for (const ExprPtr &operand : node->operands)
      result = both(result, of(operand));
    known_.emplace(node.get(), result);
    return result;
  }

  std::size_t field(std::int64_t entry) const {
    return function_.window[static_cast<std::size_t>(entry)].array;
  }

private:
  static std::int64_t both(std::int64_t a, std::int64_t b) {
    if (a == params || a == b)
      return b;
    return b == params ? a : others;
  }
  bool isField(std::int64_t entry) const { return system_.arrays[field(entry)].isField; }

  const System &system_;
  const StepFunction &function_;
  std::unordered_map<const Expr *, std::int64_t> known_;
};

/// Finds the expressions in which fields are used.
class Uses {
public:
  explicit Uses(const System &system) : system_(system), uses_(system.arrays.size()) {}

  void collect(const StepFunction &function) {
    Ingredients ingredients(system_, function);
    std::unordered_set<const Expr *> visited;
    collect(function.body, ingredients, visited);
  }

  std::vector<ExprPtr> prepared() const {
    std::vector<ExprPtr> result;
    for (const Use &use : uses_)
      result.push_back(use.differs ? nullptr : use.expression);
    return result;
  }

private:
  /// The use of an array.
  struct Use {
    ExprPtr expression; ///< over Window 0 (the array's value) and Param; null: none yet
    bool differs = false;
  };

  void collect(const ExprPtr &node, Ingredients &ingredients,
               std::unordered_set<const Expr *> &visited) {
    if (!visited.insert(node.get()).second)
      return;
    if (node->op == Op::Read)
      for (std::size_t array = 0; array < uses_.size(); array++)
        if (system_.arrays[array].name == node->name)
          uses_[array].differs = true;
    if (const std::int64_t entry = ingredients.of(node); entry >= 0)
      return add(uses_[ingredients.field(entry)], node);
    for (const ExprPtr &operand : node->operands)
      collect(operand, ingredients, visited);
  }

  static void add(Use &use, const ExprPtr &node) {
    const ExprPtr expression = rewrite(node, [](const ExprPtr &part) -> ExprPtr {
      return part->op == Op::Window ? makeWindow(0, part->where) : nullptr;
    });
    const bool isPlain = node->op == Op::Window || node->type != Type::Real;
    const bool isNew = use.expression && !sameValue(use.expression, expression);
    use.differs = use.differs || isPlain || isNew;
    use.expression = expression;
  }

  const System &system_;
  std::vector<Use> uses_; ///< of each array
};

/// The body with reads of prepared values.
ExprPtr reading(const std::vector<ExprPtr> &prepared, const System &system,
                const StepFunction &function) {
  Ingredients ingredients(system, function);
  return TopDown([&](const ExprPtr &node) -> ExprPtr {
    const std::int64_t entry = ingredients.of(node);
    if (entry < 0)
      return nullptr;
    return prepared[ingredients.field(entry)] ? makeWindow(entry, node->where) : node;
  })(function.body);
}

} // namespace

std::vector<ExprPtr> prepareFields(const System &system,
                                   const std::vector<StepFunction *> &functions) {
  Uses uses(system);
  for (const StepFunction *function : functions)
    uses.collect(*function);
  const std::vector<ExprPtr> prepared = uses.prepared();
  for (StepFunction *function : functions)
    function->body = reading(prepared, system, *function);
  return prepared;
}

} // namespace eulerc::compiler
