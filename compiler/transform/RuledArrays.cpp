#include "RuledArrays.h"

#include <algorithm>
#include <array>
#include <set>

namespace eulerc::compiler {
namespace {

/// The limit for places of one read for which a rule is written out.
constexpr std::int64_t kMostPlaces = 1000;

/// Whether some sides have a rule other than periodic.
bool hasRules(const std::vector<Sides> &boundary) {
  return std::ranges::any_of(boundary, [](const Sides &sides) {
    return !RuledArrays::isPeriodic(sides) && (sides.low.isGiven() || sides.high.isGiven());
  });
}

/// Whether the distance of a read is a number.
bool isNear(const ReadAccess &read) {
  return read.offset && std::ranges::all_of(*read.offset, &Affine::isConstant);
}

/// The number of places outside of the grid, along one or several axes, where a read at a constant
/// distance may lie. At most one more than the limit along each axis.
std::int64_t placesOf(const ReadAccess &read, const std::vector<Sides> &boundary) {
  std::int64_t places = 1;
  for (std::size_t axis = 0; axis < boundary.size(); axis++)
    if (!RuledArrays::isPeriodic(boundary[axis]))
      places *= 1 + std::min(std::abs((*read.offset)[axis].constant), kMostPlaces + 1);
  return places - 1;
}

/// Whether a state has a rule that steps do not implement.
bool mustBeWrittenOut(const State &state) {
  return std::ranges::any_of(state.boundary, [](const Sides &sides) {
    return !sides.low.isKnownToSteps() || !sides.high.isKnownToSteps();
  });
}

/// Whether a part of a rule may depend on the place.
bool mayHavePlace(const Rule &rule) {
  return std::ranges::any_of(std::array{rule.value, rule.factor, rule.slope},
                             [](const ExprPtr &part) { return part && !part->paramsOnly; });
}

void refuse(const ReadAccess &read, bool isField, Diagnostics &diagnostics) {
  const std::string places = std::to_string(kMostPlaces);
  const std::string reads = isNear(read) ? "reads of more than " + places + " places there"
                                         : "reads at a variable distance";
  if (isField)
    diagnostics.error(read.where, "'" + read.text +
                                      "' may lie outside of the grid, and of the rules of fields "
                                      "only 'periodic' supports " +
                                      reads);
  else
    diagnostics.error(read.where, "'" + read.text + "' may lie outside of the grid, and " + reads +
                                      " support only 'dirichlet' with a value of params, "
                                      "'neumann(0)' and 'periodic'");
  diagnostics.hint(isNear(read)
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
    return read.array != state.name || read.staysInside ||
           (isNear(read) && placesOf(read, state.boundary) <= kMostPlaces);
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

std::optional<Ruled> RuledArrays::ruledOf(const std::string &name) const {
  const auto state = std::ranges::find(problem_.states, name, &State::name);
  if (state != problem_.states.end())
    return areWrittenOut(*state) ? std::optional(Ruled{state->name, state->boundary, false})
                                 : std::nullopt;
  const Field &field = *std::ranges::find(problem_.fields, name, &Field::name);
  return hasRules(field.boundary) ? std::optional(Ruled{field.name, field.boundary, true})
                                  : std::nullopt;
}

bool RuledArrays::refuseReads(Diagnostics &diagnostics) const {
  std::set<std::string> reported;
  for (const ReadAccess &read : access_.reads) {
    if (read.staysInside)
      continue;
    const std::optional<Ruled> array = ruledOf(read.array);
    if (!array || !hasRules(array->boundary) ||
        (isNear(read) && placesOf(read, array->boundary) <= kMostPlaces) ||
        !reported.insert(read.where.str()).second)
      continue;
    refuse(read, array->isField, diagnostics);
  }
  return !reported.empty();
}

std::vector<Assertion> RuledArrays::needs() const {
  std::vector<Assertion> needs;
  std::set<std::string> known;
  for (const ReadAccess &read : access_.reads) {
    const std::optional<Ruled> array = read.staysInside ? std::nullopt : ruledOf(read.array);
    for (std::size_t axis = 0; array && isNear(read) && axis < rank(); axis++) {
      const std::int64_t distance = std::abs((*read.offset)[axis].constant);
      const Sides &sides = array->boundary[axis];
      const Rule &rule = (*read.offset)[axis].constant < 0 ? sides.low : sides.high;
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
