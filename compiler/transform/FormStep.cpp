#include "transform/FormStep.h"

#include "transform/HoistTime.h"
#include "transform/PrepareFields.h"
#include "transform/ShareLoops.h"

#include <algorithm>
#include <unordered_map>

namespace eulerc::compiler {
namespace {

class StepFormer {
public:
  StepFormer(const System &system, const Arithmetic &arithmetic) : arithmetic_(arithmetic) {
    step_.system = system;
    step_.contracts = arithmetic.contracts;
    step_.isFast = arithmetic.isFast;
  }

  Step run() {
    const SharedLoops shared = shareLoops(step_.system);
    for (const ExprPtr &loop : shared.loops)
      step_.loops.push_back(form(loop));
    for (const Equation &equation : shared.equations)
      step_.equations.push_back(form(equation));
    std::vector<StepFunction *> functions;
    for (SharedLoop &loop : step_.loops)
      functions.push_back(&loop.function);
    for (StepOfEquation &equation : step_.equations) {
      functions.push_back(&equation.interior);
      functions.push_back(&equation.edge);
    }
    step_.prepared = prepareFields(step_.system, functions);
    for (StepFunction *function : functions)
      function->body = hoist_(function->body);
    hoistTime(step_, functions);
    shareFunctions();

    for (const Data &data : step_.system.data)
      step_.sizes.push_back(sizeOf(data));
    for (const Series &series : step_.system.series)
      step_.seriesLines.push_back(lineOf(series));
    for (const GridArray &array : step_.system.arrays) {
      step_.ghosts.emplace_back();
      for (const Sides &sides : array.boundary)
        step_.ghosts.back().push_back({ghost(sides.low), ghost(sides.high)});
    }
    for (const StepOfEquation &equation : step_.equations) {
      const std::size_t inside = operationsIn(equation.interior.body);
      step_.operationsInside += inside;
      step_.operations += inside + (equation.edgeDiffers ? operationsIn(equation.edge.body) : 0);
    }
    return std::move(step_);
  }

private:
  SharedLoop form(const ExprPtr &loop) {
    SharedLoop formed;
    if (!step_.loops.empty())
      formed.first = step_.loops.back().first + step_.loops.back().results();
    formed.function.role = Role::Loop;
    formed.function.of = std::to_string(step_.loops.size());
    Window window{formed.function, {}};
    formed.function.body = overWindow(loop, window);
    return formed;
  }

  /// The step functions of an equation; they are still over Param, not Uniform.
  StepOfEquation form(const Equation &equation) {
    StepOfEquation formed;
    formed.state = equation.state;
    formed.residue = equation.residue;
    formed.source = equation.source;
    formed.interior = function(Role::Interior, equation, equation.interior);
    formed.edgeDiffers = !sameValue(equation.interior, equation.edge);
    formed.edge =
        formed.edgeDiffers ? function(Role::Edge, equation, equation.edge) : formed.interior;
    return formed;
  }

  /// Functions that do not differ between classes get the name of the first class.
  void shareFunctions() {
    std::unordered_multimap<std::size_t, const StepFunction *> known; // by their hashes
    const auto isSameRead = [](const WindowEntry &a, const WindowEntry &b) {
      return a.array == b.array && std::ranges::equal(a.offset, b.offset, ExprSame());
    };
    const auto share = [&](StepFunction &function) {
      const auto [begin, end] = known.equal_range(function.body->hash);
      const auto first = std::find_if(begin, end, [&](const auto &each) {
        const StepFunction &other = *each.second;
        return other.role == function.role &&
               std::ranges::equal(other.window, function.window, isSameRead) &&
               sameValue(other.body, function.body);
      });
      if (first == end)
        known.emplace(function.body->hash, &function);
      else
        function.of = first->second->of;
    };
    for (StepOfEquation &equation : step_.equations) {
      if (step_.system.arrays[equation.state].gives == Gives::Event)
        continue; // has a further function (FunctionText.h)
      share(equation.interior);
      share(equation.edge);
    }
  }

  /// The number of entries of data.
  ExprPtr sizeOf(const Data &data) {
    ExprPtr size = data.extents.front();
    for (std::size_t axis = 1; axis < data.extents.size(); axis++)
      size = makeOp(Op::Mul, {size, data.extents[axis]});
    return hoist_(size);
  }

  /// K[a][b] → K[a * B + b].
  ExprPtr flattened(const ExprPtr &entry) const {
    const Data &data = *find(step_.system.data, entry->name);
    ExprPtr at = entry->operands.front();
    for (std::size_t axis = 1; axis < data.extents.size(); axis++)
      at = makeOp(Op::Add, {makeOp(Op::Mul, {at, data.extents[axis]}), entry->operands[axis]});
    return makeEntry(entry->name, entry->type, {at}, entry->where);
  }

