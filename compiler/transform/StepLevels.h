/// The components that change at each level of a step. A stage of a method is one level, or several
/// if it reads values at other points that it has changed before.
#pragma once

#include "ir/Expr.h"
#include "ir/System.h"

#include <map>
#include <vector>

namespace eulerc::compiler {

/// Values of a component: in the interior and at the edge.
struct Value {
  ExprPtr interior, edge;
};

/// New values that are computed together: of some states, one for each class.
using Values = std::map<std::size_t, std::vector<Value>>;

class StepLevels {
public:
  /// The system names the arrays; it may get more of them until values are taken.
  explicit StepLevels(const System &system) : system_(system) {}

  /// The next values belong to another stage of the method.
  void beginStage() { begins_ = true; }

  /// Adds new values to the latest level where that is possible, else to a new one.
  /// Within a stage of the method they see the values computed before them.
  void take(Values values);

  /// Adds new values that read their own point alone to the latest level: they see all that it has
  /// computed, and may change it again.
  void takeBehind(Values values);

  /// Adds a level.
  void add(Values values) { levels_.push_back(std::move(values)); }

  /// Leaves out what is computed of an array.
  void forget(std::size_t array) {
    for (Values &level : levels_)
      level.erase(array);
  }

  std::size_t count() const { return levels_.size(); }
  const std::vector<Values> &all() const { return levels_; }

  /// What becomes of each state at each level: a state that nobody reads any more dies, if it may.
  /// The first `liveOut` states are read after the step. With `knownLevels` the last level stands
  /// for this number of levels at the step's begin.
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
  bool isReadAt(std::size_t level, std::size_t state) const;
  bool isCopy(const std::vector<Value> &values, std::size_t of) const;

  const System &system_;
  std::vector<Values> levels_;
  bool begins_ = true; ///< the next values begin a stage of the method
};

} // namespace eulerc::compiler
