#include "ir/Functions.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

namespace eulerc::compiler {

const char *templateOf(const std::string &function) {
  static const std::map<std::string, const char *> templates = {
      {"exp", "function_exp"},       {"exp2", "function_exp"},     {"expm1", "function_exp"},
      {"sinh", "function_exp"},      {"cosh", "function_exp"},     {"tanh", "function_exp"},
      {"log", "function_log"},       {"log2", "function_log"},     {"log10", "function_log"},
      {"log1p", "function_log"},     {"pow", "function_pow"},      {"sin", "function_sin"},
      {"cos", "function_sin"},       {"tan", "function_sin"},      {"atan", "function_arc"},
      {"atan2", "function_arc"},     {"asin", "function_arc"},     {"acos", "function_arc"},
      {"cbrt", "function_cbrt"},     {"erf", "function_exp"},      {"fmin", "function_choices"},
      {"fmax", "function_choices"},  {"fdim", "function_choices"}, {"copysign", "function_choices"},
      {"round", "function_choices"},
  };
  const auto found = templates.find(function);
  return found == templates.end() ? nullptr : found->second;
}

bool isSameEverywhere(const std::string &function) {
  return templateOf(function) || isExactFunction(function);
}

bool isExactFunction(const std::string &function) {
  static constexpr std::array<std::string_view, 7> exact = {"fma",  "fabs",  "sqrt", "floor",
                                                            "ceil", "trunc", "rint"};
  return std::ranges::find(exact, function) != exact.end();
}

} // namespace eulerc::compiler
