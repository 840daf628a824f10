// ValueChecks: what must hold of values made of params alone, so that a solver says it before a run
// instead of running into infinities:
//
//   y[i] / (h * h)   →   "the divisor 'h * h' must not be 0" at string.ode:9:20
//   K * K * y[i]     →   "'K * K' must be finite in float" at string.ode:9:10
#include "ModelPrinters.h"

#include "ir/StageChoices.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <unordered_set>
#include <utility>

namespace eulerc::compiler {
namespace {

class Checks : ModelPrinter {
public:
  explicit Checks(const ModelSource &source)
      : ModelPrinter(source), isDouble_(source.options.isDouble) {}

  std::vector<ValueCheck> run() {
    for (const What what : {What::Products, What::Inside, What::All}) {
      what_ = what;
      left_.clear();
      for (const SharedLoop &loop : step_.loops)
        walk(loop.function.body, &loop.function);
      for (const StepOfEquation &equation : step_.equations) {
        const bool isEvent = step_.system.arrays[equation.state].gives == Gives::Event;
        if (isEvent && what == What::Inside) // a threshold may be infinite
          continue;
        walk(equation.interior.body, &equation.interior);
        if (what == What::All)
          walk(equation.edge.body, &equation.edge);
      }
      for (const State &state : problem_.states)
        walkRules(state.boundary);
      for (const Field &field : problem_.fields)
        walkRules(field.boundary);
    }
    return std::move(checks_);
  }

private:
  /// What of an expression is looked at: products of integers that no condition may drop, what must
  /// be finite if the whole is to be, or all of it.
  enum class What { Products, Inside, All };

  /// Calls `visit` for that part of an expression. It goes on below a node where `visit` says so.
  template <class Visit> void forFollowed(const ExprPtr &root, Visit &&visit) {
    std::vector<ExprPtr> left = {root};
    std::unordered_set<const Expr *> seen;
    while (!left.empty()) {
      const ExprPtr node = left.back();
      left.pop_back();
      if (seen.insert(node.get()).second && visit(node))
        left.insert(left.end(), node->operands.begin(), node->operands.begin() + followed(*node));
    }
  }

  /// Rules of sides that a read leaves, and of all sides at last.
  void walkRules(const std::vector<Sides> &boundary) {
    for (std::size_t axis = 0; axis < boundary.size(); axis++)
      for (const bool isHigh : {false, true}) {
        if (what_ != What::All && !left_.contains({&boundary, axis, isHigh}))
          continue;
        const Rule &rule = isHigh ? boundary[axis].high : boundary[axis].low;
        for (const ExprPtr &part : {rule.value, rule.factor, rule.slope})
          if (part)
            walk(part, nullptr);
      }
  }

  void noteRead(const WindowEntry &entry) {
    const GridArray &array = step_.system.arrays[entry.array];
    const auto field = std::ranges::find(problem_.fields, array.name, &Field::name);
    if (array.isField && field == problem_.fields.end())
      return;
    const auto &boundary = array.isField ? field->boundary : problem_.states[array.of].boundary;
    for (std::size_t axis = 0; axis < entry.offset.size(); axis++) {
      const Expr &offset = *entry.offset[axis];
      for (const bool isHigh : {false, true})
        if (offset.op != Op::Constant || (isHigh ? offset.integer > 0 : offset.integer < 0))
          left_.emplace(&boundary, axis, isHigh);
    }
  }

  /// What a loop computes in each pass, if it has one.
  void walkPasses(const Expr &loop, const StepFunction *function) {
    const ExprPtr first = boundOf(loop.operands[1]), end = boundOf(loop.operands[2]);
    if (what_ == What::Inside || (what_ == What::Products && !(first && end)))
      return;
    const std::string before = passes_;
    if (first && end)
      passes_ += "  {\n" + valueOf(first, "first") + valueOf(end, "end") +
                 "  if (first >= end)\n    return true;\n  }\n";
    for (std::size_t k = 3; k < loop.operands.size(); k++)
      walk(loop.operands[k], function);
    passes_ = before;
  }

