// System: the canonical form, P states over one grid. A system whose right-hand side distinguishes
// i % p along the last axis becomes p states for each one, on a grid of ⌈n/p⌉ points along that
// axis, so that one expression serves all points:
//
//   y'[i] = i % 2 == 0 ? y[i + 1] : …      →      p = 2, equation 0: y[i + 1], equation 1: …
//
// Guards split the grid into an interior (a box), where they are decided and no near read leaves
// the grid, and thin edges; those in the midst of the grid make point sources of it.
//
//   (Problem, Access) --transform/canonicalise--> System --transform/formCycle--> System
//   --transform/formStep--> Step
#pragma once

#include "ir/Access.h"
#include "ir/Methods.h"
#include "ir/Problem.h"

namespace eulerc::compiler {

/// The derivative of one state at the points whose last index is ≡ residue (mod period); behind
/// transform/formCycle its value after a level.
struct Equation {
  std::size_t state = 0; ///< number in the problem
  std::int64_t residue = 0;
  ExprPtr interior;   ///< valid in the interior: guards decided
  ExprPtr edge;       ///< valid everywhere
  std::string source; ///< as text, once it is the value after a level
};

/// A state or field as memory sees it.
struct GridArray {
  std::string name;
  bool isField = false;
  std::vector<Sides> boundary; ///< one an axis; of a field: periodic or none
  std::string identifier;      ///< in emitted code: "f_3" of "f[3]"
  Gives gives = Gives::Rate;   ///< of a state
  bool isRegister = false;     ///< of the method
  std::size_t of = 0;          ///< the state of the problem that it is, or that a register is of
  std::string declared;        ///< without the species that it is: "f" of "f[3]"
};

/// A step as a cycle of stages.
struct Cycle {
  std::string method = "euler";
  std::vector<double> times = {0}; ///< of each stage, from the step's begin, in steps
  Method steps;                    ///< of states with a rate; none: without stages
  std::size_t liveOut = 0; ///< states that live from step to step: the first ones, errors with them
  /// 0, or the number of stages is the run's: levels of each, and `times` are not known.
  std::size_t levelsOfStage = 0;
  /// Then: levels that the first stage has beyond those, for quantities that maps alone read.
  std::size_t extraLevels = 0;
  /// Levels at the end of a step that tell its error and nothing else: runs that do not ask for it
  /// leave them out.
  std::size_t errorLevels = 0;
  /// FSAL: levels that compute the first slope. One level after all others replaces them if the
  /// step before left that slope. 0: not FSAL.
  std::size_t fsalLevels = 0;
  /// Of each level, that one too, and each state what becomes of it there.
  enum class Fate { Changes, Stays, Dies };
  std::vector<std::vector<Fate>> fates;
  /// A state that some level gives the value of another one as it is, and no other level changes.
  struct Copy {
    std::size_t state, of, level;
  };
  std::vector<Copy> copies;
  /// Of each state the states whose new values it sees, in words: "e, hx". None: all see the values
  /// before the step.
  std::vector<std::string> sees;

  /// Whether a run says how many levels a step has.
  bool isOpen() const { return levelsOfStage > 0 || errorLevels > 0; }

  std::size_t stages() const { return times.size(); }
};

struct System {
  std::vector<GridArray> arrays; ///< the states, registers of the method with them, then the fields
  std::size_t stateCount = 0;
  std::vector<Data> data;
  std::vector<Series> series;
  std::vector<std::string> indexNames;
  std::vector<ExprPtr> extents;
  std::int64_t period = 1;
  std::vector<Equation> equations; ///< states in order, residues in order
  /// The same of states that change behind each step, in order: over reads at the own point.
  std::vector<Equation> changes;
  /// A point is of the interior when every low <= index <= every high, along every axis.
  IndexSet interior;
  /// The larger box where equations are computed as in the interior, wherever their reads lead:
  /// bounds along the axes that guards concern alone.
  IndexSet full;
  /// Thin boxes within both where they are computed as at the edge: point sources, for instance.
  std::vector<IndexSet> pointSources;
  Cycle cycle;
};

std::string print(const System &system);

} // namespace eulerc::compiler
