// Translates the tables of a program into operations for slopes.

#include "tracing/slope_program.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "state/state.h"

namespace eulerc {
namespace {

/// The central difference, for functions without a formula of the derivative.
template <Unary function> double difference(double x, double) {
  const double step = 1e-6 * std::max(1.0, std::fabs(x));
  return (function(x + step) - function(x - step)) / (2 * step);
}

const std::map<std::string_view, double (*)(double, double)> &slopesOfOne() {
  constexpr double pi = std::numbers::pi, ln2 = std::numbers::ln2, ln10 = std::numbers::ln10;
  static const std::map<std::string_view, double (*)(double, double)> all = {
      {"acos", [](double x, double) { return -1 / std::sqrt(1 - x * x); }},
      {"asin", [](double x, double) { return 1 / std::sqrt(1 - x * x); }},
      {"atan", [](double x, double) { return 1 / (1 + x * x); }},
      {"cbrt", [](double, double y) { return 1 / (3 * y * y); }},
      {"cos", [](double x, double) { return -std::sin(x); }},
      {"cosh", [](double x, double) { return std::sinh(x); }},
      {"erf", [](double x, double) { return 2 / std::sqrt(pi) * std::exp(-x * x); }},
      {"erfc", [](double x, double) { return -2 / std::sqrt(pi) * std::exp(-x * x); }},
      {"exp", [](double, double y) { return y; }},
      {"exp2", [](double, double y) { return y * ln2; }},
      {"expm1", [](double, double y) { return y + 1; }},
      {"fabs", [](double x, double) { return x < 0 ? -1.0 : 1.0; }},
      {"lgamma", difference<std::lgamma>},
      {"log", [](double x, double) { return 1 / x; }},
      {"log10", [](double x, double) { return 1 / (x * ln10); }},
      {"log1p", [](double x, double) { return 1 / (1 + x); }},
      {"log2", [](double x, double) { return 1 / (x * ln2); }},
      {"rsqrt", [](double, double y) { return -y * y * y / 2; }},
      {"sin", [](double x, double) { return std::cos(x); }},
      {"sinh", [](double x, double) { return std::cosh(x); }},
      {"sqrt", [](double, double y) { return 1 / (2 * y); }},
      {"tan", [](double, double y) { return 1 + y * y; }},
      {"tanh", [](double, double y) { return 1 - y * y; }},
      {"tgamma", difference<std::tgamma>}};
  return all;
}

const std::map<std::string_view, decltype(OfTwo::slopes)> &slopesOfTwo() {
  static const std::map<std::string_view, decltype(OfTwo::slopes)> all = {
      {"atan2",
       [](double a, double b, double) {
         const double square = a * a + b * b;
         return SlopesByBoth{b / square, -a / square};
       }},
      {"copysign",
       [](double a, double b, double) {
         return SlopesByBoth{std::signbit(a) == std::signbit(b) ? 1.0 : -1.0, 0};
       }},
      {"fdim", [](double a, double b,
                  double) { return a > b ? SlopesByBoth{1, -1} : SlopesByBoth{0, -0.0}; }},
      {"fmax",
       [](double a, double b, double) { return a >= b ? SlopesByBoth{1, 0} : SlopesByBoth{0, 1}; }},
      {"fmin",
       [](double a, double b, double) { return a <= b ? SlopesByBoth{1, 0} : SlopesByBoth{0, 1}; }},
      {"fmod", [](double a, double b, double) { return SlopesByBoth{1, -std::trunc(a / b)}; }},
      {"hypot", [](double a, double b,
                   double y) { return y > 0 ? SlopesByBoth{a / y, b / y} : SlopesByBoth{1, 1}; }},
      {"pow", [](double a, double b, double y) {
         return SlopesByBoth{b == 0 ? 0 : b * std::pow(a, b - 1), y == 0 ? 0 : std::log(a) * y};
       }}};
  return all;
}

Code codeOfArithmetic(std::string_view name) {
  static const std::map<std::string_view, Code> all = {
      {"real", Code::Copy}, {"negate", Code::Negate}, {"+", Code::Add},
      {"-", Code::Sub},     {"*", Code::Mul},         {"/", Code::Div}};
  const auto found = all.find(name);
  return found == all.end() ? Code::Fixed : found->second;
}

/// Whether an operation draws random numbers, which are replaced by their mean.
bool isRandom(std::string_view name) { return name == "uniform" || name == "normal"; }

/// The value of an operation that is the same at all points.
double fixedValue(const SlopePlace &at, const Operation &operation) {
  const std::string_view name = operation.name;
  if (isRandom(name))
    return name == "uniform" ? 0.5 : 0;
  if (name == "t" || name == "dt")
    return name == "t" ? at.t : at.h;
  if (name == "step")
    return 0;
  if (name == "param") {
    const ParamValue &value = at.params[operation.integer];
    return operation.type == 'i' ? static_cast<double>(value.integer) : value.real;
  }
  return operation.type == 'i' ? static_cast<double>(operation.integer) : operation.real;
}

Code codeOfLeaf(const Operation &operation) {
  const std::string_view name = operation.name;
  if (name == "index")
    return operation.integer < maxRank ? Code::Index : Code::Variable;
  return name == "carried" ? Code::Carried : Code::Fixed;
}

Code codeOf(const Operation &operation) {
  const std::string_view name = operation.name;
  static const std::map<std::string_view, Code> all = {
      {"loop", Code::Loop},   {"result", Code::Result}, {"read", Code::Read},
      {"table", Code::Table}, {"entry", Code::Entry},   {"?:", Code::Select},
      {"at", Code::Series}};
  if (const auto found = all.find(name); found != all.end())
    return found->second;
  if (operation.count == 0 || isRandom(name))
    return codeOfLeaf(operation);
  if (operation.type == 'i')
    return Code::Whole;
  if (operation.count == 1 && unaries().contains(name) && name != "real" && name != "negate")
    return Code::OfOne;
  if (operation.count == 2 && slopesOfTwo().contains(name))
    return Code::OfTwo;
  return codeOfArithmetic(name);
}

/// Operations of a loop's body that follow from its variable or its locals, but not of loops in it.
std::vector<int> bodyOf(SlopeExpression &expression, int loop) {
  auto &operations = expression.operations;
  const SlopeOperation &own = operations[static_cast<std::size_t>(loop)];
  const auto size = static_cast<std::size_t>(loop);
  std::vector<bool> isReached(size), follows(size);
  for (int o = 5; o < own.count; o += 3)
    isReached[static_cast<std::size_t>(own.operands[o])] = true;
  for (std::size_t o = size; o-- > 0;)
    for (int k = 0; isReached[o] && k < operations[o].count; k++)
      isReached[static_cast<std::size_t>(operations[o].operands[k])] = true;
  for (int o = 3; o < own.count; o += 3)
    for (std::size_t k = 0; k < size; k++) // a local may occur more than once
      if (operations[k].code == Code::Carried &&
          operations[k].whole == operations[static_cast<std::size_t>(own.operands[o])].whole)
        follows[k] = true;
  const std::int64_t variable = operations[static_cast<std::size_t>(own.operands[0])].whole;
  std::vector<int> body;
  for (std::size_t o = 0; o < size; o++) {
    SlopeOperation &each = operations[o];
    if (each.code == Code::Variable && each.whole == variable)
      follows[o] = true;
    for (int k = 0; k < each.count; k++)
      if (follows[static_cast<std::size_t>(each.operands[k])])
        follows[o] = true;
    if (!isReached[o] || !follows[o])
      continue;
    const bool isOfInner = std::ranges::any_of(expression.bodies, [&](const auto &inner) {
      return isReached[static_cast<std::size_t>(inner.first)] &&
             std::ranges::binary_search(inner.second, static_cast<int>(o));
    });
    each.isInLoop = true;
    if (!isOfInner)
      body.push_back(static_cast<int>(o));
  }
  return body;
}

} // namespace

SlopeProgram::SlopeProgram(const SlopePlace &at) : traced_(*at.model.traced) {
  const int count = countExpressions(at.model);
  for (int k = 0; k < count; k++)
    addExpression(at, k == 0 ? 0 : traced_.ends[k - 1], traced_.ends[k]);
}

int SlopeProgram::countExpressions(const Model &model) const {
  int count = model.program.stateCount + traced_.quantities;
  const int arrays = count + model.program.fieldCount;
  for (int k = 0; k < 2 * arrays * model.program.rank; k++)
    count = std::max({count, traced_.rules[k].value + 1, traced_.rules[k].factor + 1,
                      traced_.rules[k].slope + 1});
  for (int k = 0; k < traced_.ends[count - 1]; k++)
    if (std::string_view(traced_.operations[k].name) == "table")
      count = std::max(count, static_cast<int>(traced_.operations[k].integer +
                                               static_cast<int>(traced_.operations[k].real)));
  return count;
}

void SlopeProgram::addExpression(const SlopePlace &at, int begin, int end) {
  SlopeExpression expression;
  for (int k = begin; k < end; k++) {
    const Operation &from = traced_.operations[k];
    SlopeOperation operation;
    operation.code = codeOf(from);
    operation.name = from.name;
    operation.operands = traced_.operands + from.first;
    operation.count = isRandom(from.name) ? 0 : from.count;
    operation.whole = from.integer;
    operation.real = from.real;
    if (operation.code == Code::Fixed && operation.count == 0)
      operation.real = fixedValue(at, from);
    if (operation.code == Code::OfOne) {
      const auto slope = slopesOfOne().find(from.name);
      operation.one = {unaries().at(from.name),
                       slope == slopesOfOne().end() ? nullptr : slope->second};
    }
    if (operation.code == Code::OfTwo)
      operation.two = {binaries().at(from.name), slopesOfTwo().at(from.name)};
    expression.operations.push_back(operation);
  }
  for (int k = 0; k < end - begin; k++)
    if (expression.operations[static_cast<std::size_t>(k)].code == Code::Loop) {
      std::vector<int> body = bodyOf(expression, k);
      expression.bodies.emplace(k, std::move(body));
    }
  expressions_.push_back(std::move(expression));
}

} // namespace eulerc
