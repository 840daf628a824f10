#include "analysis/Analyse.h"

#include "AffineChecks.h"
#include "Period.h"
#include "RangeChecks.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>

namespace eulerc::compiler {
namespace {

/// The limit for pairs of a node and a set of points that are visited for one equation.
constexpr std::size_t kMostVisits = 300'000;

class Analysis {
public:
  Analysis(const Problem &problem, Diagnostics &diagnostics)
      : problem_(problem), diagnostics_(diagnostics), facts_(factsOf(problem)),
        defaults_(defaultNumbers(problem)), rank_(problem.extents.size()),
        affine_(problem, diagnostics), ranges_(problem, access_, diagnostics) {}

  std::optional<Access> run() {
    if (!checkExtents())
      return std::nullopt;
    access_.period = periodOf(problem_);
    access_.remainders = remaindersOf(problem_, access_.period);
    for (std::size_t state = 0; state < problem_.states.size(); state++)
      for (std::int64_t residue = 0; residue < access_.period; residue++) {
        reader_ = state;
        visited_.clear();
        const IndexSet all = wholeGrid(problem_.extents, residue, access_.period);
        for (const ExprPtr &value :
             {problem_.states[state].derivative, problem_.states[state].after}) {
          if (!value)
            continue;
          const ExprPtr there = simplifyUnder(value, all, facts_);
          ranges_.enter(there, names());
          if (affine_.check(there, names()))
            walk(there, region(all));
        }
      }
    reader_ = 0;
    for (const State &state : problem_.states)
      if (state.initial && !readsFields(state.initial))
        checkInitial(state.initial);
    for (const Field &field : problem_.fields)
      if (field.initial)
        checkInitial(field.initial);
    ranges_.report();
    if (diagnostics_.hasErrors())
      return std::nullopt;
    measure();
    return std::move(access_);
  }

private:
  bool checkExtents() {
    const State &state = problem_.states.front();
    for (const ExprPtr &extent : problem_.extents) {
      const std::int64_t size = evaluate(extent, defaults_).integer;
      if (size > 0)
        continue;
      const std::string written = constantInt(extent) ? "its size" : print(extent);
      diagnostics_.error(state.where, "state '" + state.name + "' has no component: " + written +
                                          " is " + std::to_string(size));
      diagnostics_.hint(constantInt(extent)
                            ? "write how many points there are along the axis, 1 or more"
                            : "give the params in its brackets positive defaults");
      return false;
    }
    return true;
  }

  /// The names of the axes in the ddt of the reading state.
  const std::vector<std::string> &names() const { return problem_.states[reader_].indexNames; }

  /// A set of points at which something is evaluated. Equal sets are one object, so that their
  /// addresses identify them.
  struct Region {
    IndexSet set;
    bool isEmpty;
    const Region *around; ///< a region that contains this one; null: unknown
  };

  const Region &region(const IndexSet &set, const Region *around = nullptr) {
    std::unique_ptr<Region> &known = regions_[keyOf(set)];
    if (!known)
      known = std::make_unique<Region>(set, provedEmpty(set, facts_), around);
    return *known;
  }

  /// Whether a node was already visited for these points, or for a larger set.
  bool isVisited(const ExprPtr &node, const Region &where) const {
    for (const Region *region = &where; region; region = region->around)
      if (visited_.contains({node.get(), region}))
        return true;
    return false;
  }

  /// The values that both branches of a condition evaluate: s of c ? s + 1 : s. They are evaluated
  /// at all points, so they need not be visited for each part of these.
  static std::vector<ExprPtr> shared(const ExprPtr &yes, const ExprPtr &no) {
    const std::vector<ExprPtr> first = nearest(yes), second = nearest(no);
    std::vector<ExprPtr> both;
    std::ranges::copy_if(first, std::back_inserter(both), [&](const ExprPtr &node) {
      return std::ranges::find(second, node) != second.end();
    });
    return both;
  }

  /// Operations that an expression certainly evaluates; the expression itself comes first.
  static std::vector<ExprPtr> nearest(const ExprPtr &expr) {
    constexpr std::size_t most = 32;
    std::vector<ExprPtr> found = {expr};
    for (std::size_t k = 0; k < found.size() && found.size() < most; k++) {
      const ExprPtr node = found[k];
      if (node->op == Op::Select || node->op == Op::And || node->op == Op::Or ||
          node->op == Op::Loop)
        continue;
      for (const ExprPtr &operand : node->operands)
        if (!operand->operands.empty())
          found.push_back(operand);
    }
    return found;
  }

