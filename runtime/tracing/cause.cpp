// Words the cause of a value that is not finite.

#include "tracing/cause.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "base/text.h"
#include "tracing/evaluator.h"

namespace eulerc {
namespace {

/// "'a / (b - c)' at program.ode:12:9": the operation as written in the program.
std::string quotedSource(const Model &model, const Operation &operation) {
  constexpr std::size_t longest = 60;
  if (operation.line == 0)
    return "";
  std::string_view text = model.program.text;
  for (int line = 1; line < operation.line; line++)
    text.remove_prefix(std::min(text.size(), text.find('\n') + 1));
  text = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(text.size(), static_cast<std::size_t>(operation.column - 1)));
  if (operation.behind > operation.column)
    text = text.substr(0, static_cast<std::size_t>(operation.behind - operation.column));
  const bool isCut = operation.behind < 0 || text.size() > longest;
  return fmt::format("'{}{}' at {}:{}:{}", text.substr(0, longest), isCut ? " ..." : "",
                     model.source, operation.line, operation.column);
}

std::string happened(const Model &model, const Cause &cause) {
  const std::string_view name = cause.operation->name;
  const auto number = [&](std::size_t k) {
    return model.program.precision == Precision::Float
               ? exact(static_cast<float>(cause.operands[k]))
               : exact(cause.operands[k]);
  };
  const double first = cause.operands.empty() ? 0 : cause.operands[0];
  if (name == "/" && cause.operands[1] == 0)
    return first == 0 ? "divides 0 by 0" : "divides by 0";
  if ((name == "sqrt" || name == "rsqrt") && first <= 0)
    return first < 0 ? fmt::format("takes the root of {}", number(0)) : "divides by the root of 0";
  if (name.starts_with("log"))
    return fmt::format("takes the logarithm of {}{}", name == "log1p" ? "1 + " : "", number(0));
  if ((name == "acos" || name == "asin") && std::fabs(first) > 1)
    return fmt::format("is of {}, beyond -1 to 1", number(0));
  if (name == "pow" && first <= 0)
    return fmt::format("raises {} to the power {}", number(0), number(1));
  if (name == "+" || name == "-" || name == "*" || name == "/")
    return fmt::format("overflows: {} {} {}", number(0), name, number(1));
  std::string operands;
  for (std::size_t k = 0; k < cause.operands.size(); k++)
    operands += (k ? ", " : "") + number(k);
  if (operands.empty() || name == "read" || name == "negate" || name == "real")
    return "is not finite";
  return fmt::format("{}: {}({})", std::isinf(cause.value) ? "overflows" : "is no number", name,
                     operands);
}

} // namespace

std::string causeAt(const Model &model, const TakenStage &stage, int state,
                    const std::int64_t *at) {
  Evaluator evaluator(model, stage, state);
  Point point = {};
  std::copy(at, at + model.program.rank, point.begin());
  const Value value = evaluator.valueAt(state, point);
  const Cause *cause = evaluator.cause(value);
  if (cause == nullptr || cause->operation->line == 0)
    return "";
  return quotedSource(model, *cause->operation) + " " + happened(model, *cause);
}

} // namespace eulerc
