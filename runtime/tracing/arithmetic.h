// The operations of traced programs, by their names: in double, and as the language's integers.
#pragma once

#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>

namespace eulerc {

using Unary = double (*)(double);
using Binary = double (*)(double, double);

/// x without its fraction; 0 if it does not fit into 64 bits or x is NaN.
inline std::int64_t integerPart(double x) {
  return x >= -0x1p63 && x < 0x1p63 ? static_cast<std::int64_t>(x) : 0;
}

inline const std::map<std::string_view, Unary> &unaries() {
  static const std::map<std::string_view, Unary> all = {
      {"acos", std::acos},
      {"asin", std::asin},
      {"atan", std::atan},
      {"cbrt", std::cbrt},
      {"ceil", std::ceil},
      {"cos", std::cos},
      {"cosh", std::cosh},
      {"erf", std::erf},
      {"erfc", std::erfc},
      {"exp", std::exp},
      {"exp2", std::exp2},
      {"expm1", std::expm1},
      {"fabs", std::fabs},
      {"floor", std::floor},
      {"lgamma", std::lgamma},
      {"log", std::log},
      {"log10", std::log10},
      {"log1p", std::log1p},
      {"log2", std::log2},
      {"rint", std::rint},
      {"round", std::round},
      {"sin", std::sin},
      {"sinh", std::sinh},
      {"sqrt", std::sqrt},
      {"tan", std::tan},
      {"tanh", std::tanh},
      {"tgamma", std::tgamma},
      {"trunc", std::trunc},
      {"negate", [](double x) { return -x; }},
      {"real", [](double x) { return x; }},
      {"rsqrt", [](double x) { return 1 / std::sqrt(x); }}};
  return all;
}

inline const std::map<std::string_view, Binary> &binaries() {
  static const std::map<std::string_view, Binary> all = {
      {"+", [](double a, double b) { return a + b; }},
      {"-", [](double a, double b) { return a - b; }},
      {"*", [](double a, double b) { return a * b; }},
      {"/", [](double a, double b) { return a / b; }},
      {"atan2", std::atan2},
      {"copysign", std::copysign},
      {"fdim", std::fdim},
      {"fmax", std::fmax},
      {"fmin", std::fmin},
      {"fmod", std::fmod},
      {"hypot", std::hypot},
      {"pow", std::pow}};
  return all;
}

inline std::int64_t integerResult(std::string_view name, std::int64_t a, std::int64_t b) {
  const auto ua = static_cast<std::uint64_t>(a), ub = static_cast<std::uint64_t>(b);
  if (name == "+")
    return static_cast<std::int64_t>(ua + ub);
  if (name == "-")
    return static_cast<std::int64_t>(ua - ub);
  if (name == "*")
    return static_cast<std::int64_t>(ua * ub);
  if (name == "/")
    return b == 0 ? 0 : b == -1 ? static_cast<std::int64_t>(-ua) : a / b;
  return b == 0 || b == -1 ? 0 : a % b;
}

/// The result of a comparison or condition; nullopt if `name` is neither.
template <class Number> std::optional<bool> compared(std::string_view name, Number a, Number b) {
  if (name == "<")
    return a < b;
  if (name == "<=")
    return a <= b;
  if (name == ">")
    return a > b;
  if (name == ">=")
    return a >= b;
  if (name == "==")
    return a == b;
  if (name == "!=")
    return a != b;
  return std::nullopt;
}

} // namespace eulerc
