// Steps as cycles of levels (formCycle), against each method taken by the book: all states, maps
// and quantities of random systems, which read each other at the point, beside it and far from it.
#include "ir/Methods.h"
#include "transform/FormCycle.h"

#include <cmath>
#include <functional>
#include <random>

#include <gtest/gtest.h>

namespace eulerc::compiler {
namespace {

constexpr int kPoints = 5, kStages = 4; ///< of the ring; of methods whose number a run chooses
constexpr double kStep = 0.125;

using Line = std::vector<double>;
using Lines = std::vector<Line>;
using Random = std::minstd_rand;

bool isOpen(const Method &method) { return method.factors > 0; }

/// Any numbers: only their places are looked at.
double factorOf(int stage, int which) { return 0.25 + 0.125 * ((3 * stage + 5 * which) % 7); }

/// Where a level of a step stands.
struct Moment {
  int stage = 0, row = 0; ///< of the cycle; of the factors
  double time = 0;
};

class Evaluator {
public:
  Evaluator(const std::vector<GridArray> &arrays, const Lines &lines, const Moment &moment)
      : arrays_(arrays), lines_(lines), moment_(moment) {}

  double operator()(const ExprPtr &expr, int point) const {
    const auto operand = [&](std::size_t k) { return (*this)(expr->operands[k], point); };
    switch (expr->op) {
    case Op::Constant:
      return expr->type == Type::Real ? expr->real : static_cast<double>(expr->integer);
    case Op::Index:
      return point;
    case Op::Time:
      return moment_.time;
    case Op::StepSize:
      return kStep;
    case Op::Stage:
      return moment_.stage;
    case Op::Factor:
      return factorOf(moment_.row, static_cast<int>(expr->integer));
    case Op::Read:
      return lineOf(expr->name)[(static_cast<std::size_t>(operand(0)) + kPoints) % kPoints];
    case Op::Add:
      return operand(0) + operand(1);
    case Op::Sub:
      return operand(0) - operand(1);
    case Op::Mul:
      return operand(0) * operand(1);
    case Op::Less:
      return operand(0) < operand(1);
    case Op::LessEqual:
      return operand(0) <= operand(1);
    case Op::GreaterEqual:
      return operand(0) >= operand(1);
    case Op::Equal:
      return operand(0) == operand(1);
    case Op::And:
      return operand(0) != 0 && operand(1) != 0;
    case Op::Or:
      return operand(0) != 0 || operand(1) != 0;
    case Op::Select:
      return operand(0) != 0 ? operand(1) : operand(2);
    default:
      ADD_FAILURE() << print(expr);
      return 0;
    }
  }

  Line everywhere(const ExprPtr &expr) const {
    Line values;
    for (int point = 0; point < kPoints; point++)
      values.push_back((*this)(expr, point));
    return values;
  }

private:
  const Line &lineOf(const std::string &name) const {
    for (std::size_t k = 0; k < arrays_.size(); k++)
      if (arrays_[k].name == name)
        return lines_[k];
    throw std::out_of_range(name);
  }

