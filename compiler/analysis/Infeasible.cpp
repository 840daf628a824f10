#include "Infeasible.h"

#include "analysis/IndexSets.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace eulerc::compiler {
namespace {

/// Limits for the elimination, which may square the number of rows and multiplies their factors.
constexpr std::size_t kMostRows = 200;
constexpr std::int64_t kMostFactor = 1 << 20, kMostConstant = std::int64_t{1} << 41;

/// A variable of a row: an index or loop variable, or (axis < 0) an expression of params.
struct Variable {
  int axis = -1;
  ExprPtr atom;
};

std::int64_t factorOf(const Affine &row, const Variable &variable) {
  if (variable.axis >= 0)
    return row.perAxis[variable.axis];
  for (const auto &[atom, factor] : row.terms)
    if (sameValue(atom, variable.atom))
      return factor;
  return 0;
}

/// Divides by the common factor of all variables, and rounds the constant to the tightest integer.
void tighten(Affine &row) {
  std::int64_t common = 0;
  for (const std::int64_t factor : row.perAxis)
    common = std::gcd(common, factor);
  for (const auto &term : row.terms)
    common = std::gcd(common, term.second);
  if (common < 2)
    return;
  for (std::int64_t &factor : row.perAxis)
    factor /= common;
  for (auto &term : row.terms)
    term.second /= common;
  const std::int64_t rest = row.constant % common;
  row.constant = row.constant / common - (rest < 0);
}

bool isModest(const Affine &row) {
  const auto modest = [](std::int64_t factor) { return std::abs(factor) <= kMostFactor; };
  return std::abs(row.constant) <= kMostConstant && std::ranges::all_of(row.perAxis, modest) &&
         std::ranges::all_of(row.terms, [&](const auto &term) { return modest(term.second); });
}

std::vector<Variable> variablesOf(const std::vector<Affine> &rows) {
  std::vector<Variable> variables;
  for (const Affine &row : rows) {
    for (int axis = 0; axis < kMaxVariables; axis++)
      if (row.perAxis[axis] != 0 &&
          std::ranges::find(variables, axis, &Variable::axis) == variables.end())
        variables.push_back({axis, nullptr});
    for (const auto &term : row.terms)
      if (std::ranges::none_of(variables, [&](const Variable &known) {
            return known.axis < 0 && sameValue(known.atom, term.first);
          }))
        variables.push_back({-1, term.first});
  }
  return variables;
}

/// The variable whose elimination makes the fewest rows.
Variable cheapest(const std::vector<Affine> &rows, const std::vector<Variable> &variables) {
  const auto cost = [&](const Variable &variable) {
    std::int64_t positive = 0, negative = 0;
    for (const Affine &row : rows) {
      positive += factorOf(row, variable) > 0;
      negative += factorOf(row, variable) < 0;
    }
    return positive * negative - positive - negative;
  };
  return *std::ranges::min_element(variables, {}, cost);
}

/// Adds a row. Of rows that differ by a constant only the tightest stays. A row with too large
/// numbers is omitted: omitting rows never makes a contradiction.
void keep(std::vector<Affine> &rows, Affine row) {
  tighten(row);
  if (isModest(row))
    addTightest(rows, row, -1);
}

std::vector<Affine> eliminated(const std::vector<Affine> &rows, const Variable &variable) {
  std::vector<Affine> result;
  for (const Affine &row : rows) {
    const std::int64_t up = factorOf(row, variable);
    if (up == 0)
      keep(result, row);
    for (const Affine &other : rows)
      if (const std::int64_t down = factorOf(other, variable); up > 0 && down < 0)
        keep(result, add(add({}, row, -down), other, up));
  }
  return result;
}

} // namespace

bool provedInfeasible(std::vector<Affine> rows) {
  std::vector<Affine> kept;
  for (const Affine &row : rows)
    keep(kept, row);
  rows = std::move(kept);
  while (rows.size() <= kMostRows) {
    if (std::ranges::any_of(rows,
                            [](const Affine &row) { return row.isConstant() && row.constant < 0; }))
      return true;
    const std::vector<Variable> variables = variablesOf(rows);
    if (variables.empty())
      return false;
    rows = eliminated(rows, cheapest(rows, variables));
  }
  return false;
}

} // namespace eulerc::compiler
