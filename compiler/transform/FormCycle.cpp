#include "transform/FormCycle.h"

#include "StateReads.h"
#include "StepLevels.h"

#include "ir/StageChoices.h"

#include <algorithm>
#include <set>
#include <span>

namespace eulerc::compiler {
namespace {

bool readsStepSize(const ExprPtr &expr) {
  return anyNode(expr, [](const Expr &node) { return node.op == Op::StepSize; });
}

/// factor · number; a null factor is 1.
ExprPtr scaled(const ExprPtr &factor, const Factor &by) {
  if (by.is(1))
    return factor;
  const ExprPtr number = by.ofStage < 0 ? makeReal(by.number) : makeFactor(by.ofStage);
  return factor ? makeOp(Op::Mul, {factor, number}) : number;
}

/// sum + factor · value, rounded once.
ExprPtr plus(const ExprPtr &sum, const ExprPtr &factor, const ExprPtr &value) {
  ExprPtr product = factor ? makeOp(Op::Mul, {factor, value}) : value;
  if (!sum)
    return product;
  const ExprPtr both = makeOp(Op::Add, {sum, product});
  return factor ? markContracted(both, 1) : both;
}

class CycleFormer {
public:
  CycleFormer(const System &system, const Method &method)
      : given_(system), method_(method), period_(static_cast<std::size_t>(system.period)),
        reads_(system) {}

  System run() {
    hasRates_ = std::ranges::any_of(
        states(), [](const GridArray &state) { return state.gives == Gives::Rate; });
    addRegisters();
    std::vector<double> times;
    const std::vector<MethodStage> &stages = stagesOf();
    std::size_t errorLevels = 0, firstLevels = 0, lastLevels = 0;
    for (std::size_t k = 0; k < stages.size(); k++) {
      const std::size_t before = levels_.count();
      formStage(k);
      lastLevels = levels_.count() - before;
      errorLevels = hasLiveOutRegister() && method_.errorOrder > 0 ? lastLevels : 0;
      firstLevels = k == 0 ? lastLevels : firstLevels;
      times.insert(times.end(), levels_.count() - times.size(), stages[k].time);
    }
    if (keepsSlope())
      formKnownStage();
    formEnd();
    system_.cycle = {hasRates_ ? method_.name : "map",
                     times,
                     hasRates_ ? method_ : Method(),
                     liveOut(),
                     isOpen() ? lastLevels : 0,
                     isOpen() ? firstLevels - lastLevels : 0,
                     actsBehind() ? 0 : errorLevels,
                     keepsSlope() ? firstLevels : 0,
                     levels_.fates(liveOut(), keepsSlope() ? firstLevels : 0, method_.factors == 0),
                     levels_.copies(),
                     method_.inTurn && hasRates_ ? reads_.seenAnew() : std::vector<std::string>()};
    system_.equations.clear();
    for (std::size_t state = 0; state < system_.stateCount; state++)
      for (std::size_t residue = 0; residue < period_; residue++)
        system_.equations.push_back(equation(state, residue));
    return std::move(system_);
  }

private:
  /// A program that has only maps has one stage.
  const std::vector<MethodStage> &stagesOf() const {
    return hasRates_ ? method_.stages : methods().front().stages;
  }
  /// Whether a run chooses the number of stages.
  bool isOpen() const { return hasRates_ && method_.factors > 0; }
  std::span<const GridArray> states() const { return {given_.arrays.data(), given_.stateCount}; }

  /// States, followed by their errors or by their last slopes.
  std::size_t liveOut() const { return given_.cycle.liveOut * (hasLiveOutRegister() ? 2 : 1); }
  bool hasLiveOutRegister() const {
    return hasRates_ && method_.lasts() &&
           (method_.pastSlope != 0 || std::ranges::all_of(states(), [](const GridArray &state) {
              return state.gives != Gives::Next;
            }));
  }

  bool isEvent(std::size_t state) const { return given_.arrays[state].gives == Gives::Event; }
  /// Whether events or changes follow a step. The step then runs all its levels.
  bool actsBehind() const {
    return !given_.changes.empty() ||
           std::ranges::count(states(), Gives::Event, &GridArray::gives) > 0;
  }

