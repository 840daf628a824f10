#include "transform/ShareShifts.h"

#include "analysis/Shifts.h"

#include "ir/Affine.h"

#include <algorithm>
#include <set>

namespace eulerc::compiler {
namespace {

/// Costs in operations, as Functions.h counts them.
constexpr double kQuantity = 12; ///< for storing a quantity and for its part of a level
constexpr double kLevel = 12;    ///< for the level that the first quantity needs
constexpr double kRead = 1;
/// The least saving: operations of a point, and their share of all operations. On a core with
/// AVX-512, linear steps, where a quantity is a pass through memory, gain from 25 operations on
/// (1.0 to 1.1 times faster, 2026-11-25), and tiles from 5 on (1.1 to 1.6 times).
constexpr double kLeastSaved = 40, kLeastPart = 0.15;
constexpr std::size_t kMostQuantities = 16, kMostCandidates = 32, kMostValues = 8000;

/// The extent of a value's reads, relative to its place.
struct Footprint {
  std::array<std::int64_t, kMaxAxes> low{}, high{};
  std::array<bool, kMaxAxes> usesIndex{};
  std::set<std::string> arrays;

  void include(std::size_t axis, std::int64_t distance) {
    const bool isFirst = arrays.empty();
    low[axis] = isFirst ? distance : std::min(low[axis], distance);
    high[axis] = isFirst ? distance : std::max(high[axis], distance);
  }
};

/// A kind of values that may become a quantity.
struct Candidate {
  std::size_t kind = 0, value = 0; ///< `value`: the first of its kind
  Footprint footprint;
  std::array<std::int64_t, kMaxAxes> home{}; ///< the place of the quantity relative to the value's
};

class ShiftSharer {
public:
  explicit ShiftSharer(const Problem &problem)
      : problem_(problem), rank_(problem.extents.size()), shifts_(rootsOf(problem), rank_) {}

  SharedProblem run() {
    SharedProblem result{problem_, {}};
    if (shifts_.values().size() > kMostValues)
      return result;
    findCandidates();
    choose();
    const double before = costWith({}), after = costWith(chosen_);
    for (const std::size_t each : chosen_) {
      addQuantity(result.problem, candidates_[each]);
      result.shared.push_back({result.problem.states.back().name,
                               shifts_.values()[candidates_[each].value].node,
                               placesOf(candidates_[each].kind).size(), before, after});
    }
    if (!chosen_.empty())
      for (std::size_t state = 0; state < liveOutStates(problem_); state++)
        result.problem.states[state].derivative = TopDown([this](const ExprPtr &node) {
          return inQuantities(node);
        })(problem_.states[state].derivative);
    return result;
  }

private:
  using Chosen = std::set<std::size_t>; ///< of the candidates

  static std::vector<ExprPtr> rootsOf(const Problem &problem) {
    std::vector<ExprPtr> roots;
    for (std::size_t state = 0; state < liveOutStates(problem); state++)
      roots.push_back(problem.states[state].derivative);
    return roots;
  }

  // ---- candidates

  void findCandidates() {
    std::map<std::size_t, std::vector<std::size_t>> kinds;
    for (std::size_t k = 0; k < shifts_.values().size(); k++)
      if (canBeRead(shifts_.values()[k]))
        kinds[shifts_.values()[k].kind].push_back(k);
    std::vector<std::pair<double, Candidate>> found;
    for (const auto &[kind, values] : kinds) {
      if (values.size() < 2)
        continue;
      Candidate candidate{kind, values.front(), footprintOf(values.front()), {}};
      for (std::size_t axis = 0; axis < rank_; axis++) {
        const std::int64_t both = candidate.footprint.low[axis] + candidate.footprint.high[axis];
        candidate.home[axis] = both >= 0 ? both / 2 : -((1 - both) / 2);
      }
      const double most = costBelow(values.front()) * static_cast<double>(values.size() - 1);
      if (most > kLeastSaved && isSafe(candidate, values))
        found.emplace_back(most, std::move(candidate));
    }
    std::ranges::stable_sort(found, std::greater<>(), &std::pair<double, Candidate>::first);
    for (auto &[most, candidate] : found)
      if (candidates_.size() < kMostCandidates)
        candidates_.push_back(std::move(candidate));
  }