  /// The first time of a series and the time between two values; null if each value has a time.
  std::pair<ExprPtr, ExprPtr> lineOf(const Series &series) {
    if (!series.step)
      return {};
    return {hoist_(series.from), hoist_(series.step)};
  }

  std::optional<std::size_t> ghost(const Rule &rule) {
    if (rule.hasImage() || !rule.value)
      return std::nullopt;
    return uniform(inArithmetic(rule.value, {}));
  }

  StepFunction function(Role role, const Equation &equation, const ExprPtr &value) {
    StepFunction result;
    result.role = role;
    result.of = std::to_string(equation.state) + "_" + std::to_string(equation.residue);
    Window window{result, {}};
    const std::vector<Affine> own(step_.system.extents.size());
    windowEntry(window, equation.state, own, nullptr);
    result.body = overWindow(value, window);
    return result;
  }

  /// The window of a function, while it is made.
  struct Window {
    StepFunction &function;
    std::vector<std::vector<Affine>> offsets; ///< of the window's entries
  };

  /// An expression in the arithmetic of steps, with entries of the window for its near reads.
  ExprPtr overWindow(const ExprPtr &expr, Window &window) {
    return rewrite(expr, [&](const ExprPtr &node) -> ExprPtr {
      if (node->op != Op::Read)
        return asOperation(node, window.function);
      const auto offset = nearOffset(node);
      if (!offset)
        return nullptr;
      const auto array = std::ranges::find(step_.system.arrays, node->name, &GridArray::name) -
                         step_.system.arrays.begin();
      return makeWindow(windowEntry(window, array, *offset, node), node->where);
    });
  }

  /// A value of params in the arithmetic of ddt.
  ExprPtr inArithmetic(const ExprPtr &value, const StepFunction &function) const {
    return rewrite(value, [&](const ExprPtr &node) { return asOperation(node, function); });
  }

  /// A node in the language's arithmetic; null: unchanged.
  ExprPtr asOperation(const ExprPtr &node, const StepFunction &function) const {
    if (step_.contracts && isContracted(node))
      return fused(node);
    if (node->op == Op::Div && node->integer > 0 && arithmetic_.reciprocals)
      return byReciprocal(node);
    if (node->op == Op::Div && arithmetic_.isFast && readsState(node->operands[1], function))
      return byRoot(node);
    if (node->op == Op::Call && node->integer != 0)
      return named(power(node->operands[0], node->integer, node->where), node);
    if (node->op == Op::Entry && node->operands.size() > 1)
      return flattened(node);
    return nullptr;
  }

  static bool isContracted(const ExprPtr &node) {
    return (node->op == Op::Add || node->op == Op::Sub) && node->integer > 0;
  }

  /// a * b + c → fma(a, b, c);  a * b - c → fma(a, b, -c);  c - a * b → fma(-a, b, c).
  static ExprPtr fused(const ExprPtr &sum) {
    const bool first = sum->integer == 1, minus = sum->op == Op::Sub;
    const std::vector<ExprPtr> &factors = sum->operands[first ? 0 : 1]->operands;
    const ExprPtr &rest = sum->operands[first ? 1 : 0];
    const ExprPtr value = makeCall("fma",
                                   {minus && !first ? negated(factors[0]) : factors[0], factors[1],
                                    minus && first ? negated(rest) : rest},
                                   sum->where);
    return named(value, sum);
  }
  static ExprPtr named(const ExprPtr &value, const ExprPtr &as) {
    return as->localName.empty() ? value : withLocalName(value, as->localName);
  }

  /// x / c → x * (1 / c); the second factor becomes a uniform.
  static ExprPtr byReciprocal(const ExprPtr &quotient) {
    const ExprPtr &divisor = quotient->operands[1];
    const ExprPtr reciprocal = makeOp(Op::Div, {makeReal(1), divisor}, quotient->where);
    return named(makeOp(Op::Mul, {quotient->operands[0], reciprocal}, quotient->where), quotient);
  }

  /// Whether a value is not computed beforehand from params and fields.
  bool readsState(const ExprPtr &value, const StepFunction &function) const {
    return anyNode(value, [&](const Expr &node) {
      return node.op == Op::Read || (node.op == Op::Window &&
                                     function.window[static_cast<std::size_t>(node.integer)].array <
                                         step_.system.stateCount);
    });
  }

  /// a / sqrt(x) → a r, and a / pow(x, 1.5) → a (r r r), with r = rsqrt(x); null: another divisor.
  static ExprPtr byRoot(const ExprPtr &quotient) {
    const auto isCall = [](const ExprPtr &node, const char *name) {
      return node->op == Op::Call && node->name == name;
    };
    const auto rootIn = [&](const ExprPtr &node) {
      return isCall(node, "fabs") && isCall(node->operands[0], "sqrt") ? node->operands[0] : node;
    };
    const ExprPtr &divisor = quotient->operands[1];
    const bool isProduct = divisor->op == Op::Mul;
    const ExprPtr root = rootIn(isProduct ? divisor->operands[1] : divisor);
    if (!isCall(root, "sqrt") || (isProduct && !sameValue(root->operands[0], divisor->operands[0])))
      return nullptr;
    const ExprPtr r = makeCall("rsqrt", {root->operands[0]}, root->where);
    const auto product = [&](const ExprPtr &a, const ExprPtr &b) {
      return makeOp(Op::Mul, {a, b}, quotient->where);
    };
    return named(product(quotient->operands[0], isProduct ? product(product(r, r), r) : r),
                 quotient);
  }

