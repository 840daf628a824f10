#include "transform/ResolveSides.h"

#include "RuledArrays.h"

#include "analysis/IndexSets.h"
#include "ir/Affine.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>

namespace eulerc::compiler {
namespace {

/// Whether no read of a state goes farther than the next point along an axis.
bool seesOneFar(const Access &access, const State &state, std::size_t axis) {
  return std::ranges::all_of(access.reads, [&](const ReadAccess &read) {
    const Affine *distance = read.offset ? &(*read.offset)[axis] : nullptr;
    return read.array != state.name ||
           (distance != nullptr && distance->isConstant() && std::abs(distance->constant) <= 1);
  });
}

/// Replaces rules by rules that steps know, where reads go at most one point beyond a side.
Problem withRulesOfNextPoints(Problem problem, const Access &access) {
  for (State &state : problem.states)
    for (std::size_t axis = 0; axis < problem.extents.size(); axis++)
      for (Rule *rule : {&state.boundary[axis].low, &state.boundary[axis].high})
        if (seesOneFar(access, state, axis))
          *rule = rule->ofNextPoint();
  return problem;
}

/// The number of points of a grid that is larger than any distance.
constexpr std::int64_t kMany = 1 << 30;

class Resolver {
public:
  Resolver(const Problem &problem, const Access &access, Diagnostics &diagnostics)
      : problem_(problem), access_(access), arrays_(problem, access), facts_(factsOf(problem)),
        diagnostics_(diagnostics) {}

  std::optional<Problem> run() {
    if (arrays_.refuseReads(diagnostics_))
      return std::nullopt;
    Problem resolved = problem_;
    std::ranges::copy(arrays_.needs(), std::back_inserter(resolved.assertions));
    for (State &state : resolved.states) {
      state.derivative = rewrite(state.derivative, [&](const ExprPtr &node) {
        return node->op == Op::Read ? resolvedRead(node) : nullptr;
      });
      const State &written = *std::ranges::find(problem_.states, state.name, &State::name);
      for (std::size_t axis = 0; axis < rank() && arrays_.areWrittenOut(written); axis++)
        if (!arrays_.isKept(written, axis))
          resolve(state.boundary[axis], arrays_.isRing(axis));
    }
    // Slabs have rows beyond the ends of all arrays or of none. So fields wrap around where states
    // do, unless steps never read them beyond an end.
    for (Field &field : resolved.fields)
      for (std::size_t axis = 0; axis < rank(); axis++)
        resolve(field.boundary[axis],
                arrays_.isRing(axis) ||
                    (RuledArrays::isPeriodic(field.boundary[axis]) && leavesGrid(field)));
    return resolved;
  }

private:
  std::size_t rank() const { return problem_.extents.size(); }

  bool leavesGrid(const Field &field) const {
    return std::ranges::any_of(access_.reads, [&](const ReadAccess &read) {
      return read.array == field.name && !read.staysInside();
    });
  }

  /// The rules of sides after the original rules are written out.
  static void resolve(Sides &sides, bool goesRound) {
    for (Rule *rule : {&sides.low, &sides.high})
      *rule = rule->writtenOut(goesRound);
  }

  ExprPtr resolvedRead(const ExprPtr &read) const {
    const std::optional<Ruled> array = arrays_.ruledOf(read->name);
    if (!array)
      return nullptr;
    if (!hasPlace(read))
      return byClass(read);
    const std::vector<const ReadAccess *> made = readsAt(read);
    if (std::ranges::any_of(made,
                            [&](const ReadAccess *each) { return arrays_.isFoundBySteps(*each); }))
      return nullptr;
    std::vector<std::optional<std::int64_t>> offset;
    for (std::size_t axis = 0; axis < rank(); axis++) {
      const Affine distance = distanceAlong(axis, *toAffine(read->operands[axis]));
      if (!distance.isConstant() && made.empty())
        return makeReal(0); // under conditions that exclude each other
      offset.push_back(distance.isConstant() ? std::optional(distance.constant) : std::nullopt);
    }
    return along(0, {*array, read, offset});
  }

  static bool hasPlace(const ExprPtr &read) {
    return std::ranges::all_of(read->operands,
                               [](const ExprPtr &index) { return toAffine(index).has_value(); });
  }

  /// The reads of the same array at the same place.
  std::vector<const ReadAccess *> readsAt(const ExprPtr &read) const {
    std::vector<const ReadAccess *> found;
    for (const ReadAccess &known : access_.reads)
      if (known.array == read->name &&
          std::ranges::equal(known.index, read->operands,
                             [](const Affine &index, const ExprPtr &at) {
                               return sameValue(index, *toAffine(at));
                             }))
        found.push_back(&known);
    return found;
  }

