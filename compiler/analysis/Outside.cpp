#include "Outside.h"

#include "Ranges.h"

namespace eulerc::compiler {
namespace {

constexpr std::size_t kMostShown = 4;

/// The indices and loop variables that decide whether a read leaves its array.
std::vector<int> variablesOf(const RangeCheck &check, const Guard &guard) {
  std::array<bool, kMaxVariables> used{};
  for (int variable = 0; variable < kMaxVariables; variable++)
    used[variable] = check.index.perAxis[variable] != 0 ||
                     (variable == check.when.classAxis && check.when.period > 1);
  for (const ExprPtr &condition : {guard.surely, guard.possibly})
    forEachNode(condition, [&](const ExprPtr &node) {
      if (node->op == Op::Index)
        used[static_cast<std::size_t>(node->integer)] = true;
    });
  std::vector<int> variables;
  for (int variable = 0; variable < kMaxVariables; variable++)
    if (used[variable])
      variables.push_back(variable);
  return variables;
}

std::int64_t valueAt(const Affine &index, std::int64_t start, const Point &at) {
  std::int64_t value = start;
  for (int variable = 0; variable < kMaxVariables; variable++)
    value += index.perAxis[variable] * at[variable];
  return value;
}

} // namespace

Outside findOutside(const RangeCheck &check, const Guard &guard, const ParamNumbers &params) {
  Outside sure, possible;
  const auto extremes = extremesOf(check.index, check.when, params);
  const std::int64_t size = evaluate(check.extent, params);
  const auto leaves = [&](std::int64_t index) {
    return (index < 0 && check.low) || (index >= size && check.high);
  };
  if (!extremes || (!leaves(extremes->least) && !leaves(extremes->most)))
    return sure;

  const std::int64_t start = evaluate(check.index, params);
  const auto note = [](Outside &outside, const Point &at, std::int64_t index) {
    outside.more = outside.points.size() == kMostShown;
    if (outside.more)
      return;
    outside.points.push_back(at);
    outside.indices.push_back(index);
  };
  const auto look = [&](const Point &at) {
    const std::int64_t index = valueAt(check.index, start, at);
    if (!leaves(index) || !evaluate(guard.possibly, params, at).integer)
      return true;
    note(possible, at, index);
    if (evaluate(guard.surely, params, at).integer)
      note(sure, at, index);
    return !sure.more;
  };
  const std::vector<int> variables = variablesOf(check, guard);
  const bool everywhere = visitPoints(check.when, variables, params, look);
  Outside &found = sure.points.empty() ? possible : sure;
  found.variables = variables;
  found.everywhere = everywhere;
  found.sure = !sure.points.empty();
  return found;
}

std::string entriesText(const Outside &outside) {
  const std::vector<std::int64_t> &entries = outside.indices;
  const std::string first = std::to_string(entries.front());
  if (outside.variables.size() != 1 ||
      std::ranges::count(entries, entries.front()) == std::ssize(entries))
    return "entry " + first;
  std::string text = "entries " + first;
  for (std::size_t k = 1; k < entries.size(); k++)
    text += ", " + std::to_string(entries[k]);
  return outside.more ? text + ", ..." : text;
}

std::string whereText(const Outside &outside, const std::vector<std::string> &variableNames) {
  if (outside.variables.empty())
    return "";
  std::string text = " for ";
  if (outside.variables.size() == 1) {
    const int only = outside.variables.front();
    text += variableNames[only] + " = ";
    for (const Point &at : outside.points)
      text += (&at == &outside.points.front() ? "" : ", ") + std::to_string(at[only]);
    return outside.more ? text + ", ..." : text;
  }
  for (const int variable : outside.variables)
    text += (variable == outside.variables.front() ? "" : ", ") + variableNames[variable] + " = " +
            std::to_string(outside.points.front()[variable]);
  return outside.more || outside.points.size() > 1 ? text + " and other points" : text;
}

} // namespace eulerc::compiler