  /// x to the power `doubled` / 2: x^7 = ((x x) x) ((x x) x) x; x^0.5 is the root, and never -0; a
  /// negative power is 1 divided by the positive one.
  static ExprPtr power(const ExprPtr &x, std::int64_t doubled, const SourceRange &where) {
    if (doubled < 0)
      return makeOp(Op::Div, {makeReal(1), power(x, -doubled, where)}, where);
    if (doubled == 2)
      return x;
    if (doubled % 2 == 1) {
      const ExprPtr root = makeCall("sqrt", {x}, where);
      return doubled == 1 ? makeCall("fabs", {root}, where) // a root of -0 is -0
                          : makeOp(Op::Mul, {power(x, doubled - 1, where), root}, where);
    }
    const ExprPtr part = power(x, doubled / 4 * 2, where);
    const ExprPtr square = makeOp(Op::Mul, {part, part}, where);
    return doubled % 4 == 0 ? square : makeOp(Op::Mul, {square, x}, where);
  }

  static ExprPtr negated(const ExprPtr &value) {
    return value->op == Op::Constant ? makeReal(-value->real, value->where)
                                     : makeOp(Op::Negate, {value}, value->where);
  }

  /// The distance of a read from the point, if it is the same for all points.
  std::optional<std::vector<Affine>> nearOffset(const ExprPtr &read) const {
    std::vector<Affine> offset;
    for (std::size_t axis = 0; axis < read->operands.size(); axis++) {
      offset.push_back(distanceAlong(axis, *toAffine(read->operands[axis])));
      if (!offset.back().usesNoIndex())
        return std::nullopt;
    }
    return offset;
  }

  /// The number of the window's entry for `array` at `offset`; a new entry records its first read.
  std::int64_t windowEntry(Window &window, std::size_t array, const std::vector<Affine> &offset,
                           const ExprPtr &node) {
    auto &[function, known] = window;
    const ExprPtr read = node && node->where.known() ? node : nullptr; // null: a read of the method
    for (std::size_t k = 0; k < known.size(); k++)
      if (function.window[k].array == array &&
          std::equal(offset.begin(), offset.end(), known[k].begin(),
                     [](const Affine &a, const Affine &b) { return sameValue(a, b); })) {
        if (!function.window[k].read)
          function.window[k].read = read;
        return static_cast<std::int64_t>(k);
      }
    WindowEntry entry{array, {}, step_.system.arrays[array].identifier, read};
    bool isOwn = true, isConstant = true;
    std::string place;
    for (const Affine &along : offset) {
      isConstant = isConstant && along.terms.empty();
      isOwn = isOwn && along.isConstant() && along.constant == 0;
      place += along.constant < 0   ? "_m" + std::to_string(-along.constant)
               : along.constant > 0 ? "_p" + std::to_string(along.constant)
                                    : "_0";
      entry.offset.push_back(hoist_(toExpr(along, step_.system.indexNames)));
    }
    entry.name += isOwn ? "_own" : isConstant ? place : "_near" + std::to_string(known.size());
    known.push_back(offset);
    function.window.push_back(std::move(entry));
    return static_cast<std::int64_t>(known.size()) - 1;
  }

  /// Replaces the largest subexpressions of params alone by uniforms.
  ExprPtr hoisted(const ExprPtr &expr) {
    if (expr->op == Op::Constant)
      return expr;
    if (expr->type == Type::Bool || !expr->paramsOnly)
      return nullptr;
    return makeUniform(static_cast<std::int64_t>(uniform(expr)), expr->type);
  }

  std::size_t uniform(const ExprPtr &value) {
    for (std::size_t k = 0; k < step_.uniforms.size(); k++)
      if (sameValue(step_.uniforms[k].value, value))
        return k;
    const std::string name =
        value->op == Op::Param ? "p_" + value->name : "c_" + std::to_string(step_.uniforms.size());
    step_.uniforms.push_back({name, value});
    return step_.uniforms.size() - 1;
  }

  const Arithmetic arithmetic_;
  Step step_;
  TopDown hoist_{[this](const ExprPtr &expr) { return hoisted(expr); }};
};

} // namespace

Step formStep(const System &system, const Arithmetic &arithmetic) {
  return StepFormer(system, arithmetic).run();
}

} // namespace eulerc::compiler
