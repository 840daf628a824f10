#include "RuledArrays.h"

#include <algorithm>
#include <array>
#include <set>

namespace eulerc::compiler {
namespace {

/// The limit for places of one read for which a rule is written out.
constexpr std::int64_t kMostPlaces = 1000;

/// Whether a side has a rule other than periodic.
bool hasRule(const Sides &sides) {
  return !RuledArrays::isPeriodic(sides) && (sides.low.isGiven() || sides.high.isGiven());
}

/// Whether a read may leave the grid along an axis that has a rule other than periodic.
bool leavesAlong(std::size_t axis, const ReadAccess &read, const std::vector<Sides> &boundary) {
  return read.leaves[axis] && hasRule(boundary[axis]);
}

/// Whether the distance of a read is a number along all axes along which it leaves the grid.
bool isNear(const ReadAccess &read, const std::vector<Sides> &boundary) {
  for (std::size_t axis = 0; axis < boundary.size(); axis++)
    if (leavesAlong(axis, read, boundary) && !read.numberAlong(axis))
      return false;
  return true;
}

/// Whether the rules of a read can be written out: it is near, and has not too many places outside
/// of the grid, along one or several axes.
bool canBeWrittenOut(const ReadAccess &read, const std::vector<Sides> &boundary) {
  std::int64_t places = 1;
  for (std::size_t axis = 0; axis < boundary.size(); axis++)
    if (!RuledArrays::isPeriodic(boundary[axis]))
      places *= 1 + std::min(std::abs(read.numberAlong(axis).value_or(0)), kMostPlaces + 1);
  return read.staysInside() || (isNear(read, boundary) && places - 1 <= kMostPlaces);
}

/// Whether step functions compute the values beyond the sides of an axis.
bool areKnownToSteps(const Sides &sides) {
  return sides.low.isKnownToSteps() && sides.high.isKnownToSteps();
}

/// Whether a state has a rule that steps do not implement.
bool mustBeWrittenOut(const State &state) {
  return !std::ranges::all_of(state.boundary, areKnownToSteps);
}

/// Whether a part of a rule may depend on the place.
bool mayHavePlace(const Rule &rule) {
  return std::ranges::any_of(std::array{rule.value, rule.factor, rule.slope},
                             [](const ExprPtr &part) { return part && !part->paramsOnly; });
}

/// `along`: an axis along which the read leaves the grid.
void refuse(const ReadAccess &read, const Ruled &array, const std::string &along, const Rule &rule,
            Diagnostics &diagnostics) {
  const bool isNearRead = isNear(read, array.boundary);
  const std::string side = along + "', where '" + print(rule);
  const std::string reads = isNearRead
                                ? "of more than " + std::to_string(kMostPlaces) + " places there"
                                : "at a variable distance";
  if (array.isField)
    diagnostics.error(read.where, "'" + read.text + "' may lie outside of the grid along '" + side +
                                      "' is the rule; reads " + reads +
                                      " support only 'periodic' among the rules of fields");
  else
    diagnostics.error(read.where, "'" + read.text + "' may lie outside of the grid along '" + side +
                                      "' is the rule; reads " + reads +
                                      " support only 'dirichlet' with a value of params, "
                                      "'neumann(0)' and 'periodic'");
  diagnostics.hint(isNearRead
                       ? "read a nearer point, or guard the read with a condition on its indices"
                       : "guard the read with a condition on its indices, write the distance as a "
                         "number (or -D it), or take 'periodic' if the grid is a ring");
}

} // namespace

bool RuledArrays::isRing(std::size_t axis) const {
  return std::ranges::any_of(problem_.states,
                             [&](const State &state) { return isPeriodic(state.boundary[axis]); });
}

bool RuledArrays::canBeWrittenOut(const State &state) const {
  return std::ranges::all_of(access_.reads, [&](const ReadAccess &read) {
    return read.array != state.name || compiler::canBeWrittenOut(read, state.boundary);
  });
}

bool RuledArrays::areWrittenOut(const State &state) const {
  if (mustBeWrittenOut(state))
    return true;
  // A state may keep other states from tiles: if it has ends along an axis along which others wrap
  // around, or if it is mirrored at the ends of rows of several classes.
  const Sides &ends = state.boundary.back();
  bool benefits = rank() > 1 && access_.period > 1 && (ends.low.isMirror() || ends.high.isMirror());
  for (std::size_t axis = 0; axis < rank(); axis++)
    benefits = benefits || (isRing(axis) && !isPeriodic(state.boundary[axis]));
  return benefits && canBeWrittenOut(state);
}

bool RuledArrays::isFoundBySteps(const ReadAccess &read) const {
  const std::optional<Ruled> array = ruledOf(read.array);
  return array && !compiler::canBeWrittenOut(read, array->boundary);
}

bool RuledArrays::isKept(const State &state, std::size_t axis) const {
  return std::ranges::any_of(access_.reads, [&](const ReadAccess &read) {
    return read.array == state.name && leavesAlong(axis, read, state.boundary) &&
           isFoundBySteps(read);
  });
}

std::optional<Ruled> RuledArrays::ruledOf(const std::string &name) const {
  const auto state = std::ranges::find(problem_.states, name, &State::name);
  if (state != problem_.states.end())
    return areWrittenOut(*state) ? std::optional(Ruled{state->name, state->boundary, false})
                                 : std::nullopt;
  const Field &field = *std::ranges::find(problem_.fields, name, &Field::name);
  return std::ranges::any_of(field.boundary, hasRule)
             ? std::optional(Ruled{field.name, field.boundary, true})
             : std::nullopt;
}

bool RuledArrays::refuseReads(Diagnostics &diagnostics) const {
  std::set<std::string> reported;
  for (const ReadAccess &read : access_.reads) {
    const std::optional<Ruled> array = ruledOf(read.array);
    if (!array || compiler::canBeWrittenOut(read, array->boundary))
      continue;
    for (std::size_t axis = 0; axis < rank(); axis++) {
      const Sides &sides = array->boundary[axis];
      if (leavesAlong(axis, read, array->boundary) && (array->isField || !areKnownToSteps(sides)) &&
          reported.insert(read.where.str()).second)
        refuse(read, *array, problem_.indexNames[axis],
               sides.low.isKnownToSteps() ? sides.high : sides.low, diagnostics);
    }
  }
  return !reported.empty();
}

std::vector<Assertion> RuledArrays::needs() const {
  std::vector<Assertion> needs;
  std::set<std::string> known;
  for (const ReadAccess &read : access_.reads) {
    const std::optional<Ruled> array = read.staysInside() ? std::nullopt : ruledOf(read.array);
    for (std::size_t axis = 0; array && axis < rank(); axis++) {
      const std::int64_t offset = read.numberAlong(axis).value_or(0), distance = std::abs(offset);
      const Sides &sides = array->boundary[axis];
      const Rule &rule = offset < 0 ? sides.low : sides.high;
      const bool hasPlace = std::ranges::any_of(array->boundary, [](const Sides &each) {
        return mayHavePlace(each.low) || mayHavePlace(each.high);
      });
      const std::string along = problem_.indexNames[axis];
      if (!isFar(distance) || !(rule.isMirror() || hasPlace) ||
          constantInt(problem_.extents[axis]) || !known.insert(read.text + along).second)
        continue;
      needs.push_back({makeOp(Op::GreaterEqual, {problem_.extents[axis], makeInt(distance)}),
                       "the grid has fewer points along '" + along + "' than '" + read.text +
                           "' is away, " + std::to_string(distance),
                       read.where});
    }
  }
  return needs;
}

} // namespace eulerc::compiler
