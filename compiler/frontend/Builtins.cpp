#include "Builtins.h"

#include "ir/Boundary.h"

#include <algorithm>
#include <array>

namespace eulerc::compiler {
namespace {

using enum Builtin::Kind;

// One row for each word. A new word that declares nothing needs only a row here; a new boundary
// rule needs a row in ir/Boundary.h.
constexpr Builtin kWords[] = {
    {Function, "acos", 1},
    {Function, "acosh", 1},
    {Function, "asin", 1},
    {Function, "asinh", 1},
    {Function, "atan", 1},
    {Function, "atan2", 2},
    {Function, "atanh", 1},
    {Function, "cbrt", 1},
    {Function, "ceil", 1},
    {Function, "copysign", 2},
    {Function, "cos", 1},
    {Function, "cosh", 1},
    {Function, "erf", 1},
    {Function, "erfc", 1},
    {Function, "exp", 1},
    {Function, "exp2", 1},
    {Function, "expm1", 1},
    {Function, "fabs", 1},
    {Function, "fdim", 2},
    {Function, "floor", 1},
    {Function, "fmax", 2},
    {Function, "fmin", 2},
    {Function, "fmod", 2},
    {Function, "hypot", 2},
    {Function, "lgamma", 1},
    {Function, "log", 1},
    {Function, "log10", 1},
    {Function, "log1p", 1},
    {Function, "log2", 1},
    {Function, "pow", 2},
    {Function, "rint", 1},
    {Function, "round", 1},
    {Function, "sin", 1},
    {Function, "sinh", 1},
    {Function, "sqrt", 1},
    {Function, "tan", 1},
    {Function, "tanh", 1},
    {Function, "tgamma", 1},
    {Function, "trunc", 1},
    {Random, "normal", 1},
    {Random, "uniform", 1},
    {Series, "at", 2},
    {Constant, "M_E", 0, 2.71828182845904523536},
    {Constant, "M_LN2", 0, 0.69314718055994530942},
    {Constant, "M_LN10", 0, 2.30258509299404568402},
    {Constant, "M_PI", 0, 3.14159265358979323846},
    {Constant, "M_PI_2", 0, 1.57079632679489661923},
    {Constant, "M_PI_4", 0, 0.78539816339744830962},
    {Constant, "M_1_PI", 0, 0.31830988618379067154},
    {Constant, "M_2_PI", 0, 0.63661977236758134308},
    {Constant, "M_SQRT2", 0, 1.41421356237309504880},
    {Constant, "M_SQRT1_2", 0, 0.70710678118654752440},
};

/// These words, and the boundary rules.
constexpr auto kBuiltins = [] {
  std::array<Builtin, std::size(kWords) + std::size(ruleWords)> all = {};
  auto *next = std::ranges::copy(kWords, all.begin()).out;
  for (const RuleWord &word : ruleWords)
    *next++ = {Rule, word.name, word.arguments()};
  return all;
}();

} // namespace

std::span<const Builtin> builtins() { return kBuiltins; }

const Builtin *builtinNamed(std::string_view name, int arguments) {
  const auto *const found = std::ranges::find_if(kBuiltins, [&](const Builtin &each) {
    return each.name == name && (arguments < 0 || each.arguments == arguments);
  });
  return found == kBuiltins.end() ? nullptr : found;
}

std::string countOfValues(std::string_view builtin) {
  static const char *const counts[] = {"no value", "one value", "two values"};
  std::string text;
  for (const Builtin &each : kBuiltins)
    if (each.name == builtin)
      text = text.empty() ? counts[each.arguments] : "one value or none";
  return text;
}

std::vector<std::string> builtinNames(Builtin::Kind kind) {
  std::vector<std::string> names;
  for (const Builtin &each : kBuiltins)
    if (each.kind == kind && (names.empty() || names.back() != each.name))
      names.emplace_back(each.name);
  return names;
}

} // namespace eulerc::compiler