  bool canBeRead(const ShiftedValue &value) const {
    for (std::size_t axis = 0; axis < rank_; axis++)
      if (!value.place[axis])
        return false;
    return value.isNear && value.isRounded && value.node->type == Type::Real && value.cost > 0;
  }

  Footprint footprintOf(std::size_t number) const {
    Footprint footprint;
    const Place &from = shifts_.values()[number].place;
    forEachBelow(number, [&](const ShiftedValue &value) {
      const bool isRead = value.node->op == Op::Read;
      for (std::size_t axis = 0; axis < rank_; axis++)
        if (isRead)
          footprint.include(axis, *value.place[axis] - *from[axis]);
        else if (value.operands.empty() && value.place[axis])
          footprint.usesIndex[axis] = true;
      if (isRead)
        footprint.arrays.insert(value.node->name);
    });
    return footprint;
  }

  double costBelow(std::size_t number) const {
    double cost = 0;
    forEachBelow(number, [&](const ShiftedValue &value) { cost += value.cost; });
    return cost;
  }

  template <class Visit> void forEachBelow(std::size_t number, const Visit &visit) const {
    std::vector<bool> seen(shifts_.values().size());
    std::vector<std::size_t> open = {number};
    while (!open.empty()) {
      const std::size_t next = open.back();
      open.pop_back();
      if (seen[next])
        continue;
      seen[next] = true;
      visit(shifts_.values()[next]);
      for (const std::size_t operand : shifts_.values()[next].operands)
        open.push_back(operand);
    }
  }

  /// Whether the value exists at all points, and also beyond a ring's end.
  bool isSafe(const Candidate &candidate, const std::vector<std::size_t> &values) const {
    const Footprint &footprint = candidate.footprint;
    if (footprint.arrays.empty())
      return false;
    for (std::size_t axis = 0; axis < rank_; axis++) {
      const bool stays = std::ranges::all_of(
          values, [&](std::size_t value) { return placeOf(candidate, value)[axis] == 0; });
      const bool isAtHome = footprint.low[axis] == footprint.high[axis];
      bool isRing = true, isRuled = true;
      for (const std::string &array : footprint.arrays) {
        const Sides &sides = boundaryOf(array)[axis];
        isRing = isRing && sides.low.isRing();
        isRuled = isRuled && sides.low.isGiven() && sides.high.isGiven();
      }
      const bool isMixed = hasRing(axis) && !isRing;
      if ((!isRuled && !isAtHome) || (!stays && (isMixed || (isRing && footprint.usesIndex[axis]))))
        return false;
    }
    return true;
  }

  const std::vector<Sides> &boundaryOf(const std::string &array) const {
    const auto state = std::ranges::find(problem_.states, array, &State::name);
    if (state != problem_.states.end())
      return state->boundary;
    return std::ranges::find(problem_.fields, array, &Field::name)->boundary;
  }

  bool hasRing(std::size_t axis) const {
    return std::ranges::any_of(
        problem_.states, [&](const State &state) { return state.boundary[axis].low.isRing(); });
  }

  // ---- choice

  /// Starts with no quantity, and if that does not help, with all outermost candidates: fluxes of
  /// several species share operations that are saved only if all of them are quantities.
  void choose() {
    const double whole = costWith({});
    const double least = whole - std::max(kLeastSaved, kLeastPart * whole);
    for (const bool isFromAll : {false, true}) {
      chosen_ = isFromAll ? outermost() : Chosen();
      if (chosen_.size() <= kMostQuantities && improve(costWith(chosen_)) <= least)
        return;
    }
    chosen_.clear();
  }

  /// Adds or removes kinds one by one while the cost falls; returns the cost.
  double improve(double best) {
    for (bool isBetter = true; isBetter;) {
      isBetter = false;
      Chosen next;
      for (std::size_t k = 0; k < candidates_.size(); k++) {
        Chosen other = chosen_;
        if (!other.erase(k))
          other.insert(k);
        if (other.size() > kMostQuantities)
          continue;
        if (const double cost = costWith(other); cost < best - 0.5) {
          best = cost;
          next = std::move(other);
          isBetter = true;
        }
      }
      if (isBetter)
        chosen_ = std::move(next);
    }
    return best;
  }