  /// Over Param; null: it depends on more.
  ExprPtr boundOf(const ExprPtr &bound) const {
    const auto isOther = [](const Expr &node) {
      return node.operands.empty() && node.op != Op::Stage && node.op != Op::Constant;
    };
    if (bound->op == Op::Select && !anyNode(bound->operands[0], isOther))
      return boundOf(bound->operands[1]); // else there are no passes
    return bound->op == Op::Uniform ? step_.uniforms[bound->integer].value
           : bound->paramsOnly      ? bound
                                    : nullptr;
  }

  /// An expression that reads the window of `function`, or, in place of that, one field alone.
  void walk(const ExprPtr &root, const StepFunction *function) {
    forFollowed(root, [&](const ExprPtr &node) {
      if (node->op == Op::Uniform || node->paramsOnly) {
        walkParams(ofParams(node));
        return false;
      }
      if (node->op == Op::Div && node->type == Type::Real)
        checkDivisor(ofParams(node->operands[1]));
      // What steps read in place of a field's values is divided and multiplied beforehand.
      if (node->op == Op::Window && function != nullptr) {
        noteRead(function->window[node->integer]);
        if (const ExprPtr &prepared = step_.prepared[function->window[node->integer].array])
          walk(prepared, nullptr);
      }
      if (node->op == Op::Loop)
        walkPasses(*node, function);
      if (node->op == Op::AtTime)
        walk(step_.atTime[static_cast<std::size_t>(node->integer)], function);
      if (node->op == Op::Entry)
        walkEntry(node->name);
      return true;
    });
  }

  /// A global, which is computed in double, or a table.
  void walkEntry(const std::string &name) {
    const auto global = std::ranges::find_if(
        problem_.monitors, [&](const Monitor &each) { return each.isGlobal && each.name == name; });
    if (global != problem_.monitors.end()) {
      const bool before = std::exchange(inGlobal_, true);
      walk(global->value, nullptr);
      inGlobal_ = before;
    } else if (what_ != What::Inside) { // which entry is read depends on its index
      for (const ExprPtr &value : find(step_.system.data, name)->values)
        walkParams(value);
    }
  }

  /// A value of params alone; null: there is none.
  void walkParams(const ExprPtr &value) {
    if (!value)
      return;
    forFollowed(value, [&](const ExprPtr &node) {
      if (node->op == Op::Div && node->type == Type::Real)
        checkDivisor(ofParams(node->operands[1]));
      if (node->op == Op::Param)
        checkFinite(node);
      checkFits(node);
      return true;
    });
    checkFinite(value);
  }

  /// How many of its operands, from the first one on, are always computed; or make the node
  /// infinite or no number whenever they are: sums and products of such values are such values, but
  /// a condition may drop them, a function bound them, and what is divided by infinity is 0. Else
  /// all that it is made of.
  std::ptrdiff_t followed(const Expr &node) const {
    const auto all = static_cast<std::ptrdiff_t>(node.operands.size());
    if (node.op == Op::Loop) // walkPasses() has the rest
      return what_ == What::Inside ? 0 : 3;
    if (what_ == What::All || stageChoice(node))
      return all;
    if (what_ == What::Products)
      return node.op == Op::Select || node.op == Op::And || node.op == Op::Or ? 1 : all;
    switch (node.op) {
    case Op::Add:
    case Op::Sub:
    case Op::Mul:
    case Op::Negate:
    case Op::ToReal:
      return all;
    case Op::Div:
      return 1;
    case Op::Call:
      return node.name == "fma" ? all : 0;
    default:
      return 0;
    }
  }

  bool inDouble() const { return isDouble_ || inGlobal_; }
  std::string precision() const { return inDouble() ? "double" : "float"; }