  void walk(const ExprPtr &expr, const Region &where) {
    if (where.isEmpty || isVisited(expr, where) || isTooMuch())
      return;
    visited_.insert({expr.get(), &where});
    keepAlive_.push_back(expr);
    const IndexSet &set = where.set;
    switch (expr->op) {
    case Op::Select:
      walk(expr->operands[0], where);
      for (const ExprPtr &node : shared(expr->operands[1], expr->operands[2]))
        walk(node, where);
      walk(expr->operands[1], region(refine(set, expr->operands[0], true), &where));
      walk(expr->operands[2], region(refine(set, expr->operands[0], false), &where));
      return;
    case Op::And:
    case Op::Or:
      walk(expr->operands[0], where);
      walk(expr->operands[1], region(refine(set, expr->operands[0], expr->op == Op::And), &where));
      return;
    case Op::Loop: {
      ranges_.nameVariable(*expr->operands[0]);
      walk(expr->operands[1], where);
      walk(expr->operands[2], where);
      if (boundsAreOfData(*expr))
        ranges_.checkLoop(expr, set);
      const Region &inside = region(insideLoop(set, expr));
      for (std::size_t k = 3; k < expr->operands.size(); k += 3) {
        walk(expr->operands[k + 1], where);
        walk(expr->operands[k + 2], inside);
      }
      return;
    }
    case Op::Read:
      return read(expr, set);
    case Op::Entry:
      return entry(expr, set);
    default:
      for (const ExprPtr &operand : expr->operands)
        walk(operand, where);
    }
  }

  /// Whether too many combinations of conditions on indices were visited. Reports this once.
  bool isTooMuch() {
    if (visited_.size() <= kMostVisits)
      return false;
    const State &state = problem_.states[reader_];
    if (!reported_.insert(state.where.str()).second)
      return true;
    diagnostics_.error(state.where, "the conditions on indices in ddt(" + state.name +
                                        ") meet in more than " + std::to_string(kMostVisits) +
                                        " ways");
    diagnostics_.hint("put what holds under the same condition under one 'if'");
    return true;
  }

  void read(const ExprPtr &expr, const IndexSet &set) {
    ReadAccess read;
    read.array = expr->name;
    read.reader = reader_;
    const auto state = std::ranges::find(problem_.states, expr->name, &State::name);
    read.isField = state == problem_.states.end();
    const std::vector<Sides> &boundary =
        read.isField ? std::ranges::find(problem_.fields, expr->name, &Field::name)->boundary
                     : state->boundary;
    read.when = set;
    read.where = expr->where;
    read.text = printShort(expr);
    std::vector<Affine> offset;
    std::vector<Span> reach;
    for (std::size_t axis = 0; axis < rank_; axis++) {
      const Affine index = *toAffine(expr->operands[axis]);
      const Affine rest = distanceAlong(axis, index);
      if (rest.usesNoIndex())
        offset.push_back(rest);
      const Span span{overLoops(rest, set, -1), overLoops(rest, set, 1)};
      if (isTooFar(rest) || isTooFar(span.least) || isTooFar(span.most))
        return refuseTooFar(read);
      if (span.least.usesNoIndex() && span.most.usesNoIndex())
        reach.push_back(span);
      read.leaves.push_back(!ranges_.stays(expr, axis, boundary[axis], set));
      read.index.push_back(index);
    }
    for (const ExprPtr &index : expr->operands)
      walk(index, region(set));
    if (offset.size() == rank_)
      read.offset = std::move(offset);
    if (reach.size() == rank_) {
      if (!read.isField) {
        const auto number = state - problem_.states.begin();
        read.distance = {flatDistance(reach, &Span::least, number),
                         flatDistance(reach, &Span::most, number)};
      }
      read.reach = std::move(reach);
    }
    access_.reads.push_back(std::move(read));
  }

  /// Whether an index is farther from the point than any grid is long, for the defaults of params.
  bool isTooFar(const Affine &distance) const {
    constexpr std::int64_t farthest = std::int64_t{1} << 40;
    const std::int64_t value =
        distance.usesNoIndex() ? evaluate(distance, defaults_) : distance.constant;
    return value > farthest || value < -farthest;
  }

  void refuseTooFar(const ReadAccess &read) {
    if (!reported_.insert(read.where.str() + read.text).second)
      return;
    diagnostics_.error(read.where, "'" + read.text + "' is more than 2^40 points away");
    diagnostics_.hint("no grid is so long: read a component that is nearer");
  }

  /// The least (sign -1) or greatest (1) value over the loops around the expression. Grid indices
  /// stay.
  static Affine overLoops(Affine expr, const IndexSet &set, int sign) {
    for (int variable = kFirstLoopAxis; variable < kMaxVariables; variable++) {
      const std::int64_t factor = expr.perAxis[variable];
      const Bounds &bounds = set.along[variable];
      const std::vector<Affine> &ends = (factor > 0) == (sign > 0) ? bounds.high : bounds.low;
      if (factor == 0 || ends.empty())
        continue;
      expr.perAxis[variable] = 0;
      expr = add(expr, ends.front(), factor);
    }
    return expr;
  }

  void entry(const ExprPtr &expr, const IndexSet &set) {
    const Data &data = *find(problem_.data, expr->name);
    for (std::size_t axis = 0; axis < expr->operands.size(); axis++) {
      walk(expr->operands[axis], region(set));
      ranges_.checkEntry(expr, data, axis, set);
    }
  }

