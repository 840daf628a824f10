// Stencil: what a step reads, how far away it is and what it costs, as a value. Distances are in
// points of the canonical grid, where a class of the last axis is a component of the point:
//
//   u[y - 1][x] - u[y][x]     →  reads at -1 0 and at 0 0; reach of u along y: 1 before, 0 behind
//   y[i - 3] for i % 2 == 1   →  component 0, one point before
//
// Code generation and planners ask it; nobody looks at windows again to learn the same.
//
//   Step --analysis/findStencil--> Stencil
#pragma once

#include "ir/Step.h"

#include <map>
#include <ranges>

namespace eulerc::compiler {

/// A window entry as numbers. Entry k of a function's window is read k of the equation.
struct StencilRead {
  std::size_t array; ///< number in the system's arrays
  /// From the point along each axis; none: that depends on params.
  std::vector<std::optional<std::int64_t>> distance;
  /// Which component of the array's points it is: of states counted through all of them. None: that
  /// depends on params.
  std::optional<std::size_t> component;
  ExprPtr written; ///< its first read; null: only the step itself reads it
  /// A bit for each stage of the step at which it is read; all where stages are not told apart.
  std::uint64_t stages = everyStage;

  static constexpr std::uint64_t everyStage = ~std::uint64_t{0};

  bool isAt(std::size_t stage) const { return (stages >> stage & 1) != 0; }
  bool isAtPoint() const; ///< along all axes
  bool isOfRow() const;   ///< along all axes but the last
};

/// Operations of reals. A shared operation counts once, one of params alone not at all.
struct Operations {
  int sums = 0, products = 0, fused = 0, quotients = 0, comparisons = 0, selects = 0;
  std::map<std::string, int> functions; ///< how often each is called
  /// All but selects, in additions and products that take as long: a fused one is two, signs of its
  /// operands are free, quotients and functions count as measured (ir/Functions.h).
  double flops = 0;
};

/// The equation of one component of a point.
struct StencilEquation {
  std::size_t state = 0;
  std::int64_t residue = 0;
  std::vector<StencilRead> interior, edge; ///< one for each entry of the function's window
  bool edgeDiffers = false;                ///< else both are the same
  /// The component of which this one holds the value before the step. This component is read at the
  /// reader's own point alone, and the other one does not hold a last value itself.
  ///
  ///   next(before)(int i) { return u[i]; }   →  before is the last value of u
  std::optional<std::size_t> lastOf;
  /// What points read anywhere: the interior's reads, and further reads of the edge.
  std::vector<StencilRead> everywhere;
  ExprPtr guard;            ///< a condition on indices that only the edge has; null: none found
  std::vector<ExprPtr> far; ///< reads without a distance that is the same for all points
  /// What keeps the function out of vectors; null: all of it is in vectors.
  ExprPtr scalarBecause, edgeScalarBecause;
  std::vector<bool> usesIndex; ///< of each axis
  bool usesTime = false;
  bool usesStep = false; ///< its number
  bool exact = true;     ///< the same bits on every device: no function of the device's own
  Operations operations; ///< of the interior
  int loads = 0;         ///< vectors read from memory for one vector of results
  int shuffles = 0;      ///< window entries made of the lanes of two neighbouring vectors
};

/// A shared loop.
struct StencilLoop {
  std::vector<StencilRead> reads; ///< one for each entry of its function's window
  ExprPtr scalarBecause;          ///< as of equations
  /// Whether its passes read or run as each point asks, and their elementary functions alone are
  /// computed in vectors (ir/Passes.h).
  bool isCollected = false;
  SourceRange where;          ///< the loop
  double flops = 0;           ///< of a pass
  double leastOperations = 0; ///< of a pass
};

/// What points have to do (analysis/LeastWork.h): means over their components and the levels.
struct LeastWork {
  double operations = 0;
  double values = 0; ///< of states and fields, that cross memory if each level is a launch
};

/// A state or field along one axis.
struct StencilAxis {
  /// The farthest points that are read; none: that depends on params.
  std::optional<std::int64_t> before = 0, behind = 0;
  Rule low, high; ///< of a field: periodic or none
};

struct StencilArray {
  std::string name;
  bool isField = false;
  std::vector<StencilAxis> along;
};

/// A read of a state outside the point's own row (plane, or point of a line).
struct RowRead {
  std::string array;
  ExprPtr row;                ///< over the indices of the point and the loops around
  ExprPtr condition;          ///< on indices, params and data, under which it may be made
  std::vector<ExprPtr> loops; ///< around, the outermost first
  std::uint64_t stages;       ///< that make it, a bit each, where they are told apart
};

/// Where values lie between levels that are launches of all points, in one of two copies of the
/// state: the one that a level reads, or the other one, which it writes (analysis/LevelPlaces.h).
struct LevelPlaces {
  std::uint64_t held = 0; ///< a bit for each level behind which the copies keep their roles
  // Of each state, unless they swap roles behind each level:
  std::vector<std::uint64_t> inOther; ///< levels before which it lies in the other copy
  std::vector<std::uint64_t> stored;  ///< levels that store it
  /// Before each level, of each state the one in whose place it lies. A state that takes the value
  /// of another one as it is trades places with it up to the end of the step: the value stays where
  /// it is.
  std::vector<std::vector<std::size_t>> placeOf;