  /// Statements that compute it.
  std::string valueOf(const ExprPtr &expr, const std::string &name = "value") const {
    const char *real = inGlobal_ ? "double " : "real ";
    return std::string("  ") + (expr->type == Type::Int ? "long " : real) + name + ";\n" +
           (inGlobal_ ? values_.storeInDouble(name, expr)
                      : values_.storeInReal(name, expr, isDouble_));
  }

  void checkFits(const ExprPtr &value) {
    if (value->op == Op::Mul && value->type == Type::Int)
      requirement(value, "'" + printShort(value) + "' must fit 64 bits",
                  valueOf(value->operands[0], "a") + valueOf(value->operands[1], "b") +
                      "  long value;\n  return !__builtin_mul_overflow(a, b, &value);\n",
                  true);
  }

  void checkDivisor(const ExprPtr &divisor) {
    if (!divisor || what_ == What::Products)
      return;
    const std::string name = printShort(divisor);
    if (!inDouble() && (divisor->op == Op::Mul || divisor->op == Op::Div))
      requirement(divisor,
                  "the divisor '" + name +
                      "' is 0 in float; 'eulerc --real=double' has smaller numbers",
                  isNotTooSmall(divisor), true);
    requirement(divisor, "the divisor '" + name + "' must not be 0",
                valueOf(divisor) + "  return value != 0;\n", true);
  }

  /// A product or quotient is 0 only if what it is made of is.
  std::string isNotTooSmall(const ExprPtr &divisor) const {
    std::string text = "  bool isZero = false;\n";
    for (std::size_t k = 0; k < (divisor->op == Op::Mul ? 2U : 1U); k++)
      text += "  {\n" + valueOf(divisor->operands[k]) + "  isZero = isZero || value == 0;\n  }\n";
    return text + valueOf(divisor) + "  return isZero || value != 0;\n";
  }

  void checkFinite(const ExprPtr &value) {
    if (what_ != What::Products && value->type == Type::Real && value->op != Op::Constant)
      requirement(value, "'" + printShort(value) + "' must be finite in " + precision(),
                  valueOf(value) + "  return __builtin_isfinite(value);\n", value->op == Op::Param);
  }

  /// The value over Param that a node stands for; null: none, or a plain number but 0.
  ExprPtr ofParams(const ExprPtr &node) const {
    if (node->op == Op::Uniform)
      return step_.uniforms[node->integer].value;
    const bool isNumber = node->op == Op::Constant && node->real != 0;
    return node->paramsOnly && !isNumber ? node : nullptr;
  }

  /// Where a value was written, or the first part of it that was.
  static SourceRange placeOf(const ExprPtr &value) {
    SourceRange place = value->where;
    forEachNode(value, [&](const ExprPtr &node) {
      if (!place.known())
        place = node->where;
    });
    return place;
  }

  /// Params and divisors, which are causes, come before the values that they spoil.
  void requirement(const ExprPtr &value, const std::string &message, const std::string &holds,
                   bool isCause) {
    const std::string text = passes_ + holds;
    const auto isSame = [&](const ValueCheck &other) { return other.holds == text; };
    if (std::ranges::none_of(checks_, isSame))
      checks_.insert(isCause ? checks_.begin() + causes_++ : checks_.end(),
                     {text, message, placeOf(value), what_ != What::All});
  }

  const bool isDouble_;
  bool inGlobal_ = false;
  What what_ = What::Products;
  std::set<std::tuple<const std::vector<Sides> *, std::size_t, bool>>
      left_;           ///< boundary, axis, high
  std::string passes_; ///< the beginning of checks within loops: true where these have no passes
  std::vector<ValueCheck> checks_;
  std::ptrdiff_t causes_ = 0; ///< of checks_, the first ones
};

} // namespace

std::vector<ValueCheck> valueChecks(const ModelSource &source) { return Checks(source).run(); }

} // namespace eulerc::compiler
