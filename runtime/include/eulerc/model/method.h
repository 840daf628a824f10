// MethodFacts: the method as numbers. A step is a cycle of stages; each stage is a level of the
// run.
#pragma once

#include <cstdint>

namespace eulerc {

struct MethodFacts {
  const char *name = "euler";
  int stages = 1;                     ///< levels of a step.
  const double *stageTimes = nullptr; ///< of each level, in steps; null: all at the begin.
  int levelStates = 0; ///< states that levels work on, registers included; 0: the program's alone.
  /// For each stage: how many registers it changes. For each of these: its number, a factor of
  /// h · slope, how many registers are added, and the number and the factor of each. null: Euler's
  /// method, or, without registers, not known.
  const double *cycle = nullptr;
  int registers = 1;
  int methodStages = 1;       ///< without the stages of quantities within a step.
  bool updatesInTurn = false; ///< a state sees the new values of the states before it.
  /// Steps estimate their error, which is proportional to this power of h. Each state has a
  /// register for its error; these registers follow the states, in their order. 0: no estimate.
  int errorOrder = 0;
  /// For methods whose steps read the slopes of the step before: the value of such a slope before
  /// the first step. The slopes lie in registers at the place of the errors. 0: steps read none.
  double unknownSlope = 0;
  /// Levels at the end of a step that compute its error alone. Without tellsError they are not
  /// among `stages`, and the error does not live from step to step.
  int errorLevels = 0;
  bool actsBehind = false;    ///< states change, or events happen, at the end of steps.
  bool changesBehind = false; ///< actsBehind, and a 'when' changes states.
  /// Levels of a stage where a run chooses the number of stages (rkl2): stages, their times, the
  /// cycle and the factors are the runtime's then (stages.h). 0: the method has a fixed number.
  int stageLevels = 0;
  int extraLevels = 0; ///< then: levels that the first stage has beyond these.
  int givenStages = 0; ///< then: a number of stages that is not chosen; 0: it is chosen.
  /// FSAL methods with an error reuse the last slope as the first slope of the next step. It is in
  /// registers behind the errors. These are the levels of a first stage that lacks the slope; one
  /// level stands for them where it is known. 0: the method is not FSAL.
  int fsalLevels = 0;
  /// For launches of one level: a bit for each level after which the two copies of the state keep
  /// their roles. Such a level leaves the values that it does not change in place.
  std::uint64_t heldLevels = 0;
  /// For launches of one level: whether levels read some values from the copy that they write to.
  bool readsOtherCopy = false;
  /// If readsOtherCopy: where each state lies before each level, listed level by level. The entry
  /// is twice the number of the state whose place it has, plus 1 in the copy that the level writes
  /// to.
  const int *statePlaces = nullptr;

  bool tellsError = true;             ///< of methods with errorLevels.
  bool keepsSlope = false;            ///< of methods with fsalLevels: the slope lives on.
  bool knowsSlope = false;            ///< the same methods: steps begin with the kept slope.
  const void *stageFactors = nullptr; ///< a row for each stage, of the program's precision.
};

} // namespace eulerc
