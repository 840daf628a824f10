// Methods: how a step is made of stages, as data.
//
//   heun: X ← X + h F;  then X ← Y + h/2 F     with Y = X + h/2 F of the first stage
//
// A stage computes F = f(t + time h, X), and from it new values of the registers, all at one point:
// register 0 is X, the state as others see it; at the end of a step it is the result, and all other
// registers are free. A method is one row of a table; everything
// else follows from it.
#pragma once

#include <string>
#include <vector>

namespace eulerc::compiler {

/// A register times a number.
struct Term {
  int of = 0;
  double factor = 1;
};

/// The new value of a register: the sum of the terms, and rate · h · F.
struct Update {
  int to = 0;
  std::vector<Term> terms;
  double rate = 0;
};

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
  /// 0, or register 1 keeps the slope F of the step before, so many times h of which is added to
  /// the state first. Where it is not known (unknownSlope), a step of Euler's is taken.
  double pastSlope = 0;

  /// Whether register 1 is as good as a state at the end of a step: others are free then.
  bool lasts() const { return errorOrder > 0 || pastSlope != 0; }
};

/// In place of a slope before the first step: beyond those that mean something, also in float.
constexpr double unknownSlope = 3e38;

/// All that there are, the default first.
const std::vector<Method> &methods();

/// Stages of rkl2 that may be asked for, and without a word.
constexpr int leastStages = 2, mostStages = 50, usualStages = 10;

/// rkl2 with so many stages.
Method stabilised(int stages);

/// Null where there is none of that name.
const Method *methodNamed(const std::string &name);

} // namespace eulerc::compiler