  /// Whether a step reuses the last slope of the step before (FSAL). Not if slopes depend on the
  /// step size, or if states change after a step.
  bool keepsSlope() const {
    return hasLiveOutRegister() && method_.fsalStage > 0 && !actsBehind() &&
           std::ranges::none_of(given_.equations, [](const Equation &equation) {
             return readsStepSize(equation.interior) || readsStepSize(equation.edge);
           });
  }
  /// The register that keeps the last slope of a state.
  std::size_t slopeOf(std::size_t state) const {
    return registers_[state][static_cast<std::size_t>(method_.fsalStage)];
  }

  // ---- registers

  /// Register k of a state is the array at registers_[state][k]. States come first, then
  /// registers, then quantities.
  void addRegisters() {
    system_ = given_;
    system_.arrays.clear();
    registers_.resize(given_.stateCount);
    const auto add = [&](std::size_t state, std::size_t number) {
      GridArray array = given_.arrays[state];
      if (number > 0)
        array = registerOf(state, number);
      registers_[state].push_back(system_.arrays.size());
      system_.arrays.push_back(std::move(array));
    };
    for (std::size_t state = 0; state < given_.cycle.liveOut; state++)
      add(state, 0);
    if (hasLiveOutRegister())
      for (std::size_t state = 0; state < given_.cycle.liveOut; state++)
        add(state, 1);
    if (keepsSlope()) // the slope is register 2
      for (std::size_t state = 0; state < given_.cycle.liveOut; state++)
        add(state, 2);
    for (std::size_t state = 0; state < given_.cycle.liveOut; state++)
      for (std::size_t k = registers_[state].size(); k < registerCount(state); k++)
        add(state, k);
    for (std::size_t state = given_.cycle.liveOut; state < given_.stateCount; state++)
      add(state, 0);
    system_.stateCount = system_.arrays.size();
    system_.arrays.insert(system_.arrays.end(),
                          given_.arrays.begin() + static_cast<std::ptrdiff_t>(given_.stateCount),
                          given_.arrays.end());
  }

  std::size_t registerCount(std::size_t state) const {
    if (isEvent(state)) // a register for the value before the step
      return hasLiveOutRegister() ? 3 : 2;
    if (given_.arrays[state].gives == Gives::Rate)
      return static_cast<std::size_t>(method_.registers);
    return stagesOf().size() > 1 ? 2 : 1; // a map waits for the end of the step
  }

  /// A register is read only at its own point. It has no rules, but wraps around an axis if a state
  /// does.
  GridArray registerOf(std::size_t state, std::size_t number) const {
    GridArray array = given_.arrays[state];
    array.isRegister = true;
    array.name += "_" + std::to_string(number);
    array.identifier += "_" + std::to_string(number);
    while (std::ranges::any_of(given_.arrays,
                               [&](const GridArray &other) { return other.name == array.name; }))
      array.name += "_", array.identifier += "_";
    for (std::size_t axis = 0; axis < array.boundary.size(); axis++) {
      const bool isRing = std::ranges::any_of(
          states(), [&](const GridArray &other) { return other.boundary[axis].low.isRing(); });
      array.boundary[axis] = {Rule::ofAxis(isRing), Rule::ofAxis(isRing)};
    }
    return array;
  }

  ExprPtr own(std::size_t array) const {
    std::vector<ExprPtr> index;
    for (std::size_t axis = 0; axis < given_.extents.size(); axis++)
      index.push_back(makeIndex(static_cast<int>(axis), given_.indexNames[axis]));
    return makeRead(system_.arrays[array].name, std::move(index));
  }

  // ---- stages