  const std::vector<GridArray> &arrays_;
  const Lines &lines_;
  const Moment &moment_;
};

// ---- random systems

ExprPtr randomRead(Random &random, const std::string &name) {
  const ExprPtr i = makeIndex(0, "i");
  const ExprPtr places[] = {i, makeOp(Op::Add, {i, makeInt(1)}), makeOp(Op::Sub, {i, makeInt(1)}),
                            makeInt(1)};
  return makeRead(name, {places[random() % 4]});
}

/// A sum of some of the first `count` arrays, and of the time.
ExprPtr randomValue(Random &random, const std::vector<std::string> &readable) {
  ExprPtr sum = makeOp(Op::Mul, {makeReal(0.5), makeOp(Op::Time, {})});
  for (const std::string &name : readable)
    if (random() % 2 == 0)
      sum = makeOp(Op::Add, {sum, makeOp(Op::Mul, {makeReal(0.25 + 0.125 * (random() % 5)),
                                                   randomRead(random, name)})});
  return sum;
}

/// States with rates and maps in any order, one of them of two species, then quantities.
System randomSystem(Random &random) {
  System system;
  system.extents = {makeInt(kPoints)};
  system.indexNames = {"i"};
  const auto add = [&](const std::string &name, Gives gives) {
    GridArray array;
    array.name = array.identifier = name;
    array.declared = name.substr(0, name.find('['));
    array.gives = gives;
    array.of = system.arrays.size();
    array.boundary.resize(1);
    array.boundary[0] = {Rule::ofAxis(true), Rule::ofAxis(true)};
    system.arrays.push_back(array);
  };
  const std::size_t states = 1 + random() % 4, lets = random() % 4;
  std::vector<std::string> readable;
  for (std::size_t k = 0; k < states; k++) {
    const bool isSecond = k == 1 && random() % 2 == 0;
    const Gives gives = isSecond           ? system.arrays[0].gives
                        : random() % 3 > 0 ? Gives::Rate
                                           : Gives::Next;
    if (isSecond)
      system.arrays[0].name = readable[0] = "s0[0]";
    add(isSecond ? "s0[1]" : "s" + std::to_string(k), gives);
    readable.push_back(system.arrays.back().name);
  }
  system.cycle.liveOut = states;
  std::vector<ExprPtr> values;
  for (std::size_t k = 0; k < lets; k++) {
    add("q" + std::to_string(k), Gives::Let);
    values.push_back(randomValue(random, readable));
    readable.push_back(system.arrays.back().name);
  }
  system.stateCount = states + lets;
  for (std::size_t k = 0; k < system.stateCount; k++) {
    const ExprPtr value = k < states ? randomValue(random, readable) : values[k - states];
    system.equations.push_back({k, 0, value, value, ""});
  }
  return system;
}

// ---- by the book

class Book {
public:
  Book(const System &system, const Method &method, Lines start)
      : system_(system), method_(method), now_(std::move(start)), past_(system.cycle.liveOut) {}

  const Lines &states() const { return now_; }

  void step(double begin) {
    if (method_.inTurn)
      return takeTurns(begin);
    Lines mapped;
    for (std::size_t state = 0; state < system_.cycle.liveOut; state++)
      mapped.push_back(gives(state) == Gives::Next ? of(state, begin) : Line());
    takeStages(begin);
    for (std::size_t state = 0; state < mapped.size(); state++)
      if (!mapped[state].empty())
        now_[state] = mapped[state];
  }

private:
  Gives gives(std::size_t state) const { return system_.arrays[state].gives; }

  /// What the function of a state or quantity gives now.
  Line of(std::size_t state, double time) {
    for (std::size_t let = system_.cycle.liveOut; let < state; let++)
      now_[let] =
          Evaluator(system_.arrays, now_, {0, 0, time}).everywhere(system_.equations[let].interior);
    if (state < system_.cycle.liveOut)
      for (std::size_t let = system_.cycle.liveOut; let < system_.stateCount; let++)
        now_[let] = of(let, time);
    return Evaluator(system_.arrays, now_, {0, 0, time})
        .everywhere(system_.equations[state].interior);
  }

  void takeTurns(double begin) {
    const auto declared = [&](std::size_t state) {
      return system_.arrays[state].name.substr(0, 2);
    };
    for (std::size_t first = 0, last = 0; first < system_.cycle.liveOut; first = last) {
      Lines values;
      for (last = first; last < system_.cycle.liveOut && declared(last) == declared(first); last++)
        values.push_back(of(last, begin));
      for (std::size_t state = first; state < last; state++)
        for (int i = 0; i < kPoints; i++)
          now_[state][i] = gives(state) == Gives::Next
                               ? values[state - first][i]
                               : now_[state][i] + kStep * values[state - first][i];
    }
  }

  /// Of methods whose number of stages a run chooses, so many.
  int stages() const { return isOpen(method_) ? kStages : static_cast<int>(method_.stages.size()); }
  const MethodStage &stage(int k) const {
    return method_.stages[isOpen(method_) ? (k == 0 ? 0 : k + 1 < kStages ? 1 : 2) : k];
  }

  void takeStages(double begin) {
    std::vector<Lines> registers(system_.cycle.liveOut, Lines(method_.registers, Line(kPoints, 0)));
    for (std::size_t state = 0; state < registers.size(); state++)
      registers[state][0] = now_[state];
    for (int k = 0; k < stages(); k++) {
      Lines slopes;
      for (std::size_t state = 0; state < registers.size(); state++)
        slopes.push_back(of(state, begin + stage(k).time * kStep));
      for (std::size_t state = 0; state < registers.size(); state++) {
        if (gives(state) == Gives::Next)
          continue;
        update(k, state, registers[state], slopes[state]);
        now_[state] = registers[state][0];
      }
    }
  }

