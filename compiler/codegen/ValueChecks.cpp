// ValueChecks: conditions on values made of params alone. The solver reports a violation before the
// run, instead of computing infinities:
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
      forEquations([&](const StepOfEquation &equation) {
        walk(equation.interior.body, &equation.interior);
        if (what == What::All)
          walk(equation.edge.body, &equation.edge);
      });
      for (const State &state : problem_.states)
        walkRules(state.boundary);
      for (const Field &field : problem_.fields)
        walkRules(field.boundary);
      // Of a value that interior and edge need, every grid has a point that needs it. A residue
      // class may have no point.
      onEdge_ = what != What::All;
      if (onEdge_)
        forEquations([&](const StepOfEquation &equation) {
          const bool differs = equation.edgeDiffers;
          const StepFunction &edge = differs ? equation.edge : equation.interior;
          walk(edge.body, &edge);
        });
      onEdge_ = false;
    }
    return std::move(checks_);
  }

private:
  /// Calls `visit` for the equations that are checked in this round.
  template <class Visit> void forEquations(Visit &&visit) const {
    for (const StepOfEquation &equation : step_.equations) {
      const bool isEvent = step_.system.arrays[equation.state].gives == Gives::Event;
      if (!isEvent || what_ != What::Inside) // a threshold may be infinite
        visit(equation);
    }
  }

  /// The parts of an expression to check. Products: products of integers that no condition may
  /// drop. Inside: values that must be finite if the whole is to be. All: everything.
  enum class What { Products, Inside, All };

  /// Calls `visit` for these parts of an expression. It descends below a node where `visit` returns
  /// true.
  template <class Visit> void forFollowed(const ExprPtr &root, Visit &&visit) {
    std::vector<ExprPtr> left = {root};
    std::unordered_set<const Expr *> seen;
    while (!left.empty()) {
      const ExprPtr node = left.back();
      left.pop_back();
      if (!seen.insert(node.get()).second || !visit(node))
        continue;
      left.insert(left.end(), node->operands.begin(), node->operands.begin() + followed(*node));
      if (node->op == Op::Select && node->integer > 0 && what_ != What::All)
        left.push_back(node->operands[2]); // a `when` replaces it
    }
  }

  /// Checks the rules of sides that a read leaves; in the last round, of all sides.
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

  /// Checks the passes of a loop, if it has any.
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

  /// The bound over Param; null: it depends on more.
  ExprPtr boundOf(const ExprPtr &bound) const {
    const auto isOther = [](const Expr &node) {
      return node.operands.empty() && node.op != Op::Stage && node.op != Op::Constant;
    };
    if (bound->op == Op::Select && !anyNode(bound->operands[0], isOther))
      return boundOf(bound->operands[1]); // without it there are no passes
    return bound->op == Op::Uniform ? step_.uniforms[bound->integer].value
           : bound->paramsOnly      ? bound
                                    : nullptr;
  }

  /// Checks an expression over the window of `function`; null: over one field alone.
  void walk(const ExprPtr &root, const StepFunction *function) {
    forFollowed(root, [&](const ExprPtr &node) {
      if (node->op == Op::Uniform || node->paramsOnly) {
        walkParams(ofParams(node));
        return false;
      }
      if (node->op == Op::Div && node->type == Type::Real)
        checkDivisor(ofParams(node->operands[1]));
      // Steps read a prepared field: its divisions and products are computed beforehand.
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

  /// Checks a global, which is computed in double, or a table.
  void walkEntry(const std::string &name) {
    const auto global = std::ranges::find_if(
        problem_.monitors, [&](const Monitor &each) { return each.isGlobal && each.name == name; });
    if (global != problem_.monitors.end()) {
      const bool before = std::exchange(inGlobal_, true);
      walk(global->value, nullptr);
      inGlobal_ = before;
    } else if (what_ != What::Inside) { // which entry is read depends on the index
      for (const ExprPtr &value : find(step_.system.data, name)->values)
        walkParams(value);
    }
  }

  /// Checks a value of params alone; null: none.
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

  /// The number of operands, counted from the first one, to descend into. Inside: operands that
  /// make the node infinite or NaN whenever they are. Sums and products do so; but conditions may
  /// drop operands, functions may bound them, and a quotient by infinity is 0. Products: operands
  /// that are always computed. All: every operand.
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

  /// Statements that compute an expression.
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

  /// Tests that a product or quotient is 0 only if an operand is.
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

  /// The value over Param of a node; null: none, or a number other than 0.
  ExprPtr ofParams(const ExprPtr &node) const {
    if (node->op == Op::Uniform)
      return step_.uniforms[node->integer].value;
    const bool isNumber = node->op == Op::Constant && node->real != 0;
    return node->paramsOnly && !isNumber ? node : nullptr;
  }

  /// The place of a value in the program, or of its first part that has one.
  static SourceRange placeOf(const ExprPtr &value) {
    SourceRange place = value->where;
    forEachNode(value, [&](const ExprPtr &node) {
      if (!place.known())
        place = node->where;
    });
    return place;
  }

  /// Adds a check. Params and divisors are causes; they come before the values that they spoil.
  void requirement(const ExprPtr &value, const std::string &message, const std::string &holds,
                   bool isCause) {
    const std::string text = passes_ + holds;
    const auto same = std::ranges::find(checks_, text, &ValueCheck::holds);
    if (same != checks_.end())
      same->needed = !onEdge_ ? same->needed : step_.system.period == 1 ? "Always" : "Classes";
    else if (!onEdge_)
      checks_.insert(isCause ? checks_.begin() + causes_++ : checks_.end(),
                     {text, message, placeOf(value), what_ != What::All ? "Inside" : "Perhaps"});
  }

  const bool isDouble_;
  bool inGlobal_ = false;
  What what_ = What::Products;
  bool onEdge_ = false; ///< known values are found that the edge needs as well
  std::set<std::tuple<const std::vector<Sides> *, std::size_t, bool>>
      left_;           ///< boundary, axis, high
  std::string passes_; ///< the begin of checks within loops: returns true if there are no passes
  std::vector<ValueCheck> checks_;
  std::ptrdiff_t causes_ = 0; ///< the number of causes, which come first in checks_
};

} // namespace

std::vector<ValueCheck> valueChecks(const ModelSource &source) { return Checks(source).run(); }

} // namespace eulerc::compiler