  void checkInitial(const ExprPtr &initial) {
    const bool readsData = anyNode(initial, [&](const Expr &node) {
      return node.op == Op::Entry && !find(problem_.data, node.name)->isTable();
    });
    if (!readsData)
      return checkEntries(initial);
    visited_.clear();
    ranges_.enter(initial, names());
    if (affine_.checkInitial(initial, names()))
      walk(initial, region(wholeGrid(problem_.extents, 0, 1)));
  }

  /// Checks the entries of an initial value. The host computes it, and an entry beyond a table is 0
  /// there; but an index that is always wrong is still an error.
  void checkEntries(const ExprPtr &initial) {
    const IndexSet all = wholeGrid(problem_.extents, 0, 1);
    forEachNode(initial, [&](const ExprPtr &node) {
      if (node->op != Op::Entry)
        return;
      const auto index = toAffine(node->operands[0]);
      const bool ofPoint =
          index && std::all_of(index->perAxis.begin() + rank_, index->perAxis.end(),
                               [](std::int64_t factor) { return factor == 0; });
      if (ofPoint && !anyNode(initial, [](const Expr &n) { return n.op == Op::Select; }))
        entry(node, all);
    });
  }

  /// The distance in the flat vector, in which states are interleaved point by point.
  Affine flatDistance(const std::vector<Span> &reach, Affine Span::*end,
                      std::ptrdiff_t state) const {
    const auto states = static_cast<std::int64_t>(problem_.states.size());
    Affine distance = constantAffine(state - static_cast<std::ptrdiff_t>(reader_));
    ExprPtr stride = makeInt(states);
    for (std::size_t axis = rank_; axis-- > 0;) {
      const ExprPtr steps = toExpr(reach[axis].*end, {});
      if (const auto part = toAffine(makeOp(Op::Mul, {steps, stride})))
        distance = add(distance, *part);
      stride = makeOp(Op::Mul, {problem_.extents[axis], stride});
    }
    return distance;
  }

  std::int64_t largest(const Span &span) const {
    return std::max(std::abs(evaluate(span.least, defaults_)),
                    std::abs(evaluate(span.most, defaults_)));
  }

  void measure() {
    access_.reach.assign(rank_, 0);
    for (std::size_t k = 0; k < access_.reads.size(); k++) {
      const ReadAccess &read = access_.reads[k];
      if (read.isField)
        continue;
      if (!read.reach) {
        if (access_.bounded)
          access_.witness = k;
        access_.bounded = false;
        access_.reach.assign(rank_, -1);
        continue;
      }
      if (!access_.bounded)
        continue;
      const std::int64_t distance = largest(*read.distance);
      if (!access_.witness || distance > access_.distance) {
        access_.distance = distance;
        access_.witness = k;
      }
      for (std::size_t axis = 0; axis < rank_; axis++)
        access_.reach[axis] = std::max(access_.reach[axis], largest((*read.reach)[axis]));
    }
  }

  const Problem &problem_;
  Diagnostics &diagnostics_;
  const Facts facts_;
  const ParamNumbers defaults_;
  const std::size_t rank_;
  std::size_t reader_ = 0;
  Access access_;
  AffineChecks affine_;
  RangeChecks ranges_;
  std::map<std::string, std::unique_ptr<Region>> regions_; ///< by keyOf()
  std::set<std::pair<const Expr *, const Region *>> visited_;
  std::vector<ExprPtr> keepAlive_; ///< nodes in visited_ must not be freed and reused
  std::set<std::string> reported_;
};

} // namespace

std::optional<Access> analyseAccess(const Problem &problem, Diagnostics &diagnostics) {
  return Analysis(problem, diagnostics).run();
}

Access accessOfNeeded(const Problem &needed, const Access &whole) {
  Diagnostics known; // messages about the whole program are already reported
  Access access = *analyseAccess(needed, known);
  access.checks = whole.checks;
  access.dataChecks = whole.dataChecks;
  return access;
}

bool checkMonitors(const Problem &problem, Access &access, Diagnostics &diagnostics) {
  std::vector<ExprPtr> values;
  for (const Monitor &monitor : problem.monitors)
    if (monitor.isDeclared())
      values.push_back(monitor.value);
  for (const State &state : problem.states)
    if (state.initial && readsFields(state.initial))
      values.push_back(state.initial);
  for (const ExprPtr &value : values) {
    Problem inItsPlace = problem; // the problem in which the value is the derivative of a state
    for (State &state : inItsPlace.states)
      state.derivative = makeReal(0), state.after = nullptr;
    inItsPlace.states.front().derivative = value;
    const std::optional<Access> found = analyseAccess(inItsPlace, diagnostics);
    if (!found)
      return false;
    std::ranges::copy(found->checks, std::back_inserter(access.checks));
    std::ranges::copy(found->dataChecks, std::back_inserter(access.dataChecks));
  }
  return true;
}

} // namespace eulerc::compiler
