#include "StepLevels.h"

#include <algorithm>
#include <set>

namespace eulerc::compiler {

void StepLevels::take(Values values) {
  const bool isNew = begins_ || !fits(values);
  if (isNew) {
    levels_.emplace_back();
  } else {
    insertValues(values);
  }
  begins_ = false;
  for (auto &[array, all] : values)
    levels_.back()[array] = std::move(all);
}

void StepLevels::takeBehind(Values values) {
  insertValues(values);
  for (auto &[array, all] : values)
    levels_.back()[array] = std::move(all);
}

/// Replaces reads by the new values of the latest level.
void StepLevels::insertValues(Values &values) const {
  for (auto &[array, all] : values)
    for (std::size_t residue = 0; residue < all.size(); residue++)
      all[residue] = {inItsPlace(all[residue].interior, residue, &Value::interior),
                      inItsPlace(all[residue].edge, residue, &Value::edge)};
}

/// Whether values can join the latest level. They must not read a component that this level changes
/// at other points or by a value of the whole grid, must not change it again, and must not put a
/// loop of its new value inside a loop.
bool StepLevels::fits(const Values &values) const {
  const Values &level = levels_.back();
  for (const auto &[array, all] : values) {
    if (level.contains(array))
      return false;
    for (const Value &value : all)
      for (const ExprPtr &expr : {value.interior, value.edge})
        if (anyNode(expr,
                    [&](const Expr &node) {
                      return changesBeside(node) || (isGlobal(node) && changesStates());
                    }) ||
            loopsWithinLoops(expr))
          return false;
  }
  return true;
}

/// Both loops would use the same variable, and the inner loop would run in each pass of the outer.
bool StepLevels::loopsWithinLoops(const ExprPtr &expr) const {
  const auto isLoop = [](const Expr &node) { return node.op == Op::Loop; };
  const auto hasLoop = [&](const Expr &read) {
    const std::vector<Value> *values = newValueOf(read);
    return values && std::ranges::any_of(*values, [&](const Value &value) {
             return anyNode(value.interior, isLoop) || anyNode(value.edge, isLoop);
           });
  };
  bool isFound = false;
  forEachNode(expr, [&](const ExprPtr &node) {
    isFound = isFound || (isLoop(*node) && anyNode(node, hasLoop));
  });
  return isFound;
}

const std::vector<Value> *StepLevels::newValueOf(const Expr &read) const {
  for (const auto &[array, all] : levels_.back())
    if (read.op == Op::Read && system_.arrays[array].name == read.name)
      return &all;
  return nullptr;
}

bool StepLevels::isGlobal(const Expr &node) const {
  const Data *data = node.op == Op::Entry ? find(system_.data, node.name) : nullptr;
  return data && data->isGlobal;
}

/// Quantities do not count: they depend on the states alone.
bool StepLevels::changesStates() const {
  return std::ranges::any_of(
      levels_.back(), [&](const auto &values) { return values.first < system_.cycle.liveOut; });
}

bool StepLevels::changesBeside(const Expr &node) const {
  return newValueOf(node) && !isReadAtPoint(node);
}

ExprPtr StepLevels::inItsPlace(const ExprPtr &expr, std::size_t residue,
                               ExprPtr Value::*where) const {
  return rewrite(expr, [&](const ExprPtr &node) -> ExprPtr {
    const std::vector<Value> *value = newValueOf(*node);
    return value ? (*value)[residue].*where : nullptr;
  });
}

std::vector<std::vector<Cycle::Fate>>
StepLevels::fates(std::size_t liveOut, std::size_t knownLevels, bool mayDie) const {
  const std::size_t steps = levels_.size() - (knownLevels > 0 ? 1 : 0);
  std::vector<std::vector<Cycle::Fate>> result(levels_.size());
  std::vector<bool> needed(system_.stateCount); // after the level
  std::fill_n(needed.begin(), liveOut, true);
  for (std::size_t k = steps; k-- > 0;) {
    result[k] = fatesAt(k, needed, mayDie);
    if (k + 1 == knownLevels)
      result[steps] = fatesAt(steps, needed, mayDie);
    const std::vector<bool> isRead = readAt(k);
    for (std::size_t state = 0; state < needed.size(); state++)
      needed[state] = result[k][state] == Cycle::Fate::Stays || isRead[state];
  }
  return result;
}

std::vector<Cycle::Fate> StepLevels::fatesAt(std::size_t level, const std::vector<bool> &needed,
                                             bool mayDie) const {
  std::vector<Cycle::Fate> fates;
  for (std::size_t state = 0; state < needed.size(); state++)
    fates.push_back(!needed[state] && mayDie         ? Cycle::Fate::Dies
                    : levels_[level].contains(state) ? Cycle::Fate::Changes
                                                     : Cycle::Fate::Stays);
  return fates;
}

bool StepLevels::isCopy(const std::vector<Value> &values, std::size_t of) const {
  const auto isIt = [&](const ExprPtr &value) {
    return value->op == Op::Read && value->name == system_.arrays[of].name && isReadAtPoint(*value);
  };
  return std::ranges::all_of(
      values, [&](const Value &value) { return isIt(value.interior) && isIt(value.edge); });
}

std::vector<Cycle::Copy> StepLevels::copies() const {
  std::vector<Cycle::Copy> result;
  for (std::size_t state = 0; state < system_.stateCount; state++) {
    const auto changesIt = [&](const Values &level) { return level.contains(state); };
    const auto level = std::ranges::find_if(levels_, changesIt);
    if (level == levels_.end() || std::ranges::count_if(levels_, changesIt) > 1)
      continue;
    for (std::size_t of = 0; of < system_.stateCount; of++)
      if (of != state && isCopy(level->at(state), of))
        result.push_back({state, of, static_cast<std::size_t>(level - levels_.begin())});
  }
  return result;
}

/// A value of the whole grid may read all states.
std::vector<bool> StepLevels::readAt(std::size_t level) const {
  std::set<std::string> names;
  bool readsAll = false;
  const auto see = [&](const ExprPtr &node) {
    readsAll = readsAll || isGlobal(*node);
    if (node->op == Op::Read)
      names.insert(node->name);
  };
  for (const auto &[array, all] : levels_[level])
    for (const Value &value : all) {
      forEachNode(value.interior, see);
      forEachNode(value.edge, see);
    }
  std::vector<bool> isRead;
  for (std::size_t state = 0; state < system_.stateCount; state++)
    isRead.push_back(readsAll || names.contains(system_.arrays[state].name));
  return isRead;
}

} // namespace eulerc::compiler
