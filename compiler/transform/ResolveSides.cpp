#include "transform/ResolveSides.h"

#include "ir/Affine.h"

#include <algorithm>

namespace eulerc::compiler {
namespace {

/// Rules that steps know by themselves.
bool isKnown(const Rule &rule) {
  return rule.kind != Rule::Kind::Clamp && (rule.kind < Rule::Kind::Neumann || rule.isImage());
}

bool isPeriodic(const State &state, std::size_t axis) {
  return state.boundary[axis].low.kind == Rule::Kind::Periodic;
}

class Resolver {
public:
  Resolver(const Problem &problem, const Access &access, Diagnostics &diagnostics)
      : problem_(problem), access_(access), diagnostics_(diagnostics) {}

  std::optional<Problem> run() {
    Problem resolved = problem_;
    for (State &state : resolved.states) {
      state.derivative = rewrite(state.derivative, [&](const ExprPtr &node) {
        return node->op == Op::Read ? resolvedRead(node) : nullptr;
      });
      if (!needsIt(state))
        continue;
      for (std::size_t axis = 0; axis < rank(); axis++) {
        Sides &sides = state.boundary[axis];
        const bool goesRound = isRing(axis);
        for (Rule *rule : {&sides.low, &sides.high})
          *rule = {goesRound ? Rule::Kind::Periodic : Rule::Kind::None, {}, {}, {}, rule->where};
      }
    }
    return ok_ ? std::optional(std::move(resolved)) : std::nullopt;
  }

private:
  std::size_t rank() const { return problem_.extents.size(); }

  bool isRing(std::size_t axis) const {
    return std::ranges::any_of(problem_.states,
                               [&](const State &state) { return isPeriodic(state, axis); });
  }

  /// Whether a state has a rule that steps do not know.
  static bool mustBe(const State &state) {
    return std::ranges::any_of(state.boundary, [](const Sides &sides) {
      return !isKnown(sides.low) || !isKnown(sides.high);
    });
  }

  /// Whether a state keeps others from tiles: it has ends along an axis along which others go
  /// round, or is mirrored at the ends of rows of several classes.
  bool shouldBe(const State &state) const {
    for (std::size_t axis = 0; axis < rank(); axis++)
      if (isRing(axis) && !isPeriodic(state, axis))
        return true;
    const Sides &ends = state.boundary.back();
    return rank() > 1 && access_.period > 1 &&
           (ends.low.kind == Rule::Kind::Neumann || ends.high.kind == Rule::Kind::Neumann);
  }

  /// Whether all its reads that may leave the grid are at a constant distance.
  bool canBe(const State &state) const {
    return std::ranges::all_of(access_.reads, [&](const ReadAccess &read) {
      const bool isNear = read.offset && std::ranges::all_of(*read.offset, &Affine::isConstant);
      return read.array != state.name || read.staysInside || isNear;
    });
  }

  bool needsIt(const State &state) const {
    return mustBe(state) || (shouldBe(state) && canBe(state));
  }

  ExprPtr resolvedRead(const ExprPtr &read) {
    const auto state = std::ranges::find(problem_.states, read->name, &State::name);
    if (state == problem_.states.end() || !needsIt(*state))
      return nullptr;
    std::vector<std::int64_t> offset;
    for (std::size_t axis = 0; axis < rank(); axis++) {
      Affine own;
      own.perAxis[axis] = 1;
      const Affine rest = add(*toAffine(read->operands[axis]), own, -1);
      if (!rest.isConstant()) {
        refuseUnlessInside(*state, read);
        return nullptr;
      }
      offset.push_back(rest.constant);
    }
    return along(0, {*state, read, offset});
  }

  /// Reads that are not at a constant distance have to stay in the grid.
  void refuseUnlessInside(const State &state, const ExprPtr &read) {
    const bool stays = std::ranges::any_of(access_.reads, [&](const ReadAccess &known) {
      if (known.array != read->name || !known.staysInside)
        return false;
      for (std::size_t axis = 0; axis < rank(); axis++)
        if (!sameValue(known.index[axis], *toAffine(read->operands[axis])))
          return false;
      return true;
    });
    const auto hasRules = [](const Sides &sides) {
      return sides.low.kind != Rule::Kind::None || sides.high.kind != Rule::Kind::None;
    };
    if (stays || std::ranges::none_of(state.boundary, hasRules))
      return;
    ok_ = false;
    diagnostics_.error(read->where,
                       "'" + printShort(read) +
                           "' may lie outside of the grid, and such reads know 'dirichlet' and "
                           "'neumann(0)' alone");
    diagnostics_.hint("guard the read with a condition on its indices, or write the distance as a "
                      "number (or -D it)");
  }

  struct Read {
    const State &state;
    const ExprPtr &written;
    std::vector<std::int64_t> offset; ///< from the point
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

