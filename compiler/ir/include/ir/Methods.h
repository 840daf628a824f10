// Methods: the stages of the integration methods, as data.
//
//   heun: X ← X + h F;  then X ← Y + h/2 F     with Y = X + h/2 F of the first stage
//
// Each new value of a state is an old value plus a change, and changes contain only differences of
// states. With a weighted sum of states instead, rounded weights would not add up to 1, and neither
// constants nor conserved sums would stay the same.
//
// A stage computes F = f(t + time h, X), and from F new values of the registers, all at one point.
// Register 0 is X, the state that other points read. At the end of a step it is the result, and all
// other registers are free. A method is one row of a table; everything else follows from it.
#pragma once

#include <string>
#include <vector>

namespace eulerc::compiler {

/// A number of a method. If a run chooses the number of stages, it is a number of a stage, which
/// the run provides.
struct Factor {
  double number = 1;
  int ofStage = -1; ///< which of the stage's factors; -1: `number`

  Factor(double theNumber) : number(theNumber) {} // NOLINT(google-explicit-constructor)
  static Factor chosen(int which) {
    Factor factor(0);
    factor.ofStage = which;
    return factor;
  }
  bool is(double value) const { return ofStage < 0 && number == value; }
};

/// A register, or its difference from another register, times a factor.
struct Term {
  int of = 0;
  Factor factor = 1;
  int from = -1; ///< -1: no difference
};

/// The new value of a register: the sum of the terms, plus rate · h · F. With a base: the base
/// register plus `scale` times this sum.
struct Update {
  int to = 0;
  std::vector<Term> terms;
  Factor rate = 0;
  int base = -1; ///< -1: no base
  double scale = 1;
};

/// The same value, except for rounding, as a sum of registers and rate · h · F, without a base. Its
/// factors must be numbers.
Update flat(const Update &update);

struct MethodStage {
  double time = 0;             ///< from the begin of the step, in steps
  std::vector<Update> updates; ///< other registers keep their values
};

struct Method {
  const char *name;
  int order;
  int registers;
  std::vector<MethodStage> stages;
  bool inTurn = false; ///< states are updated one after the other, in the order of the program
  int errorOrder = 0;  ///< 0, or: at the end of a step register 1 is its error, of this power of h
  /// If errorOrder > 0: 0, or the register that keeps the slope F of the last stage, which is the
  /// slope of the next step's first stage (FSAL). This register is free at the last stage.
  int fsalStage = 0;
  /// 0, or: register 1 keeps the slope F of the previous step, and a step first adds pastSlope · h
  /// · F to the state. If that slope is unknown (unknownSlope), the step is an Euler step.
  double pastSlope = 0;
  /// 0, or the number of factors of each stage, if a run chooses the number of stages. `stages` are
  /// then the first stage, each stage between, and the last one.
  int factors = 0;
  int givenStages = 0; ///< if factors > 0: 0, or the fixed number of stages

  /// Whether register 1 keeps its value at the end of a step, like a state; other registers are
  /// free then.
  bool lasts() const { return errorOrder > 0 || pastSlope != 0; }
};

/// Marks an unknown slope before the first step: too large for a slope, also in float.
constexpr double unknownSlope = 3e38;

/// All methods, the default first.
const std::vector<Method> &methods();

/// The numbers of stages that rkl2 allows.
constexpr int leastStages = 2, mostStages = 100;

/// The method of that name; null if there is none.
const Method *methodNamed(const std::string &name);

/// The name in eulerc of a method that has another name elsewhere: RK45 is dopri5. "": none.
std::string methodElsewhere(const std::string &name);

} // namespace eulerc::compiler
