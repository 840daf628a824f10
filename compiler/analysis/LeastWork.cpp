#include "LeastWork.h"

#include "ir/Functions.h"
#include "ir/StageChoices.h"

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <set>

namespace eulerc::compiler {
namespace {

/// The least number of instructions of a node. For eulerc's elementary functions this is a quarter
/// of their cost, which counts a fused sum as 2 and includes the choice of a range.
double instructionsOf(const Expr &node, bool isFast) {
  if (node.paramsOnly || node.type != Type::Real || node.operands.empty())
    return 0;
  switch (node.op) {
  case Op::Add:
  case Op::Sub:
  case Op::Mul:
  case Op::Div:
    return 1;
  case Op::Call:
    if (node.name == "fabs" || node.name == "copysign" || isRandom(node.name))
      return 0;
    return templateOf(node.name) && !isFast ? std::max(1.0, costOf(node.name) / 4) : 1;
  default:
    return 0;
  }
}

/// The operations and reads of a point. Values that are shifts of each other count once.
class LeastOfPoint {
public:
  LeastOfPoint(bool isFast, std::size_t rank) : isFast_(isFast), rank_(rank) {}

  /// Adds a value, over these entries of its function's window.
  void add(const ExprPtr &value, const std::vector<StencilRead> &window) {
    window_ = &window;
    placed_.clear();
    chosen_.clear();
    Kinds seen;
    visit(value, seen);
    kinds_.merge(seen);
  }
  double operations() const {
    double all = 0;
    for (const std::size_t kind : kinds_)
      all += instructions_[kind];
    return all;
  }
  /// The number of components of states and fields that are read.
  std::size_t reads() const { return reads_.size(); }

private:
  using Kinds = std::set<std::size_t>;
  struct Placed {
    std::size_t kind = 0;
    std::optional<std::vector<std::int64_t>> place; ///< none: the same at all points
  };
  using Key = std::vector<std::int64_t>;

  /// Adds the operations that are computed whatever the conditions are.
  void visit(const ExprPtr &node, Kinds &seen) {
    if (node->op == Op::Window)
      note((*window_)[static_cast<std::size_t>(node->integer)]);
    if (node->operands.empty() || node->type == Type::Int || node->paramsOnly ||
        node->op == Op::Loop || !seen.insert(placeOf(node).kind).second)
      return;
    if (node->op != Op::Select) {
      for (const ExprPtr &operand : node->operands)
        visit(operand, seen);
      return;
    }
    const auto [known, isNew] = chosen_.try_emplace(node.get());
    if (isNew) {
      Kinds either[2];
      for (std::size_t k = 0; k < 2; k++)
        visit(node->operands[k + 1], either[k]);
      std::ranges::set_intersection(either[0], either[1],
                                    std::inserter(known->second, known->second.end()));
    }
    seen.insert(known->second.begin(), known->second.end());
    visit(node->operands[0], seen);
  }

  void note(const StencilRead &read) { reads_.insert({read.array, read.component.value_or(0)}); }

  const Placed &placeOf(const ExprPtr &node) {
    const auto known = placed_.find(node.get());
    if (known != placed_.end())
      return known->second;
    Placed placed;
    Key key = {static_cast<std::int64_t>(node->op), node->integer,
               std::bit_cast<std::int64_t>(node->real), nameNumber(node->name)};
    if (node->op == Op::Window) {
      const StencilRead &read = (*window_)[static_cast<std::size_t>(node->integer)];
      key = {-1, static_cast<std::int64_t>(read.array),
             static_cast<std::int64_t>(read.component.value_or(0))};
      placed.place.emplace();
      for (const std::optional<std::int64_t> &along : read.distance)
        placed.place->push_back(along.value_or(0));
    } else if (node->type == Type::Int) {
      key = {-2};
    } else {
      placeOperation(*node, placed, key);
    }
    const auto [kind, isNew] = numbers_.try_emplace(std::move(key), numbers_.size());
    if (isNew)
      instructions_.push_back(instructionsOf(*node, isFast_));
    placed.kind = kind->second;
    return placed_.emplace(node.get(), std::move(placed)).first->second;
  }

  void placeOperation(const Expr &node, Placed &placed, Key &key) {
    for (const ExprPtr &operand : node.operands)
      if (const Placed &of = placeOf(operand); !placed.place)
        placed.place = of.place;
    for (const ExprPtr &operand : node.operands) {
      const Placed &of = placeOf(operand);
      key.push_back(static_cast<std::int64_t>(of.kind));
      for (std::size_t axis = 0; axis < rank_ && of.place; axis++)
        key.push_back((*of.place)[axis] - (*placed.place)[axis]);
    }
  }

  std::int64_t nameNumber(const std::string &name) {
    return names_.try_emplace(name, static_cast<std::int64_t>(names_.size())).first->second;
  }

  const bool isFast_;
  const std::size_t rank_;
  const std::vector<StencilRead> *window_ = nullptr;
  std::map<const Expr *, Placed> placed_;
  std::map<const Expr *, Kinds> chosen_; ///< operations in both branches of a choice
  std::map<Key, std::size_t> numbers_;
  std::map<std::string, std::int64_t> names_;
  std::vector<double> instructions_; ///< for each kind
  Kinds kinds_;
  std::set<std::pair<std::size_t, std::size_t>> reads_;
};

bool isOwnValue(const Expr &value) { return value.op == Op::Window && value.integer == 0; }

LeastWork workOfLevel(const Step &step, const Stencil &stencil, std::size_t level) {
  LeastOfPoint point(step.isFast, step.system.extents.size());
  std::size_t written = 0;
  for (std::size_t k = 0; k < step.equations.size(); k++) {
    const ExprPtr value = valueAtStage(level, step.equations[k].interior.body);
    if (isOwnValue(*value))
      continue;
    point.add(value, stencil.equations[k].interior);
    written++;
  }
  return {point.operations(), static_cast<double>(point.reads() + written)};
}

} // namespace

double leastOperationsOfPass(const StepFunction &loop, const std::vector<StencilRead> &reads,
                             bool isFast, std::size_t rank) {
  LeastOfPoint point(isFast, rank);
  const std::vector<ExprPtr> &operands = loop.body->operands;
  for (std::size_t k = 5; k < operands.size(); k += 3)
    point.add(operands[k], reads);
  return point.operations();
}

LeastWork leastWork(const Step &step, const Stencil &stencil) {
  const Cycle &cycle = step.system.cycle;
  const std::size_t levels = cycle.stages() - cycle.errorLevels;
  LeastWork all, least;
  for (std::size_t level = 0; level < levels; level++) {
    const LeastWork work = workOfLevel(step, stencil, level);
    all.operations += work.operations;
    all.values += work.values;
    least = level == 0 ? work
                       : LeastWork{std::min(least.operations, work.operations),
                                   std::min(least.values, work.values)};
  }
  // Where a run chooses the stages, the number of times that a level runs is unknown.
  const double share = static_cast<double>(step.equations.size());
  if (cycle.levelsOfStage > 0)
    return {least.operations / share, least.values / share};
  const double mean = share * static_cast<double>(levels);
  return {all.operations / mean, all.values / mean};
}

} // namespace eulerc::compiler
