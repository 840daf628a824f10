/// StepLevels: the components that change at each level of a step. A stage of a method is one
/// level, or several if it reads values at other points that it has changed before.
#pragma once

#include "ir/Expr.h"
#include "ir/System.h"

#include <map>
#include <vector>

namespace eulerc::compiler {

/// The values of a component in the interior and at the edge.
struct Value {
  ExprPtr interior, edge;
};

/// New values that are computed together: for some states, one value for each class.
using Values = std::map<std::size_t, std::vector<Value>>;

class StepLevels {
public:
  /// The system names the arrays. It may get further arrays until values are taken.
  explicit StepLevels(const System &system) : system_(system) {}

  /// The next values belong to another stage of the method.
  void beginStage() { begins_ = true; }

  /// Adds new values to the latest level if possible, else to a new level. Within a stage of the
  /// method, they read the values computed before them.
  void take(Values values);

  /// Adds new values that read only their own point to the latest level. They read all values of
  /// the level, and may change them again.
  void takeBehind(Values values);

  /// Adds a level.
  void add(Values values) { levels_.push_back(std::move(values)); }

  /// Removes all values of an array.
  void forget(std::size_t array) {
    for (Values &level : levels_)
      level.erase(array);
  }

  std::size_t count() const { return levels_.size(); }
  const std::vector<Values> &all() const { return levels_; }

  /// The fate of each state at each level. A state that is not read any more dies, if `mayDie`. The
  /// first `liveOut` states are read after the step. With `knownLevels`, the last level replaces
  /// this number of levels at the begin of the step.
  std::vector<std::vector<Cycle::Fate>> fates(std::size_t liveOut, std::size_t knownLevels,
                                              bool mayDie) const;

  std::vector<Cycle::Copy> copies() const;

private:
  void insertValues(Values &values) const;
  bool fits(const Values &values) const;
  const std::vector<Value> *newValueOf(const Expr &read) const;
  bool changesBeside(const Expr &node) const;
  bool isGlobal(const Expr &node) const;
  bool changesStates() const;
  bool loopsWithinLoops(const ExprPtr &expr) const;
  ExprPtr inItsPlace(const ExprPtr &expr, std::size_t residue, ExprPtr Value::*where) const;
  std::vector<Cycle::Fate> fatesAt(std::size_t level, const std::vector<bool> &needed,
                                   bool mayDie) const;
  /// For each state, whether the values of a level read it.
  std::vector<bool> readAt(std::size_t level) const;
  bool isCopy(const std::vector<Value> &values, std::size_t of) const;

  const System &system_;
  std::vector<Values> levels_;
  bool begins_ = true; ///< the next values begin a stage of the method
};

} // namespace eulerc::compiler