  /// A read whose offset depends on the class of the point, as in y[i - i % 2]. If it has no
  /// constant offset in a class either, it is never made there, because the analysis rejects all
  /// other such reads.
  ExprPtr byClass(const ExprPtr &read) const {
    const auto last = static_cast<int>(rank()) - 1;
    const ExprPtr own = makeIndex(last, problem_.indexNames[last], read->where);
    const ExprPtr remainder = makeOp(Op::Rem, {own, makeInt(access_.period)});
    ExprPtr value;
    for (std::int64_t residue = access_.period; residue-- > 0;) {
      const IndexSet all = wholeGrid(problem_.extents, residue, access_.period);
      ExprPtr there = simplifyUnder(read, all, facts_);
      if (!hasPlace(there))
        there = makeReal(0);
      else if (const ExprPtr resolved = resolvedRead(there))
        there = resolved;
      value = value ? makeOp(Op::Select,
                             {makeOp(Op::Equal, {remainder, makeInt(residue)}), there, value})
                    : there;
    }
    return value;
  }

  struct Read {
    const Ruled &array;
    const ExprPtr &written;
    /// From the point, along earlier axes of images. nullopt: not a number, and no side with a
    /// rule to write out is beyond.
    std::vector<std::optional<std::int64_t>> offset;
  };

  ExprPtr index(const Read &read, std::size_t axis) const {
    return makeIndex(static_cast<int>(axis), problem_.indexNames[axis], read.written->where);
  }
  ExprPtr extent(std::size_t axis) const { return problem_.extents[axis]; }

  static ExprPtr sum(const ExprPtr &a, std::int64_t b) {
    if (b == 0)
      return a;
    return b > 0 ? makeOp(Op::Add, {a, makeInt(b)}) : makeOp(Op::Sub, {a, makeInt(-b)});
  }

  /// The index of a read along an axis.
  ExprPtr place(const Read &read, std::size_t axis) const {
    const std::optional<std::int64_t> offset = read.offset[axis];
    return offset ? sum(index(read, axis), *offset) : read.written->operands[axis];
  }

  /// The rule of the side to which a read is closer.
  static const Rule &ruleOf(std::size_t axis, const Read &read) {
    const Sides &sides = read.array.boundary[axis];
    return read.offset[axis] < 0 ? sides.low : sides.high;
  }

  /// The value of a read whose offsets along earlier axes are resolved.
  ExprPtr along(std::size_t axis, const Read &read) const {
    if (axis == rank()) {
      std::vector<ExprPtr> at;
      for (std::size_t k = 0; k < rank(); k++)
        at.push_back(place(read, k));
      return makeRead(read.array.name, std::move(at), read.written->where);
    }
    ExprPtr inside = along(axis + 1, read);
    const std::int64_t offset = read.offset[axis].value_or(0);
    const Rule &rule = ruleOf(axis, read);
    if (offset == 0 || !rule.isGiven() || rule.isRing())
      return inside;
    ExprPtr value = inside;
    const std::int64_t points = constantInt(extent(axis)).value_or(kMany);
    for (std::int64_t k = 0; k < std::min(std::abs(offset), points); k++) { // points from the side
      const ExprPtr place =
          offset < 0 ? makeInt(k) : makeOp(Op::Sub, {extent(axis), makeInt(k + 1)});
      const ExprPtr isThere = makeOp(Op::Equal, {index(read, axis), place}, read.written->where);
      value = makeOp(Op::Select, {isThere, beyond(axis, read, k), value});
    }
    return value;
  }

  /// The value of a read beyond the side, at a point that is k points from the side.
  ExprPtr beyond(std::size_t axis, const Read &read, std::int64_t k) const {
    const std::int64_t offset = *read.offset[axis];
    if (const auto points = constantInt(extent(axis)))
      return ghost(axis, read, k, *points);
    const Rule &rule = ruleOf(axis, read);
    const bool isLow = offset < 0;
    std::int64_t image = 0; // the distance of the image from the side, in points
    if (rule.hasImage()) {
      const std::int64_t at =
          rule.imageIndex(isLow).at((isLow ? k : kMany - 1 - k) + offset, kMany);
      image = isLow ? at : kMany - 1 - at;
    }
    ExprPtr value = ghost(axis, read, k, kMany);
    // On a grid with fewer points, the image lies beyond the other side.
    for (std::int64_t points = image; points > k && !RuledArrays::isFar(offset); points--)
      value = makeOp(Op::Select,
                     {makeOp(Op::Equal, {extent(axis), makeInt(points)}, read.written->where),
                      ghost(axis, read, k, points), value});
    return value;
  }

