#include "ir/Evaluate.h"

#include <cmath>
#include <unordered_map>

namespace eulerc::compiler {
namespace {

/// Integer arithmetic that wraps around instead of overflowing. Later checks find absurd defaults.
std::int64_t wrap(Op op, std::int64_t a, std::int64_t b) {
  const auto x = static_cast<std::uint64_t>(a), y = static_cast<std::uint64_t>(b);
  switch (op) {
  case Op::Add:
    return static_cast<std::int64_t>(x + y);
  case Op::Sub:
    return static_cast<std::int64_t>(x - y);
  case Op::Mul:
    return static_cast<std::int64_t>(x * y);
  case Op::Div:
    return b == 0 ? 0 : b == -1 ? static_cast<std::int64_t>(0 - x) : a / b;
  default:
    return b == 0 || b == -1 ? 0 : a % b;
  }
}

double arithmetic(Op op, double a, double b) {
  switch (op) {
  case Op::Add:
    return a + b;
  case Op::Sub:
    return a - b;
  case Op::Mul:
    return a * b;
  default:
    return a / b;
  }
}

template <class T> bool compare(Op op, T a, T b) {
  switch (op) {
  case Op::Less:
    return a < b;
  case Op::LessEqual:
    return a <= b;
  case Op::Greater:
    return a > b;
  case Op::GreaterEqual:
    return a >= b;
  case Op::Equal:
    return a == b;
  default:
    return a != b;
  }
}

double call(const std::string &name, const std::vector<double> &x) {
  static const std::unordered_map<std::string, double (*)(double)> unary = {
      {"acos", std::acos},   {"acosh", std::acosh},   {"asin", std::asin},   {"asinh", std::asinh},
      {"atan", std::atan},   {"atanh", std::atanh},   {"cbrt", std::cbrt},   {"ceil", std::ceil},
      {"cos", std::cos},     {"cosh", std::cosh},     {"erf", std::erf},     {"erfc", std::erfc},
      {"exp", std::exp},     {"exp2", std::exp2},     {"expm1", std::expm1}, {"fabs", std::fabs},
      {"floor", std::floor}, {"lgamma", std::lgamma}, {"log", std::log},     {"log10", std::log10},
      {"log1p", std::log1p}, {"log2", std::log2},     {"rint", std::rint},   {"round", std::round},
      {"sin", std::sin},     {"sinh", std::sinh},     {"sqrt", std::sqrt},   {"tan", std::tan},
      {"tanh", std::tanh},   {"tgamma", std::tgamma}, {"trunc", std::trunc}};
  static const std::unordered_map<std::string, double (*)(double, double)> binary = {
      {"atan2", std::atan2}, {"copysign", std::copysign},
      {"fdim", std::fdim},   {"fmax", std::fmax},
      {"fmin", std::fmin},   {"fmod", std::fmod},
      {"hypot", std::hypot}, {"pow", std::pow}};
  if (const auto it = unary.find(name); it != unary.end())
    return it->second(x[0]);
  return binary.at(name)(x[0], x[1]);
}

struct Values {
  const ParamNumbers &params;
  const Point &at;
  std::unordered_map<const Expr *, Number> nodes{}; ///< shared nodes are computed once
};

Number compute(const ExprPtr &expr, Values &known);

Number value(const ExprPtr &expr, Values &known) {
  if (const auto it = known.nodes.find(expr.get()); it != known.nodes.end())
    return it->second;
  return known.nodes[expr.get()] = compute(expr, known);
}

Number compute(const ExprPtr &expr, Values &known) {
  const auto operand = [&](int k) { return value(expr->operands[k], known); };
  const auto integer = [](std::int64_t value) { return Number{.integer = value}; };
  const auto real = [](double value) { return Number{.real = value}; };
  const bool isReal = expr->type == Type::Real;
  switch (expr->op) {
  case Op::Constant:
    return {expr->integer, expr->real};
  case Op::Param:
    return known.params.at(expr->name);
  case Op::Index:
    return integer(known.at[static_cast<std::size_t>(expr->integer)]);
  case Op::Negate:
    return isReal ? real(-operand(0).real) : integer(wrap(Op::Sub, 0, operand(0).integer));
  case Op::Not:
    return integer(operand(0).integer == 0);
  case Op::And:
    return integer(operand(0).integer != 0 && operand(1).integer != 0);
  case Op::Or:
    return integer(operand(0).integer != 0 || operand(1).integer != 0);
  case Op::Select:
    return operand(0).integer != 0 ? operand(1) : operand(2);
  case Op::ToReal:
    return real(static_cast<double>(operand(0).integer));
  case Op::ToInt: {
    const double value = operand(0).real;
    return integer(value >= -0x1p63 && value < 0x1p63 ? static_cast<std::int64_t>(value) : 0);
  }
  case Op::Call: {
    std::vector<double> arguments;
    for (const ExprPtr &argument : expr->operands)
      arguments.push_back(value(argument, known).real);
    return real(call(expr->name, arguments));
  }
  default:
    break;
  }
  const Number a = operand(0), b = operand(1);
  const bool onReals = expr->operands[0]->type == Type::Real;
  if (isComparison(expr->op))
    return integer(onReals ? compare(expr->op, a.real, b.real)
                           : compare(expr->op, a.integer, b.integer));
  return isReal ? real(arithmetic(expr->op, a.real, b.real))
                : integer(wrap(expr->op, a.integer, b.integer));
}

} // namespace

Number evaluate(const ExprPtr &expr, const ParamNumbers &params) {
  return evaluate(expr, params, Point{});
}

Number evaluate(const ExprPtr &expr, const ParamNumbers &params, const Point &at) {
  Values known{params, at};
  return value(expr, known);
}

std::int64_t evaluate(const Affine &affine, const ParamNumbers &params) {
  std::int64_t sum = affine.constant;
  for (const auto &[atom, coefficient] : affine.terms)
    sum = wrap(Op::Add, sum, wrap(Op::Mul, coefficient, evaluate(atom, params).integer));
  return sum;
}

ParamNumbers defaultNumbers(const Problem &problem) {
  ParamNumbers numbers;
  for (const Param &param : problem.params)
    numbers[param.name] = evaluate(param.value, numbers);
  return numbers;
}

} // namespace eulerc::compiler
