// System: the canonical form, P states on one grid. If the right-hand side distinguishes i % p
// along the last axis, each state becomes p states, on a grid of ⌈n/p⌉ points along that axis, so
// that one expression serves all points:
//
//   y'[i] = i % 2 == 0 ? y[i + 1] : …      →      p = 2, equation 0: y[i + 1], equation 1: …
//
// Guards split the grid into an interior (a box), in which their conditions are constant and no
// near read leaves the grid, and thin edges. Guards inside the grid give point sources.
//
//   (Problem, Access) --transform/canonicalise--> System --transform/formCycle--> System
//   --transform/formStep--> Step
#pragma once

#include "ir/Access.h"
#include "ir/Methods.h"
#include "ir/Problem.h"

namespace eulerc::compiler {

/// The derivative of a state at the points whose last index is ≡ residue (mod period); after
/// transform/formCycle, its value after a level.
struct Equation {
  std::size_t state = 0; ///< number in the problem
  std::int64_t residue = 0;
  ExprPtr interior;   ///< valid in the interior, without guards
  ExprPtr edge;       ///< valid everywhere
  std::string source; ///< as text, if the equation is the value after a level
};

/// A state or field as an array in memory.
struct GridArray {
  std::string name;
  bool isField = false;
  std::vector<Sides> boundary; ///< along each axis; for a field: periodic or none
  std::string identifier;      ///< in emitted code: "f_3" for "f[3]"
  Gives gives = Gives::Rate;   ///< of a state
  bool isRegister = false;     ///< a register of the method
  std::size_t of = 0;   ///< its state in the problem; for a register, the state it belongs to
  std::string declared; ///< without the number of a species: "f" for "f[3]"
};

/// A step as a cycle of stages.
struct Cycle {
  std::string method = "euler";
  std::vector<double> times = {0}; ///< for each stage, from the begin of the step, in steps
  Method steps;                    ///< of states with a rate; no stages if there are none
  std::size_t liveOut = 0; ///< states that live from step to step; the first ones, including errors
  /// 0, or: the run chooses the number of stages, each has this many levels, and `times` are
  /// unknown.
  std::size_t levelsOfStage = 0;
  /// If levelsOfStage > 0: further levels of the first stage, for quantities that only maps read.
  std::size_t extraLevels = 0;
  /// Levels at the end of a step that only compute its error. Runs that do not need it omit them.
  std::size_t errorLevels = 0;
  /// FSAL: levels that compute the first slope. If the previous step has kept that slope, one
  /// level, which follows all others, replaces them. 0: not FSAL.
  std::size_t fsalLevels = 0;
  /// The fate of each state at each level.
  enum class Fate { Changes, Stays, Dies };
  std::vector<std::vector<Fate>> fates;
  /// A state that one level sets to the unchanged value of another state, and no other level
  /// changes.
  struct Copy {
    std::size_t state, of, level;
  };
  std::vector<Copy> copies;
  /// For each state, the states whose new values it reads, in words: "e, hx". Empty: all read the
  /// values before the step.
  std::vector<std::string> sees;

  /// Whether a run chooses the number of levels of a step.
  bool isOpen() const { return levelsOfStage > 0 || errorLevels > 0; }

  std::size_t stages() const { return times.size(); }
};

struct System {
  std::vector<GridArray> arrays; ///< states and registers of the method, then the fields
  std::size_t stateCount = 0;
  std::vector<Data> data;
  std::vector<Series> series;
  std::vector<std::string> indexNames;
  std::vector<ExprPtr> extents;
  std::int64_t period = 1;
  std::vector<Equation> equations; ///< in the order of states, then of residues
  /// The same for states that change after each step, over reads at the same point.
  std::vector<Equation> changes;
  /// A point is in the interior if every low <= index <= every high, along every axis.
  IndexSet interior;
  /// The larger box in which equations are computed as in the interior, even if reads leave the
  /// grid. It has bounds only along axes that guards depend on.
  IndexSet full;
  /// Thin boxes within both in which equations are computed as at the edge, for instance point
  /// sources.
  std::vector<IndexSet> pointSources;
  Cycle cycle;
};

std::string print(const System &system);

} // namespace eulerc::compiler