  /// The same for a grid of `points` points.
  ExprPtr ghost(std::size_t axis, Read read, std::int64_t k, std::int64_t points) const {
    const bool fromHigh = *read.offset[axis] > 0;
    const std::int64_t own = fromHigh ? points - 1 - k : k;
    std::int64_t at = own + *read.offset[axis];
    std::vector<std::pair<const Rule *, std::int64_t>> ghosts; // with their distances to images
    while (at < 0 || at >= points) {
      const Sides &sides = read.array.boundary[axis];
      const Rule &rule = at < 0 ? sides.low : sides.high;
      if (!rule.hasImage())
        return inGhosts(rule.value ? inPlace(rule.value, axis, read) : makeReal(0), ghosts,
                        {axis, read});
      const std::int64_t image = rule.imageIndex(at < 0).at(at, points);
      ghosts.emplace_back(&rule, std::abs(at - image));
      at = image;
    }
    const Read outside = read;
    read.offset[axis] = at - own;
    return inGhosts(along(axis + 1, read), ghosts, {axis, outside});
  }

  ExprPtr inGhosts(ExprPtr value, const std::vector<std::pair<const Rule *, std::int64_t>> &ghosts,
                   const std::pair<std::size_t, const Read &> &at) const {
    const auto part = [&](const ExprPtr &ofRule) { return inPlace(ofRule, at.first, at.second); };
    for (std::size_t k = ghosts.size(); k-- > 0;) {
      const auto &[rule, distance] = ghosts[k];
      value = plus(times(part(rule->factor), value), part(rule->value), rule->factor != nullptr);
      const ExprPtr rise = makeReal(static_cast<double>(distance));
      value =
          plus(value, rule->slope ? makeOp(Op::Mul, {part(rule->slope), rise}) : nullptr, false);
    }
    return value;
  }

  /// A part of a rule for a side of an axis, at the place of a read.
  ExprPtr inPlace(const ExprPtr &part, std::size_t axis, const Read &read) const {
    if (!part || part->paramsOnly)
      return part;
    return rewrite(part, [&](const ExprPtr &node) -> ExprPtr {
      if (node->op != Op::Index || node->integer >= kFirstLoopAxis)
        return nullptr;
      const auto along = static_cast<std::size_t>(node->integer);
      const bool isInside = along < axis && !RuledArrays::isPeriodic(read.array.boundary[along]);
      return isInside ? place(read, along) : brought(along, read);
    });
  }

  /// The index of a read along an axis, moved back into the grid: by the rules that have an image,
  /// else to the last point.
  ExprPtr brought(std::size_t axis, const Read &read) const {
    const Sides &sides = read.array.boundary[axis];
    ExprPtr at = place(read, axis);
    if (!read.offset[axis] && RuledArrays::isPeriodic(sides)) { // a remainder may be negative
      at = makeOp(Op::Add, {makeOp(Op::Rem, {at, extent(axis)}), extent(axis)});
      return makeOp(Op::Rem, {at, extent(axis)});
    }
    if (!read.offset[axis])
      return at;
    const std::int64_t offset = *read.offset[axis];
    const ExprPtr last = makeOp(Op::Sub, {extent(axis), makeInt(1)});
    const auto bring = [&](bool isLow) {
      const Rule &rule = isLow ? sides.low : sides.high;
      const ExprPtr isOut =
          isLow ? makeOp(Op::Less, {at, makeInt(0)}) : makeOp(Op::GreaterEqual, {at, extent(axis)});
      const ExprPtr image = rule.hasImage() ? rule.imageIndex(isLow).at(at, extent(axis))
                            : isLow         ? makeInt(0)
                                            : last;
      at = makeOp(Op::Select, {isOut, image, at});
    };
    // Each pair of moves reduces the distance by at least the number of points of the grid.
    const std::int64_t points = constantInt(extent(axis)).value_or(1);
    const bool hasPoints = RuledArrays::isFar(offset) && !constantInt(extent(axis));
    const std::int64_t most = hasPoints ? 1 : (std::abs(offset) + points - 1) / points;
    for (std::int64_t k = 0; k < most; k++) {
      bring(offset < 0);
      if (k + 1 < most)
        bring(offset > 0);
    }
    return at;
  }

  static ExprPtr times(const ExprPtr &factor, const ExprPtr &value) {
    if (!factor)
      return value;
    if (factor->op == Op::Constant && factor->real == -1)
      return makeOp(Op::Negate, {value});
    return makeOp(Op::Mul, {factor, value});
  }

  /// value + more. A product in a sum is contracted, as in all expressions.
  static ExprPtr plus(const ExprPtr &value, const ExprPtr &more, bool contracts) {
    if (!more)
      return value;
    const ExprPtr sum = makeOp(Op::Add, {value, more});
    return contracts && value->op == Op::Mul && sum->op == Op::Add ? markContracted(sum, 0) : sum;
  }

  const Problem &problem_;
  const Access &access_;
  const RuledArrays arrays_;
  const Facts facts_;
  Diagnostics &diagnostics_;
};

} // namespace

std::optional<Problem> resolveSides(const Problem &problem, const Access &access,
                                    Diagnostics &diagnostics) {
  const Problem known = withRulesOfNextPoints(problem, access);
  return Resolver(known, access, diagnostics).run();
}

} // namespace eulerc::compiler