  /// The candidates that are no part of another one.
  Chosen outermost() const {
    Chosen found;
    std::set<std::size_t> inner; // kinds
    for (const Candidate &candidate : candidates_)
      forEachBelow(candidate.value, [&](const ShiftedValue &value) {
        if (value.kind != candidate.kind)
          inner.insert(value.kind);
      });
    for (std::size_t k = 0; k < candidates_.size(); k++)
      if (!inner.contains(candidates_[k].kind))
        found.insert(k);
    return found;
  }

  /// The operations of a point if some kinds are quantities.
  double costWith(const Chosen &chosen) const {
    double cost = chosen.empty() ? 0 : kLevel;
    std::set<std::size_t> kinds;
    for (const std::size_t each : chosen)
      kinds.insert(candidates_[each].kind);
    std::vector<bool> seen(shifts_.values().size());
    for (const ExprPtr &root : rootsOf(problem_))
      cost += costOfPoint(shifts_.numberOf(root), kinds, seen);
    std::set<std::pair<std::size_t, Place>> common; // values at the point of the quantities
    for (const std::size_t each : chosen)
      cost += kQuantity + costOfQuantity(candidates_[each], common);
    return cost;
  }

  double costOfPoint(std::size_t number, const std::set<std::size_t> &kinds,
                     std::vector<bool> &seen) const {
    if (seen[number])
      return 0;
    seen[number] = true;
    const ShiftedValue &value = shifts_.values()[number];
    if (kinds.contains(value.kind) && canBeRead(value))
      return kRead;
    double cost = value.cost;
    for (const std::size_t operand : value.operands)
      cost += costOfPoint(operand, kinds, seen);
    return cost;
  }

  double costOfQuantity(const Candidate &candidate,
                        std::set<std::pair<std::size_t, Place>> &common) const {
    const Place shift = placeOf(candidate, candidate.value);
    double cost = 0;
    forEachBelow(candidate.value, [&](const ShiftedValue &value) {
      Place at = value.place;
      for (std::size_t axis = 0; axis < rank_; axis++)
        if (at[axis])
          *at[axis] -= *shift[axis];
      if (common.emplace(value.kind, at).second)
        cost += value.cost;
    });
    return cost;
  }

  /// The place at which reading the quantity gives the value.
  Place placeOf(const Candidate &candidate, std::size_t value) const {
    Place place = shifts_.values()[value].place;
    for (std::size_t axis = 0; axis < rank_; axis++)
      *place[axis] += candidate.home[axis];
    return place;
  }

  std::set<Place> placesOf(std::size_t kind) const {
    std::set<Place> places;
    for (const ShiftedValue &value : shifts_.values())
      if (value.kind == kind && canBeRead(value))
        places.insert(value.place);
    return places;
  }

  // ---- the new problem

  void addQuantity(Problem &to, const Candidate &candidate) {
    const ExprPtr &value = shifts_.values()[candidate.value].node;
    State state;
    state.name = freeName("common_");
    state.array = state.name;
    state.gives = Gives::Let;
    for (std::size_t axis = 0; axis < rank_; axis++)
      state.boundary.push_back(
          {Rule::ofAxis(hasRing(axis), value->where), Rule::ofAxis(hasRing(axis), value->where)});
    state.derivative = moved(value, placeOf(candidate, candidate.value));
    state.indexNames = problem_.indexNames;
    state.where = value->where;
    names_.emplace(candidate.kind, state.name);
    of_.emplace(candidate.kind, &candidate);
    to.states.push_back(std::move(state));
  }

  std::string freeName(const std::string &prefix) const {
    std::string name = prefix + std::to_string(names_.size());
    const auto isTaken = [&](const auto &all) {
      return std::ranges::any_of(all, [&](const auto &each) { return each.name == name; });
    };
    while (isTaken(problem_.states) || isTaken(problem_.fields) || isTaken(problem_.params) ||
           isTaken(problem_.data))
      name += "_";
    return name;
  }

  ExprPtr index(std::size_t axis, std::int64_t distance) const {
    ExprPtr own = makeIndex(static_cast<int>(axis), problem_.indexNames[axis]);
    if (distance == 0)
      return own;
    return distance > 0 ? makeOp(Op::Add, {own, makeInt(distance)})
                        : makeOp(Op::Sub, {own, makeInt(-distance)});
  }