  void update(int k, std::size_t state, Lines &registers, const Line &slope) {
    const auto number = [&](const Factor &factor) {
      return factor.ofStage < 0 ? factor.number : factorOf(k, factor.ofStage);
    };
    const bool hasPast = method_.pastSlope != 0;
    const Lines before = registers;
    for (const Update &update : stage(k).updates)
      for (int i = 0; i < kPoints; i++) {
        double sum = kStep * number(update.rate) * slope[i];
        if (hasPast)
          sum = past_[state].empty() ? kStep * slope[i]
                                     : sum + method_.pastSlope * kStep * past_[state][i];
        for (const Term &term : update.terms)
          sum += number(term.factor) *
                 (before[term.of][i] - (term.from < 0 ? 0 : before[term.from][i]));
        registers[update.to][i] =
            update.base < 0 ? sum : before[update.base][i] + update.scale * sum;
      }
    if (hasPast)
      past_[state] = slope;
  }

  const System &system_;
  const Method &method_;
  Lines now_; ///< states, then quantities
  Lines past_;
};

// ---- by levels

class Levels {
public:
  Levels(const System &system, const Lines &start) : system_(system), cycle_(system.cycle) {
    for (const GridArray &array : system.arrays)
      lines_.push_back(array.isRegister ? Line(kPoints, unknownSlope) : start[array.of]);
  }

  const Line &line(std::size_t array) const { return lines_[array]; }

  /// `isFirst`: of a run; the others know the slope that was kept.
  void step(double begin, bool isFirst) {
    const bool knows = cycle_.fsalLevels > 0 && !isFirst;
    if (knows)
      take({static_cast<int>(cycle_.stages()), 0, begin});
    const int levels = cycle_.levelsOfStage > 0
                           ? static_cast<int>(cycle_.levelsOfStage * kStages + cycle_.extraLevels)
                           : static_cast<int>(cycle_.stages());
    for (int level = knows ? static_cast<int>(cycle_.fsalLevels) : 0; level < levels; level++)
      take(momentOf(level, levels, begin));
  }

private:
  /// As templates/language/moments.h has it.
  Moment momentOf(int level, int levels, double begin) const {
    Moment moment{level, 0, begin};
    const int each = static_cast<int>(cycle_.levelsOfStage);
    const int extra = static_cast<int>(cycle_.extraLevels);
    if (each > 0 && level >= each + extra) {
      moment.row = (level - extra) / each;
      moment.stage = extra + (level < levels - each ? 1 : 2) * each + (level - extra) % each;
    }
    moment.time += cycle_.times[static_cast<std::size_t>(moment.stage)] * kStep;
    return moment;
  }

  void take(const Moment &moment) {
    const Evaluator evaluate(system_.arrays, lines_, moment);
    Lines next;
    for (const Equation &equation : system_.equations)
      next.push_back(evaluate.everywhere(equation.interior));
    lines_ = next;
  }

  const System &system_;
  const Cycle &cycle_;
  Lines lines_;
};

void compare(const System &system, const Method &method, unsigned seed) {
  const System formed = formCycle(system, method);
  Lines start;
  for (std::size_t k = 0; k < system.stateCount; k++) {
    start.emplace_back();
    for (int i = 0; i < kPoints; i++)
      start.back().push_back(0.125 * ((7 * k + 3 * i) % 11) - 0.5);
  }
  Book book(system, method, start);
  Levels levels(formed, start);
  for (int k = 0; k < 3; k++) {
    book.step(k * kStep);
    levels.step(k * kStep, k == 0);
    for (std::size_t state = 0; state < system.cycle.liveOut; state++)
      for (int i = 0; i < kPoints; i++) {
        const double expected = book.states()[state][i];
        ASSERT_NEAR(levels.line(state)[i], expected, 1e-9 * (1 + std::abs(expected)))
            << method.name << ", system " << seed << ", step " << k << ", "
            << system.arrays[state].name << "[" << i << "]\n"
            << print(formed);
      }
  }
}

} // namespace

TEST(Cycles, areStepsByTheBook) {
  for (unsigned seed = 1; seed <= 150; seed++) {
    Random random(seed);
    const System system = randomSystem(random);
    for (const Method &method : methods())
      compare(system, method, seed);
    if (HasFatalFailure())
      return;
  }
}

} // namespace eulerc::compiler
