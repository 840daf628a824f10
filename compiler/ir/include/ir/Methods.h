// Methods: how a step is made of stages, as data.
//
//   heun: X ← X + h F;  then X ← Y + h/2 F     with Y = X + h/2 F of the first stage
//
// Each new value of a state is one that the state had, and a change, in which states come as
// differences alone: rounded weights of states would not add up to 1, and neither constants nor
// conserved sums would stay the same.
//
// A stage computes F = f(t + time h, X), and from it new values of the registers, all at one point:
// register 0 is X, the state as others see it; at the end of a step it is the result, and all other
// registers are free. A method is one row of a table; everything
// else follows from it.
#pragma once

#include <string>
#include <vector>

namespace eulerc::compiler {

/// A number of a method; or of a stage, in a method whose number of stages a run chooses: it comes
/// from the run as well.
struct Factor {
  double number = 1;
  int ofStage = -1; ///< which of the stage's factors; -1: the number

  Factor(double theNumber) : number(theNumber) {} // NOLINT(google-explicit-constructor)
  static Factor chosen(int which) {
    Factor factor(0);
    factor.ofStage = which;
    return factor;
  }
  bool is(double value) const { return ofStage < 0 && number == value; }
};

/// A register, or how far it is from another one, times a factor.
struct Term {
  int of = 0;
  Factor factor = 1;
  int from = -1; ///< -1: none
};

/// The new value of a register: the sum of the terms, and rate · h · F; or, with a base, that
/// register and `scale` times the sum.
struct Update {
  int to = 0;
  std::vector<Term> terms;
  Factor rate = 0;
  int base = -1; ///< -1: none
  double scale = 1;
};

/// The same new value, but for rounding, as a sum of registers and rate · h · F, without a base.
/// Its factors are numbers.
Update flat(const Update &update);

struct MethodStage {
  double time = 0;             ///< in steps
  std::vector<Update> updates; ///< registers that are not here keep their values
};

struct Method {
  const char *name;
  int order;
  int registers;
  std::vector<MethodStage> stages;
  bool inTurn = false; ///< states are updated one after the other, in the program's order
  int errorOrder = 0;  ///< 0, or register 1 is the error of a step, of that power of h, at its end
  /// Then 0, or the register that keeps the slope F of the last stage, which is the slope of the
  /// next step's first stage (FSAL). The register is free at the last stage.
  int fsalStage = 0;
  /// 0, or register 1 keeps the slope F of the step before, and a step first adds pastSlope · h · F
  /// to the state. Where the slope is not known (unknownSlope), the step is one of Euler's method.
  double pastSlope = 0;
  /// 0, or the number of factors of each stage of a method whose number of stages a run chooses.
  /// `stages` are then the first one, each between, and the last one.
  int factors = 0;
  int givenStages = 0; ///< then: 0, or the number is fixed

  /// Whether register 1 is as good as a state at the end of a step: others are free then.
  bool lasts() const { return errorOrder > 0 || pastSlope != 0; }
};

/// Stands for the slope before the first step: too large for a slope, also in float.
constexpr double unknownSlope = 3e38;

/// All that there are, the default first.
const std::vector<Method> &methods();

/// Stages of rkl2 that may be asked for.
constexpr int leastStages = 2, mostStages = 100;

/// Null where there is none of that name.
const Method *methodNamed(const std::string &name);

/// The name here of a method that is called so elsewhere: RK45 is dopri5. "": none.
std::string methodElsewhere(const std::string &name);

} // namespace eulerc::compiler