  /// Stage k of the method. The quantities that it reads come first, each as early as possible.
  void formStage(std::size_t k) {
    levels_.beginStage();
    known_.clear();
    const std::size_t all = given_.cycle.liveOut;
    for (std::size_t state = 0; state < all && k == 0; state++)
      if (isEvent(state))
        levels_.take({{registers_[state].back(), ofState(state)}});
    for (std::size_t first = 0, last = 0; first < all; first = last) {
      last = method_.inTurn ? reads_.endOfSpecies(first) : all;
      for (std::size_t let = all; let < given_.stateCount; let++)
        if (reads_.isReadBy(first, last, let, k > 0) && known_.insert(let).second)
          levels_.take({{registers_[let][0], ofState(let)}});
      Values values = updatesOf(first, last, k);
      if (keepsSlope() && k + 1 == method_.stages.size())
        for (std::size_t state = first; state < last; state++)
          values[slopeOf(state)] = ofState(state);
      levels_.take(std::move(values));
      std::erase_if(known_, [&](std::size_t let) {
        for (std::size_t state = first; state < last; state++)
          if (reads_.reads(let, state))
            return true;
        return false;
      });
    }
  }

  /// The first stage of a step that knows its first slopes.
  void formKnownStage() {
    Values values;
    for (std::size_t state = 0; state < given_.cycle.liveOut; state++)
      for (const Update &update : method_.stages[0].updates) {
        const ExprPtr next = sumOf(state, update, own(slopeOf(state)));
        values[registers_[state][static_cast<std::size_t>(update.to)]].assign(period_,
                                                                              {next, next});
      }
    levels_.add(std::move(values));
  }

  /// The end of a step, after the last stage: finds events, then changes states.
  void formEnd() {
    Values events, changes;
    for (std::size_t state = 0; state < given_.cycle.liveOut; state++) {
      if (!isEvent(state))
        continue;
      for (const Value &now : ofState(state))
        events[registers_[state][0]].push_back(
            {crossing(state, now.interior), crossing(state, now.edge)});
      if (hasLiveOutRegister()) // events have no error and no slope
        events[registers_[state][1]].assign(period_, {makeReal(0), makeReal(0)});
    }
    for (const Equation &change : given_.changes)
      changes[registers_[change.state][0]].push_back({atEnd(change.interior), atEnd(change.edge)});
    if (actsBehind()) {
      events.merge(changes); // both read the values that the stages have computed
      levels_.takeBehind(std::move(events));
    }
    dropValuesBefore();
  }

  /// Removes the registers for values before the step from a step of one level, which still has
  /// these values.
  void dropValuesBefore() {
    if (levels_.count() > 1)
      return;
    for (std::size_t state = given_.cycle.liveOut; state-- > 0;)
      if (isEvent(state) && registers_[state].back() + 1 == system_.stateCount) {
        levels_.forget(--system_.stateCount);
        system_.arrays.erase(system_.arrays.begin() +
                             static_cast<std::ptrdiff_t>(system_.stateCount));
        registers_[state].pop_back();
      }
  }

  /// The time of the latest upward crossing of zero, interpolated linearly between both ends of a
  /// step. A crossing at time 0 is stored as 1e-37, because 0 means no crossing.
  ExprPtr crossing(std::size_t event, const ExprPtr &value) const {
    const ExprPtr latest = own(registers_[event][0]), before = own(registers_[event].back());
    const ExprPtr now = atEnd(value), zero = makeReal(0);
    const ExprPtr back = makeOp(Op::Div, {now, makeOp(Op::Sub, {before, now})}); // in steps
    const ExprPtr time = plus(makeOp(Op::EndTime, {}), makeOp(Op::StepSize, {}), back);
    const ExprPtr crosses =
        makeOp(Op::And, {makeOp(Op::Less, {before, zero}), makeOp(Op::GreaterEqual, {now, zero})});
    return makeOp(Op::Select, {crosses, makeOp(Op::Add, {time, makeReal(1e-37)}), latest});
  }

  static ExprPtr atEnd(const ExprPtr &value) {
    return rewrite(value, [](const ExprPtr &node) -> ExprPtr {
      return node->op == Op::Time ? makeOp(Op::EndTime, {}, node->where) : nullptr;
    });
  }