  /// Whether levels leave values in place; else all swap the copies.
  bool areTold() const { return !stored.empty(); }
};

struct Stencil {
  std::vector<std::string> axes;   ///< their names, slowest first
  std::size_t stages = 1;          ///< of a step, as far as they are distinguished
  std::vector<std::uint64_t> live; ///< at the begin of each stage: a bit for each live component
  LevelPlaces places;
  std::int64_t period = 1; ///< classes along the last axis
  std::size_t stateCount = 0;
  std::vector<StencilArray> arrays; ///< the states, then the fields
  std::vector<StencilLoop> loops;
  std::vector<StencilEquation> equations; ///< equation k computes component k of a point
  std::vector<RowRead> rowReads;          ///< of all equations
  /// Operations of the interior for a component of a state and a step without what tells its error;
  /// where a run chooses the stages, for a stage.
  double flopsOfStep = 0;
  /// Of a component of a point at a level, mean over them: of the interior with one pass of its
  /// loops, and of the edge without. As if equations had nothing in common: forms are slower where
  /// they have much, and their rates were fitted to this count.
  double flopsPerComponent = 0, edgeFlopsPerComponent = 0;
  bool sharesMuch = false; ///< equations of a point have three tenths of that in common, or more
  LeastWork least;         ///< without loops

  std::size_t last() const { return axes.size() - 1; }
  const StencilEquation &of(const StepOfEquation &equation) const;
  /// What points read anywhere, of all equations.
  auto reads() const {
    return equations | std::views::transform(&StencilEquation::everywhere) | std::views::join;
  }

  bool readsFar() const;
  bool usesTime() const;
  bool usesStep() const;
  bool exact() const;
  /// Whether some equation is computed in vectors.
  bool hasVectors() const;
  bool usesIndex(std::size_t axis) const;
  /// Whether some points are computed by another function than the interior's.
  bool hasGuards() const;
  bool divides() const;        ///< whether points divide by values that differ from point to point
  bool callsFunctions() const; ///< exp, sin and their like: many operations wherever one is called
  std::int64_t lastValues() const; ///< components that are one of another one

  /// How far states are read along an axis, either way; none: that depends on params.
  std::optional<std::int64_t> reach(std::size_t axis) const;
  /// Whether a state goes round along an axis.
  bool isRing(std::size_t axis) const;
  /// Whether a state or a field does.
  bool goesRound(std::size_t axis) const;
  /// A bit for each component that satisfies a condition on reads of states.
  std::uint64_t componentsRead(const std::function<bool(const StencilRead &)> &condition) const;
  /// A bit for each component that is read before (-1) or behind (1) points along an axis.
  std::uint64_t componentsRead(std::size_t axis, int direction) const;
  /// A bit for each component that is mirrored beyond a side.
  std::uint64_t mirrored(std::size_t axis, bool high) const;
};

std::string print(const Stencil &stencil);

} // namespace eulerc::compiler
