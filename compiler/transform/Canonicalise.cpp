#include "transform/Canonicalise.h"

#include "analysis/PointSources.h"

#include <algorithm>

namespace eulerc::compiler {
namespace {

class Canonicaliser {
public:
  Canonicaliser(const Problem &problem, const Access &access)
      : problem_(problem), access_(access), facts_(factsOf(problem)) {
    for (const State &state : problem.states)
      system_.arrays.push_back({state.name, false, state.boundary, identifierOf(state), state.gives,
                                false, system_.arrays.size(), state.array});
    for (const Field &field : problem.fields)
      system_.arrays.push_back(
          {field.name, true, field.boundary, field.name, Gives::Rate, false, 0, field.name});
    system_.stateCount = problem.states.size();
    system_.cycle.liveOut = liveOutStates(problem);
    system_.data = problem.data;
    system_.series = problem.series;
    system_.indexNames = problem.indexNames;
    system_.extents = problem.extents;
    system_.period = access.period;
    system_.interior = wholeGrid(problem.extents, 0, 1);
    system_.interior.period = access.period;
  }

  System run() {
    for (std::size_t state = 0; state < problem_.states.size(); state++)
      for (std::int64_t residue = 0; residue < access_.period; residue++) {
        const IndexSet all = wholeGrid(problem_.extents, residue, access_.period);
        const ExprPtr edge =
            markSafeReads(simplifyUnder(problem_.states[state].derivative, all, facts_));
        system_.equations.push_back({state, residue, nullptr, edge, ""});
      }
    const std::size_t rates = system_.equations.size();
    addChanges();
    // Guards first: points that they exclude from the interior need not stay inside the grid.
    for (const Equation &equation : system_.equations)
      forEachNode(equation.edge, [&](const ExprPtr &node) { narrowByGuard(node); });
    simplifyInterior();
    const IndexSet unguarded = system_.interior;
    const std::vector<Equation> there = system_.equations;
    for (const Equation &equation : there)
      forEachNode(equation.interior, [&](const ExprPtr &node) { narrowByRead(node); });
    simplifyInterior();
    if (!system_.pointSources.empty()) { // computed as at the edge
      for (const Equation &equation : there)
        forEachNode(equation.edge, [&](const ExprPtr &node) { narrowByRead(node); });
      simplifyInterior();
    }
    findFull(unguarded, there);
    const auto changes = system_.equations.begin() + static_cast<std::ptrdiff_t>(rates);
    system_.changes.assign(changes, system_.equations.end());
    system_.equations.erase(changes, system_.equations.end());
    return std::move(system_);
  }

private:
  std::size_t rank() const { return problem_.extents.size(); }

  /// Adds the changes of states by `when`, which follow the equations.
  void addChanges() {
    for (std::size_t state = 0; state < problem_.states.size(); state++)
      for (std::int64_t residue = 0; residue < access_.period && problem_.states[state].after;
           residue++) {
        const IndexSet all = wholeGrid(problem_.extents, residue, access_.period);
        system_.equations.push_back({state, residue, nullptr,
                                     simplifyUnder(problem_.states[state].after, all, facts_), ""});
      }
  }

  /// "f_3" for the species "f[3]", unless another array has that name.
  std::string identifierOf(const State &state) const {
    if (!state.species)
      return state.name;
    const auto isTaken = [&](const std::string &name) {
      return std::ranges::find(problem_.states, name, &State::name) != problem_.states.end() ||
             std::ranges::find(problem_.fields, name, &Field::name) != problem_.fields.end();
    };
    std::string name = state.array + "_" + std::to_string(*state.species);
    while (isTaken(name))
      name += "_";
    return name;
  }

  Bounds &interior(std::size_t axis) { return system_.interior.along[axis]; }
  Affine extent(std::size_t axis) const { return *toAffine(problem_.extents[axis]); }

  /// Simplifies the interior's equations: they lose their guards, and point sources are recorded
  /// where some guards are open. Point sources of a larger interior are kept, because equations are
  /// also computed as in the interior there (findFull).
  void simplifyInterior() {
    for (Equation &equation : system_.equations) {
      IndexSet interior = system_.interior;
      interior.residue = equation.residue;
      PointSources found =
          findPointSources(simplifyUnder(equation.edge, interior, facts_), interior, rank());
      equation.interior = found.elsewhere;
      addPointSources(system_.pointSources, std::move(found.boxes), rank());
    }
  }

  /// Sets the full points. These are `unguarded`, the points at which guards are closed, if the
  /// equations `there` equal the interior's; else the interior only.
  void findFull(const IndexSet &unguarded, const std::vector<Equation> &there) {
    const bool isSame =
        std::ranges::equal(there, system_.equations, [](const Equation &a, const Equation &b) {
          return sameValue(a.interior, b.interior);
        });
    const IndexSet whole = wholeGrid(problem_.extents, 0, 1);
    for (std::size_t axis = 0; axis < rank(); axis++) {
      const Bounds &bounds = (isSame ? unguarded : system_.interior).along[axis];
      const auto keep = [](const std::vector<Affine> &from, const std::vector<Affine> &trivial,
                           std::vector<Affine> &to) {
        std::ranges::copy_if(from, std::back_inserter(to), [&](const Affine &bound) {
          return trivial.empty() || !sameValue(bound, trivial.front());
        });
      };
      keep(bounds.low, whole.along[axis].low, system_.full.along[axis].low);
      keep(bounds.high, whole.along[axis].high, system_.full.along[axis].high);
    }
  }