  /// The value of a state's function.
  std::vector<Value> ofState(std::size_t state) const {
    std::vector<Value> values;
    for (std::size_t residue = 0; residue < period_; residue++) {
      const Equation &equation = given_.equations[state * period_ + residue];
      values.push_back({equation.interior, equation.edge});
    }
    return values;
  }

  Values updatesOf(std::size_t first, std::size_t last, std::size_t k) const {
    Values values;
    for (std::size_t state = first; state < last; state++) {
      if (isEvent(state))
        continue;
      if (given_.arrays[state].gives == Gives::Next) {
        takeMap(state, k, values);
        continue;
      }
      for (const Update &update : method_.stages[k].updates) {
        std::vector<Value> &to = values[registers_[state][static_cast<std::size_t>(update.to)]];
        for (const Value &rate : ofState(state))
          to.push_back({sumOf(state, update, rate.interior), sumOf(state, update, rate.edge)});
      }
      if (method_.pastSlope != 0)
        values[registers_[state][1]] = ofState(state);
    }
    return values;
  }

  /// A map computes its value from the state at the begin of a step. The value takes effect at the
  /// end of the step.
  void takeMap(std::size_t state, std::size_t k, Values &values) const {
    const std::size_t last = stagesOf().size() - 1;
    if (k == 0)
      values[registers_[state][last > 0 ? 1 : 0]] = ofState(state);
    if (k == last && last > 0) {
      const ExprPtr waiting = own(registers_[state][1]);
      values[registers_[state][0]].assign(period_, {waiting, waiting});
    }
  }

  ExprPtr sumOf(std::size_t state, const Update &update, const ExprPtr &rate) const {
    const ExprPtr h = makeOp(Op::StepSize, {});
    const auto ownRegister = [&](int number) {
      return own(registers_[state][static_cast<std::size_t>(number)]);
    };
    ExprPtr sum;
    for (const Term &term : update.terms) {
      const ExprPtr of = ownRegister(term.of);
      sum = plus(sum, scaled(nullptr, term.factor),
                 term.from < 0 ? of : makeOp(Op::Sub, {of, ownRegister(term.from)}));
    }
    if (method_.pastSlope == 0) {
      sum = update.rate.is(0) ? sum : plus(sum, scaled(h, update.rate), rate);
      return update.base < 0 ? sum
                             : plus(ownRegister(update.base), scaled(nullptr, update.scale), sum);
    }
    const ExprPtr past = ownRegister(1);
    return makeOp(Op::Select, {makeOp(Op::Less, {past, makeReal(unknownSlope)}),
                               plus(plus(sum, scaled(h, method_.pastSlope), past),
                                    scaled(h, update.rate), rate),
                               plus(sum, h, rate)});
  }

  // ---- equations

  Equation equation(std::size_t array, std::size_t residue) const {
    const std::size_t problem = system_.arrays[array].of;
    Equation result;
    result.state = array;
    result.residue = static_cast<std::int64_t>(residue);
    result.interior = overStages(array, residue, &Value::interior);
    result.edge = overStages(array, residue, &Value::edge);
    result.source = printShort(system_.arrays[array].isRegister
                                   ? result.interior
                                   : given_.equations[problem * period_ + residue].interior);
    return result;
  }

  /// The value after each level, chosen by stage. Where it is not read any more, it may be any
  /// value.
  ExprPtr overStages(std::size_t array, std::size_t residue, ExprPtr Value::*where) const {
    std::vector<ExprPtr> values;
    for (const Values &level : levels_.all()) {
      const auto found = level.find(array);
      values.push_back(found == level.end() ? own(array) : found->second[residue].*where);
    }
    return chooseByStage(values, own(array));
  }

  const System &given_;
  const Method &method_;
  const std::size_t period_;
  bool hasRates_ = true;
  System system_;
  StepLevels levels_{system_};
  std::vector<std::vector<std::size_t>> registers_;
  const StateReads reads_;
  std::set<std::size_t> known_; ///< quantities whose values are up to date
};

} // namespace

System formCycle(const System &system, const Method &method) {
  return CycleFormer(system, method).run();
}

} // namespace eulerc::compiler
