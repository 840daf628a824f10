#include "RangeChecks.h"

#include "Ranges.h"

#include <algorithm>

namespace eulerc::compiler {
namespace {

/// The number of reads of an array that are shown if they leave the grid. Further reads are
/// counted.
constexpr std::size_t kMostReads = 3;

/// Whether an index is known only when data are loaded.
bool isKnownWithData(const Affine &index, const IndexSet &set) {
  return index.readsData() || std::ranges::any_of(set.loops, [&](const ExprPtr &loop) {
           return index.perAxis[static_cast<std::size_t>(loop->operands[0]->integer)] != 0 &&
                  boundsAreOfData(*loop);
         });
}
/// i; i and j; i, j and k
std::string enumerated(const std::vector<std::string> &names) {
  std::string text;
  for (std::size_t k = 0; k < names.size(); k++)
    text += (k == 0 ? "" : k + 1 == names.size() ? " and " : ", ") + names[k];
  return text;
}

} // namespace

RangeChecks::RangeChecks(const Problem &problem, Access &access, Diagnostics &diagnostics)
    : problem_(problem), access_(access), diagnostics_(diagnostics), facts_(factsOf(problem)),
      defaults_(defaultNumbers(problem)), variableNames_(kMaxVariables) {}

void RangeChecks::enter(ExprPtr root, const std::vector<std::string> &axes) {
  axisNames_ = axes;
  std::ranges::copy(axes, variableNames_.begin());
  root_ = std::move(root);
  guards_ = std::nullopt;
}

void RangeChecks::nameVariable(const Expr &variable) {
  variableNames_[static_cast<std::size_t>(variable.integer)] = variable.name;
}

void RangeChecks::checkLoop(const ExprPtr &loop, const IndexSet &set) {
  checkWithData(loop, loop->operands[2], nullptr, set);
}

/// Records that an index of `expr`, or the end of a loop, has to be checked point by point.
void RangeChecks::checkWithData(const ExprPtr &expr, const ExprPtr &index, const ExprPtr &extent,
                                const IndexSet &set) {
  const bool isLoop = expr->op == Op::Loop;
  DataCheck check{.first = isLoop ? expr->operands[1] : nullptr,
                  .index = index,
                  .extent = extent,
                  .condition = guardOf(expr).possibly,
                  .when = set,
                  .array = expr->name,
                  .where = expr->where,
                  .text = isLoop ? "" : printShort(expr)};
  const auto isSame = [&](const DataCheck &other) {
    return other.where.str() == check.where.str() && sameValue(other.index, check.index) &&
           other.text == check.text && sameValue(other.condition, check.condition) &&
           other.when.residue == set.residue &&
           std::ranges::equal(other.when.loops, set.loops,
                              [](const ExprPtr &a, const ExprPtr &b) { return sameValue(a, b); });
  };
  if (std::ranges::none_of(access_.dataChecks, isSame))
    access_.dataChecks.push_back(std::move(check));
}

bool RangeChecks::stays(const ExprPtr &expr, std::size_t axis, const Sides &sides,
                        const IndexSet &set) {
  const Affine index = *toAffine(expr->operands[axis]), extent = *toAffine(problem_.extents[axis]);
  if (isKnownWithData(index, set)) {
    checkWithData(expr, expr->operands[axis], problem_.extents[axis], set);
    return true;
  }
  RangeCheck check{.index = index,
                   .when = set,
                   .extent = extent,
                   .low = !sides.low.isGiven(),
                   .high = !sides.high.isGiven(),
                   .array = expr->name,
                   .where = expr->where,
                   .text = printShort(expr)};
  const Affine beyond = add(add(extent, constantAffine(1), -1), index, -1);
  bool low = provedNonNegative(index, set, facts_);
  bool high = provedNonNegative(beyond, set, facts_);
  if (!low || !high) { // also for sides with a rule, because some reads do not apply every rule
    const Guard guard = guardOf(expr);
    low = low || provedNonNegativeWhere(guard.possibly, index, set, facts_);
    high = high || provedNonNegativeWhere(guard.possibly, beyond, set, facts_);
    if ((!low && check.low) || (!high && check.high))
      checkWithDefaults(std::move(check), guard, axis, expr);
  }
  return low && high;
}

/// The points at which a part of the expression is evaluated.
Guard RangeChecks::guardOf(const ExprPtr &expr) {
  if (!guards_)
    guards_ = guardsOf(root_);
  const auto guard = guards_->find(expr.get());
  return guard == guards_->end() ? Guard{makeBool(true), makeBool(true)} : guard->second;
}

/// Reports an error if the index leaves its array for the default params, else adds a check for the
/// solver. `axis`: axis of the grid.
void RangeChecks::checkWithDefaults(RangeCheck check, const Guard &guard, std::size_t axis,
                                    const ExprPtr &expr) {
  if (anyNode(guard.possibly, [](const Expr &node) { return node.op == Op::Entry; }))
    return checkWithData(expr, expr->operands[axis], toExpr(check.extent, {}), check.when);
  const Outside outside = findOutside(check, guard, defaults_);
  if (outside.points.empty()) {
    check.condition = guard.possibly;
    check.triedEverywhere = outside.everywhere;
    access_.checks.push_back(std::move(check));
    return;
  }
  if (!reported_.insert(check.where.str()).second)
    return;
  if (check.ofTable)
    return reportEntry(check, outside);
  const auto known = std::ranges::find(leaving_, expr->name, &Leaving::array);
  keep(check, outside, axis,
       known == leaving_.end() ? leaving_.emplace_back(Leaving{.array = expr->name}) : *known);
}

/// Records a read that leaves the grid. All reads of an array are reported together.
void RangeChecks::keep(const RangeCheck &check, const Outside &outside, std::size_t axis,
                       Leaving &leaving) {
  for (const std::string &variable : guardVariables(check.index, axis))
    if (std::ranges::find(leaving.variables, variable) == leaving.variables.end())
      leaving.variables.push_back(variable);
  if (++leaving.reads <= kMostReads)
    leaving.shown.push_back({check.where, check.text, whereText(outside, variableNames_),
                             evaluate(check.extent, defaults_), outside.sure});
}

void RangeChecks::report() {
  for (const Leaving &leaving : leaving_) {
    for (const Leaving::Read &read : leaving.shown)
      reportRead(read);
    if (leaving.reads > kMostReads)
      diagnostics_.note({}, std::to_string(leaving.reads - kMostReads) + " more reads of '" +
                                leaving.array + "' leave the grid");
    const std::string rule = "for example 'boundary(" + leaving.array + ") = dirichlet(0);'",
                      variables = enumerated(leaving.variables);
    diagnostics_.hint(leaving.reads == 1 ? "say what it yields there, " + rule +
                                               ", or guard it with a condition on " + variables
                                         : "say what they yield there, " + rule +
                                               ", or guard them with conditions on " + variables);
  }
}

void RangeChecks::reportRead(const Leaving::Read &read) {
  const std::string count = std::to_string(read.extent) +
                            (axisNames_.size() == 1 ? " components)" : " points along this axis)");
  diagnostics_.error(
      read.where,
      read.sure ? "'" + read.text + "' leaves the grid" + read.at + " (there are " + count
                : "'" + read.text + "' can leave the grid" + read.at + " (there are " + count);
  noteValues(read.sure);
}

void RangeChecks::reportEntry(const RangeCheck &check, const Outside &outside) {
  const std::int64_t size = evaluate(check.extent, defaults_);
  const Data &data = *find(problem_.data, check.array);
  const std::string of = data.isTable() ? " of a table of " : " of data of ";
  const std::string entry = entriesText(outside),
                    rest = std::to_string(size) + whereText(outside, variableNames_);
  diagnostics_.error(check.where, outside.sure
                                      ? "'" + check.text + "' reaches " + entry + of + rest
                                      : "'" + check.text + "' can reach " + entry + of + rest);
  noteValues(outside.sure);
  diagnostics_.hint(size > 0 ? "its entries are numbered from 0 to " + std::to_string(size - 1)
                             : "it has no entries, for its size is " + std::to_string(size));
}

void RangeChecks::noteValues(bool sure) {
  if (!sure)
    diagnostics_.note({}, "whether it is read there depends on states, time or real numbers, "
                          "which only the run knows");
}

/// The variables on which a guard of an index must depend: j and i.
std::vector<std::string> RangeChecks::guardVariables(const Affine &index, std::size_t axis) const {
  std::vector<std::string> found;
  for (int variable = 0; variable < kMaxVariables; variable++)
    if (index.perAxis[variable] != 0)
      found.push_back(variableNames_[variable]);
  return found.empty() ? std::vector{axisNames_[axis]} : found;
}

void RangeChecks::checkEntry(const ExprPtr &expr, const Data &data, std::size_t axis,
                             const IndexSet &set) {
  const auto affine = toAffine(expr->operands[axis]);
  if (!affine || isKnownWithData(*affine, set))
    return checkWithData(expr, expr->operands[axis], data.extents[axis], set);
  const Affine &index = *affine, extent = *toAffine(data.extents[axis]);
  const Affine beyond = add(add(extent, constantAffine(1), -1), index, -1);
  if (provedNonNegative(index, set, facts_) && provedNonNegative(beyond, set, facts_))
    return;
  const Guard guard = guardOf(expr);
  if (provedNonNegativeWhere(guard.possibly, index, set, facts_) &&
      provedNonNegativeWhere(guard.possibly, beyond, set, facts_))
    return;
  checkWithDefaults({.index = index,
                     .when = set,
                     .extent = extent,
                     .ofTable = true,
                     .array = expr->name,
                     .where = expr->where,
                     .text = printShort(expr)},
                    guard, axis, expr);
}

} // namespace eulerc::compiler