  /// Shrinks the interior so that a near read stays in the grid.
  void narrowByRead(const ExprPtr &node) {
    if (node->op != Op::Read)
      return;
    std::vector<Affine> offset;
    for (std::size_t axis = 0; axis < rank(); axis++) {
      offset.push_back(distanceAlong(axis, *toAffine(node->operands[axis])));
      if (!offset.back().usesNoIndex())
        return; // far reads are tested at run time
    }
    for (std::size_t axis = 0; axis < rank(); axis++) {
      low(axis, add({}, offset[axis], -1));
      high(axis, add(add(extent(axis), constantAffine(1), -1), offset[axis], -1));
    }
  }

  /// Shrinks the interior so that a condition on one index has one value in it, if the condition
  /// changes near an end of the grid.
  void narrowByGuard(const ExprPtr &node) {
    if (node->op == Op::Rem) {
      // C's remainder gives the class only if the dividend is not negative.
      const auto dividend = toAffine(node->operands[0]);
      const int axis = dividend ? onlyAxis(*dividend) : -1;
      if (axis >= 0 && dividend->perAxis[axis] == 1 && dividend->terms.empty())
        low(axis, constantAffine(-dividend->constant));
    } else if (isComparison(node->op) && node->operands[0]->type == Type::Int) {
      narrowByComparison(node);
    }
  }

  void narrowByComparison(const ExprPtr &node) {
    const auto a = toAffine(node->operands[0]), b = toAffine(node->operands[1]);
    if (!a || !b)
      return;
    const Affine difference = add(*a, *b, -1);
    const int axis = onlyAxis(difference);
    const std::int64_t factor = axis < 0 ? 0 : difference.perAxis[axis];
    if (factor != 1 && factor != -1)
      return;
    Affine root = add({}, difference, -factor); // the index where both sides are equal
    root.perAxis = {};
    // i < root and i >= root change between root - 1 and root, i <= root and i > root after root.
    const bool upward = factor == 1;
    const bool before = node->op == (upward ? Op::Less : Op::Greater) ||
                        node->op == (upward ? Op::GreaterEqual : Op::LessEqual);
    const bool isEquality = node->op == Op::Equal || node->op == Op::NotEqual;
    const Affine fromEnd = add(root, extent(axis), -1);
    if (isNear(root))
      low(axis, before ? root : add(root, constantAffine(1)));
    else if (isNear(fromEnd))
      high(axis, before || isEquality ? add(root, constantAffine(1), -1) : root);
  }

  /// Whether a distance from an end of the grid gives a thin edge.
  static bool isNear(const Affine &distance) {
    return distance.isConstant() && std::abs(distance.constant) <= kThin;
  }

  /// The only grid index an expression depends on, or -1.
  int onlyAxis(const Affine &expr) const {
    int found = -1;
    for (int variable = 0; variable < kMaxVariables; variable++)
      if (expr.perAxis[variable] != 0) {
        if (found >= 0 || variable >= static_cast<int>(rank()))
          return -1;
        found = variable;
      }
    return found;
  }

  void low(std::size_t axis, const Affine &bound) { addTightest(interior(axis).low, bound, 1); }
  void high(std::size_t axis, const Affine &bound) { addTightest(interior(axis).high, bound, -1); }

  /// Marks the far reads that the analysis has proved to stay inside wherever they are evaluated.
  ExprPtr markSafeReads(const ExprPtr &derivative) const {
    return rewrite(derivative, [&](const ExprPtr &node) -> ExprPtr {
      if (node->op != Op::Read || !isFar(node))
        return nullptr;
      bool known = false;
      for (const ReadAccess &read : access_.reads)
        if (read.array == node->name && sameIndex(read, node)) {
          if (!read.staysInside())
            return nullptr;
          known = true;
        }
      return known ? markInside(node) : nullptr;
    });
  }

  bool isFar(const ExprPtr &read) const {
    for (std::size_t axis = 0; axis < rank(); axis++)
      if (!distanceAlong(axis, *toAffine(read->operands[axis])).usesNoIndex())
        return true;
    return false;
  }

  static bool sameIndex(const ReadAccess &read, const ExprPtr &node) {
    for (std::size_t axis = 0; axis < read.index.size(); axis++)
      if (!sameValue(read.index[axis], *toAffine(node->operands[axis])))
        return false;
    return true;
  }

  const Problem &problem_;
  const Access &access_;
  const Facts facts_;
  System system_;
};

} // namespace

System canonicalise(const Problem &problem, const Access &access) {
  return Canonicaliser(problem, access).run();
}

} // namespace eulerc::compiler
