#include "ir/Functions.h"

#include <map>
#include <set>

namespace eulerc::compiler {
namespace {

struct Function {
  const char *ofOurs; ///< the template of eulerc's function; null: there is none
  bool isExact;
  /// The cost of a value in float, where an addition or product costs 1, and an fma 2. Measured
  /// with AVX-512 vectors. In double the cost, in additions of doubles, is up to twice as high.
  double cost;
};

const Function &find(const std::string &name) {
  constexpr const char *exp = "function_exp", *log = "function_log", *pow = "function_pow",
                       *sin = "function_sin", *arc = "function_arc", *cbrt = "function_cbrt",
                       *choices = "function_choices", *uniform = "function_uniform";
  static const std::map<std::string, Function> functions = {
      {"fma", {nullptr, true, 2}},
      {"fabs", {nullptr, true, 1}},
      {"floor", {nullptr, true, 1}},
      {"ceil", {nullptr, true, 1}},
      {"trunc", {nullptr, true, 1}},
      {"rint", {nullptr, true, 1}},
      {"sqrt", {nullptr, true, 10}},
      {"exp", {exp, false, 32}},
      {"exp2", {exp, false, 32}},
      {"expm1", {exp, false, 32}},
      {"sinh", {exp, false, 48}},
      {"cosh", {exp, false, 44}},
      {"tanh", {exp, false, 54}},
      {"erf", {exp, false, 90}},
      {"log", {log, false, 30}},
      {"log2", {log, false, 46}},
      {"log10", {log, false, 46}},
      {"log1p", {log, false, 66}},
      {"pow", {pow, false, 210}},
      {"sin", {sin, false, 38}},
      {"cos", {sin, false, 38}},
      {"tan", {sin, false, 78}},
      {"atan", {arc, false, 44}},
      {"atan2", {arc, false, 52}},
      {"asin", {arc, false, 30}},
      {"acos", {arc, false, 30}},
      {"cbrt", {cbrt, false, 58}},
      {"fmin", {choices, false, 8}},
      {"fmax", {choices, false, 8}},
      {"fdim", {choices, false, 3}},
      {"rsqrt", {"function_root", false, 18}},
      {"copysign", {choices, false, 3}},
      {"round", {choices, false, 6}},
      {"uniform", {uniform, false, 100}}, // its operands are integers: isRandom()
      {"normal", {uniform, false, 220}},
  };
  static constexpr Function others = {nullptr, false, 200};
  const auto found = functions.find(name);
  return found == functions.end() ? others : found->second;
}

} // namespace

const char *templateOf(const std::string &function) { return find(function).ofOurs; }
bool isExactFunction(const std::string &function) {
  return find(function).isExact || !seriesOf(function).empty();
}
bool isSameEverywhere(const std::string &function) {
  return templateOf(function) || isExactFunction(function);
}
std::string seriesCall(const std::string &data) { return "at " + data; }
std::string seriesOf(const std::string &function) {
  return function.starts_with("at ") ? function.substr(3) : "";
}
bool isRandom(const std::string &function) { return function == "uniform" || function == "normal"; }
bool hasNearForm(const std::string &function) {
  static const std::set<std::string> functions = {"exp", "log", "pow", "sin", "cos", "tan"};
  return functions.contains(function);
}
double costOf(const std::string &function) { return find(function).cost; }

} // namespace eulerc::compiler