  /// The value as seen from another place.
  ExprPtr moved(const ExprPtr &value, const Place &place) const {
    return TopDown([&](const ExprPtr &node) -> ExprPtr {
      if (node->op == Op::Read) {
        std::vector<std::int64_t> distance = *distanceOf(*node);
        for (std::size_t axis = 0; axis < rank_; axis++)
          distance[axis] -= *place[axis];
        return readAt(node, distance);
      }
      if (node->op == Op::Index)
        return index(static_cast<std::size_t>(node->integer),
                     -*place[static_cast<std::size_t>(node->integer)]);
      return nullptr;
    })(value);
  }

  ExprPtr readAt(const ExprPtr &read, const std::vector<std::int64_t> &distance) const {
    std::vector<ExprPtr> at;
    for (std::size_t axis = 0; axis < rank_; axis++)
      at.push_back(index(axis, distance[axis]));
    return makeRead(read->name, std::move(at), read->where);
  }

  ExprPtr inQuantities(const ExprPtr &node) const {
    if (node->type != Type::Real || !shifts_.has(node))
      return nullptr;
    const std::size_t number = shifts_.numberOf(node);
    const ShiftedValue &value = shifts_.values()[number];
    const auto of = of_.find(value.kind);
    if (of == of_.end() || !canBeRead(value))
      return nullptr;
    return along(0, node, *of->second, placeOf(*of->second, number));
  }

  /// The quantity's value; or, next to walls along this axis and later ones, the value computed by
  /// the equation itself.
  ExprPtr along(std::size_t axis, const ExprPtr &node, const Candidate &of,
                const Place &place) const {
    if (axis == rank_) {
      std::vector<ExprPtr> at;
      for (std::size_t k = 0; k < rank_; k++)
        at.push_back(index(k, *place[k]));
      return makeRead(names_.at(of.kind), std::move(at), node->where);
    }
    ExprPtr value = along(axis + 1, node, of, place);
    const std::int64_t distance = *place[axis];
    for (std::int64_t k = 0; k < std::abs(distance) && !hasRing(axis); k++) {
      const ExprPtr wall =
          distance < 0 ? makeInt(k) : makeOp(Op::Sub, {problem_.extents[axis], makeInt(k + 1)});
      const ExprPtr isThere = makeOp(Op::Equal, {index(axis, 0), wall});
      value = makeOp(Op::Select, {isThere, atWall(axis, node, distance < 0, k), value});
    }
    return value;
  }

  /// The value computed at a point that is k points from a wall. Reads beyond the wall are replaced
  /// by their images, so that the equation reads no farther there than elsewhere.
  ExprPtr atWall(std::size_t axis, const ExprPtr &node, bool isLow, std::int64_t k) const {
    return TopDown([&](const ExprPtr &part) -> ExprPtr {
      if (part->op != Op::Read)
        return nullptr;
      std::vector<std::int64_t> distance = *distanceOf(*part);
      const Sides &sides = boundaryOf(part->name)[axis];
      const std::int64_t inwards = isLow ? distance[axis] : -distance[axis];
      const std::int64_t at = imageOf(isLow ? sides.low : sides.high, k + inwards) - k;
      distance[axis] = isLow ? at : -at;
      return readAt(part, distance);
    })(node);
  }

  /// The image of a point beyond a wall. Both are counted inwards from the wall's first point.
  static std::int64_t imageOf(const Rule &rule, std::int64_t at) {
    if (at >= 0)
      return at;
    if (!rule.hasImage())
      return rule.value && rule.value->paramsOnly ? -1 : at;
    return rule.hasImageOnly() ? rule.imageIndex(true).at(at, 0) : at;
  }

  const Problem &problem_;
  const std::size_t rank_;
  const Shifts shifts_;
  std::vector<Candidate> candidates_;
  Chosen chosen_;
  std::map<std::size_t, std::string> names_; ///< of the quantities, by kind
  std::map<std::size_t, const Candidate *> of_;
};

} // namespace

SharedProblem shareShifts(const Problem &problem) { return ShiftSharer(problem).run(); }

} // namespace eulerc::compiler
