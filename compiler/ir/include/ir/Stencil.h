// Stencil: what a step reads, at which distances, and what it costs. Distances are in points of the
// canonical grid, where a class of the last axis is a component of the point:
//
//   u[y - 1][x] - u[y][x]     →  reads at -1 0 and at 0 0; reach of u along y: 1 before, 0 behind
//   y[i - 3] for i % 2 == 1   →  component 0, one point before
//
// Code generation and planners use the stencil; they do not search windows again.
//
//   Step --analysis/findStencil--> Stencil
#pragma once

#include "ir/Step.h"

#include <map>
#include <ranges>

namespace eulerc::compiler {

/// A window entry in numbers. Entry k of a function's window is read k of the equation.
struct StencilRead {
  std::size_t array; ///< number in the system's arrays
  /// From the point along each axis; nullopt: the distance depends on params.
  std::vector<std::optional<std::int64_t>> distance;
  /// The component of a point that is read, counted through all states. nullopt: it depends on
  /// params.
  std::optional<std::size_t> component;
  ExprPtr written; ///< its first read; null: only the step itself reads it
  /// A bit for each stage that makes the read; all bits if stages are not told apart.
  std::uint64_t stages = everyStage;

  static constexpr std::uint64_t everyStage = ~std::uint64_t{0};

  bool isAt(std::size_t stage) const { return (stages >> stage & 1) != 0; }
  bool isAtPoint() const; ///< along all axes
  bool isOfRow() const;   ///< along all axes but the last
};

/// Operations on reals. A shared operation counts once, an operation on params alone not at all.
struct Operations {
  int sums = 0, products = 0, fused = 0, quotients = 0, comparisons = 0, selects = 0;
  std::map<std::string, int> functions; ///< the number of calls of each function
  /// The cost of all operations except selects, in units of an addition or product. A fused sum
  /// counts 2, signs of its operands 0, quotients and functions as measured (ir/Functions.h).
  double flops = 0;
};

/// The equation of one component of a point.
struct StencilEquation {
  std::size_t state = 0;
  std::int64_t residue = 0;
  std::vector<StencilRead> interior, edge; ///< one for each entry of the function's window
  bool edgeDiffers = false;                ///< false: both are the same
  /// The component whose value before the step this one holds. That component is read only at the
  /// reader's own point, and does not hold a last value itself.
  ///
  ///   next(before)(int i) { return u[i]; }   →  before is the last value of u
  std::optional<std::size_t> lastOf;
  /// The reads of points anywhere: the interior's reads, and further reads of the edge.
  std::vector<StencilRead> everywhere;
  ExprPtr guard; ///< a condition on indices that only the edge has; null: none found
  /// Reads whose distance differs from point to point, and entries of globals.
  std::vector<ExprPtr> far;
  /// The node that prevents vectors; null: the function is computed in vectors.
  ExprPtr scalarBecause, edgeScalarBecause;
  std::vector<bool> usesIndex; ///< for each axis
  bool usesTime = false;
  bool usesStep = false; ///< the step's number
  bool exact = true;     ///< the same bits on every device, because no function is the device's
  Operations operations; ///< of the interior
  int loads = 0;         ///< vectors read from memory for one vector of results
  int shuffles = 0;      ///< window entries made of the lanes of two neighbouring vectors
};

/// A shared loop.
struct StencilLoop {
  std::vector<StencilRead> reads; ///< one for each entry of its function's window
  ExprPtr scalarBecause;          ///< as of equations
  /// Whether its passes differ from point to point, so that only their elementary functions are
  /// computed in vectors (ir/Passes.h).
  bool isCollected = false;
  SourceRange where;          ///< the loop
  double flops = 0;           ///< of a pass
  double leastOperations = 0; ///< of a pass
};

/// The least work of points (analysis/LeastWork.h): means over their components and the levels.
struct LeastWork {
  double operations = 0;
  double values = 0; ///< values of states and fields that cross memory if each level is a launch
};

/// A state or field along one axis.
struct StencilAxis {
  /// The distances of the farthest reads; nullopt: they depend on params.
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
  ExprPtr condition;          ///< on indices, params and data: the read may be made where it holds
  std::vector<ExprPtr> loops; ///< around the read, the outermost first
  std::uint64_t stages;       ///< stages that make the read, a bit each, if stages are told apart
};

/// The places of values between levels that are launches of all points. A value lies in one of two
/// copies of the state: the copy that a level reads, or the other one, which it writes
/// (analysis/LevelPlaces.h).
struct LevelPlaces {
  std::uint64_t held = 0; ///< a bit for each level after which the copies keep their roles
  // For each state, unless the copies swap roles after each level:
  std::vector<std::uint64_t> inOther; ///< levels before which the state lies in the other copy
  std::vector<std::uint64_t> stored;  ///< levels that store it
  /// For each level and state, the state in whose place it lies before the level. A state that
  /// takes the unchanged value of another one trades places with it until the end of the step, so
  /// that the value is not copied.
  std::vector<std::vector<std::size_t>> placeOf;

  /// Whether levels leave values in place. If not, the copies swap after each level.
  bool areTold() const { return !stored.empty(); }
};

struct Stencil {
  std::vector<std::string> axes;   ///< their names, slowest first
  std::size_t stages = 1;          ///< stages of a step, as far as they are told apart
  std::vector<std::uint64_t> live; ///< at the begin of each stage: a bit for each live component
  LevelPlaces places;
  std::int64_t period = 1; ///< classes along the last axis
  std::size_t stateCount = 0;
  std::vector<StencilArray> arrays; ///< the states, then the fields
  std::vector<StencilLoop> loops;
  std::vector<StencilEquation> equations; ///< equation k computes component k of a point
  std::vector<RowRead> rowReads;          ///< of all equations
  /// Operations of the interior for each component of a state and each step, without the levels
  /// that compute the error; for each stage if a run chooses the number of stages.
  double flopsOfStep = 0;
  /// Operations for each component of a point and each level, as a mean: of the interior with one
  /// pass of its loops, and of the edge without loops. Equations count separately, even if they
  /// share operations: forms are slower if equations share much, and their rates were fitted to
  /// this count.
  double flopsPerComponent = 0, edgeFlopsPerComponent = 0;
  /// Instructions of the interior for each component of a point: equations compute what they share
  /// once, and fused operations count once.
  double instructionsPerComponent = 0;
  bool sharesMuch = false; ///< equations of a point share at least three tenths of these operations
  LeastWork least;         ///< without loops

  std::size_t last() const { return axes.size() - 1; }
  const StencilEquation &of(const StepOfEquation &equation) const;
  /// The reads of points anywhere, in all equations.
  auto reads() const {
    return equations | std::views::transform(&StencilEquation::everywhere) | std::views::join;
  }

  bool readsFar() const;
  bool readsGlobals() const;
  bool usesTime() const;
  bool usesStep() const;
  bool exact() const;
  /// Whether some equation is computed in vectors.
  bool hasVectors() const;
  bool usesIndex(std::size_t axis) const;
  /// Whether some points are computed by a function other than the interior's.
  bool hasGuards() const;
  bool divides() const;        ///< whether points divide by values that differ from point to point
  bool callsFunctions() const; ///< exp, sin and the like, which take many operations a call
  std::int64_t lastValues() const; ///< number of components that are the last value of another

  /// The farthest distance of reads of states along an axis, in both directions; nullopt: it
  /// depends on params.
  std::optional<std::int64_t> reach(std::size_t axis) const;
  /// Whether a state wraps around along an axis.
  bool isRing(std::size_t axis) const;
  /// Whether a state or a field wraps around along an axis.
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