  /// Of the side that a read is nearer to.
  static const Rule &ruleOf(std::size_t axis, const Read &read) {
    const Sides &sides = read.state.boundary[axis];
    return read.offset[axis] < 0 ? sides.low : sides.high;
  }

  /// The value of a read whose offsets along the axes before are resolved.
  ExprPtr along(std::size_t axis, const Read &read) const {
    if (axis == rank()) {
      std::vector<ExprPtr> at;
      for (std::size_t k = 0; k < rank(); k++)
        at.push_back(sum(index(read, k), read.offset[k]));
      return makeRead(read.state.name, std::move(at), read.written->where);
    }
    const ExprPtr inside = along(axis + 1, read);
    const std::int64_t offset = read.offset[axis];
    const Rule &rule = ruleOf(axis, read);
    if (offset == 0 || rule.kind == Rule::Kind::None || rule.kind == Rule::Kind::Periodic)
      return inside;
    ExprPtr value = inside;
    for (std::int64_t k = 0; k < std::abs(offset); k++) { // points from the side to the point
      const ExprPtr place =
          offset < 0 ? makeInt(k) : makeOp(Op::Sub, {extent(axis), makeInt(k + 1)});
      const ExprPtr isThere = makeOp(Op::Equal, {index(read, axis), place});
      value = makeOp(Op::Select, {isThere, beyond(axis, read, k), value});
    }
    return value;
  }

  /// What is read k points from the side, beyond which it leads.
  ExprPtr beyond(std::size_t axis, const Read &read, std::int64_t k) const {
    const std::int64_t offset = read.offset[axis];
    // On a grid of fewer points than the image is away, the image lies beyond the other side.
    const bool isMirror = ruleOf(axis, read).kind == Rule::Kind::Neumann;
    ExprPtr value = ghost(axis, read, k, 1 << 30);
    for (std::int64_t points = isMirror ? std::abs(offset) - k - 1 : 0; points > k; points--)
      value = makeOp(Op::Select, {makeOp(Op::Equal, {extent(axis), makeInt(points)}),
                                  ghost(axis, read, k, points), value});
    return value;
  }

  /// The same on a grid of so many points.
  ExprPtr ghost(std::size_t axis, Read read, std::int64_t k, std::int64_t points) const {
    const bool fromHigh = read.offset[axis] > 0;
    const std::int64_t own = fromHigh ? points - 1 - k : k;
    std::int64_t at = own + read.offset[axis];
    std::vector<std::pair<const Rule *, std::int64_t>> ghosts; // with their distances to images
    while (at < 0 || at >= points) {
      const Sides &sides = read.state.boundary[axis];
      const Rule &rule = at < 0 ? sides.low : sides.high;
      if (rule.kind == Rule::Kind::None || rule.kind == Rule::Kind::Dirichlet)
        return inGhosts(rule.value ? rule.value : makeReal(0), ghosts);
      const bool isMirror = rule.kind == Rule::Kind::Neumann;
      const std::int64_t image =
          at < 0 ? (isMirror ? -1 - at : 0) : (isMirror ? 2 * points - 1 - at : points - 1);
      ghosts.emplace_back(&rule, std::abs(at - image));
      at = image;
    }
    read.offset[axis] = at - own;
    return inGhosts(along(axis + 1, read), ghosts);
  }

  static ExprPtr inGhosts(ExprPtr value,
                          const std::vector<std::pair<const Rule *, std::int64_t>> &ghosts) {
    for (std::size_t k = ghosts.size(); k-- > 0;) {
      const auto &[rule, distance] = ghosts[k];
      value = plus(times(rule->factor, value), rule->value);
      value =
          plus(value, rule->slope
                          ? makeOp(Op::Mul, {rule->slope, makeReal(static_cast<double>(distance))})
                          : nullptr);
    }
    return value;
  }

  static ExprPtr times(const ExprPtr &factor, const ExprPtr &value) {
    if (!factor)
      return value;
    if (factor->op == Op::Constant && factor->real == -1)
      return makeOp(Op::Negate, {value});
    return makeOp(Op::Mul, {factor, value});
  }

  /// A product in a sum is contracted with it, as everywhere.
  static ExprPtr plus(const ExprPtr &value, const ExprPtr &more) {
    if (!more)
      return value;
    const ExprPtr sum = makeOp(Op::Add, {value, more});
    return value->op == Op::Mul && sum->op == Op::Add ? markContracted(sum, 0) : sum;
  }

  const Problem &problem_;
  const Access &access_;
  Diagnostics &diagnostics_;
  bool ok_ = true;
};

} // namespace

std::optional<Problem> resolveSides(const Problem &problem, const Access &access,
                                    Diagnostics &diagnostics) {
  return Resolver(problem, access, diagnostics).run();
}

} // namespace eulerc::compiler
