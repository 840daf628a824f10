// PlanRequest, the input of every planner; reasons why a planner finds no plan; and candidates that
// `auto` chooses from. The output, Plan, is in forms/shapes.h.
//
//   PlanRequest (sizes, device limits, tuning) → planner → Plan (kernel, launch shape, launches)
//
// A level is a stage of a time step; methods of one stage have one level a step. The planners are
// in runtime/forms and runtime/planning.
#pragma once

#include <cstdint>

#include <eulerc/device.h>
#include <eulerc/layout.h>
#include <eulerc/model/host_code.h>
#include <eulerc/model/stencil.h>
#include <eulerc/tuning.h>

namespace eulerc {

/// A way to lay steps out on a device (forms/form.h).
struct Form;

/// Kernel, work-groups, launches and shape of a run (forms/shapes.h).
struct Plan;

/// Why a form has no plan. Comments of the form "a; b" say what `needed` and `available` of
/// Unsupported count.
enum class Reason {
  None,
  Unbounded,   ///< the access distance has no bound
  FarReads,    ///< points read values outside the neighbouring blocks
  Globals,     ///< each level first needs values of the whole grid, such as sums
  Wraps,       ///< periodic along the slowest axis: tiles would have to close a ring
  TooSmall,    ///< blocks of a tile; blocks of the system. Overlapped: see `counted`
  ShortRows,   ///< points a row that vectors of `vectorWidth` need; points a row of the grid
  LocalMemory, ///< bytes of a tile of `tileWidth` blocks, which must be less than the device's
               ///< bytes; overlapped: bytes of a tile; bytes of the device
  Buffer,      ///< bytes of the windows of all tiles in global memory; of the largest buffer
  NoOverlap,   ///< the program has no such tiles (`Unsupported::reason`)
  OtherGrid,   ///< the form supports another number of axes; axes of this grid
  CutRing,     ///< residue classes; points of a ring, which are no multiple of the classes
  Reach,       ///< points of a vector that the reach needs; points of a vector
  KeptRows,    ///< rows of a work-item that the reach needs; rows of a work-item
  Registers,   ///< values of 32 bits that a work-item keeps at least; values that it may keep
  WideVectors, ///< points of a vector at most; points of the vector asked for
  TileShape,   ///< blocks that twice `tileSteps` need; blocks of the tile asked for. Overlapped:
               ///< points of a tile, or points across a streaming tile
  NoEvents,    ///< kernels of the form list no events
  PlaneShape,  ///< points of a plane that a streaming 3-D tile computes at least; that it can
};

/// Whether a device with more memory could run the plan.
constexpr bool isOfMemory(Reason why) {
  return why == Reason::LocalMemory || why == Reason::Buffer;
}

/// The input of every planner: program, grid, device and hints.
struct PlanRequest {
  std::int64_t components = 0; ///< n, entries of the flat state vector
  std::int64_t points = 0;     ///< grid points of the canonical form, ⌈n / componentsPerPoint⌉
  std::int64_t steps = 0;      ///< levels of the run
  std::int64_t realSize = 4;   ///< bytes of a component
  Grid grid;                   ///< points of the canonical form
  DeviceLimits device;
  Tuning tuning;
  StencilFacts stencil = {};             ///< of the model
  std::int64_t accessDistance = -1;      ///< of the flat vector, in components; -1: unbounded
  std::int64_t reach = -1;               ///< along the slowest axis, in points; -1: unbounded
  std::int64_t reachAlong[maxRank] = {}; ///< along each axis, as `reach`
  bool transposed = false; ///< tiles keep rows in the transposed layout, as compiled (HostVectors)
  /// Distance in values between neighbours along the slowest axis, padding included; 0: no padding.
  std::int64_t unitComponents = 0;
  // Per component and step, for models of the run time.
  double flops = 1;           ///< arithmetic operations, all passes of loops included
  double instructions = 1;    ///< StencilFacts::instructionsPerComponent, passes included
  double leastOperations = 0; ///< operations that no form can spare (StencilFacts), passes included
  double stateBytes = 8; ///< of the state, to and from global memory, when a launch takes one step
  double fieldBytes = 0; ///< of fields, from global memory
  /// Share of the components that are live-out; tiles of whole steps load and store no others.
  double liveOutShare = 1;
  /// Levels that overlapped tiles advance together: a time step, or a part of one.
  std::int64_t stages = 1;
  std::int64_t levelsOfStep = 1; ///< levels of a time step in any case
  std::int64_t interval = 0;     ///< levels between the stops of a run; 0: not known
  bool listsEvents = false;      ///< kernels must list the events of each step

  /// Levels of a launch that the user asks for; 0: the planner decides.
  std::int64_t hintedLevels() const { return tuning.tileSteps.count * stages; }
  /// `levels` rounded down to a multiple of `stages`, or `stages` if that is 0.
  std::int64_t wholeSteps(std::int64_t levels) const {
    return levels < stages ? stages : levels / stages * stages;
  }
};

/// A way to run that `auto` can choose: a tuning that names a scheme, and the expected times.
struct Candidate {
  Tuning tuning;
  Levels levelsPerLaunch = 1;
  double seconds = 0; ///< of a step
  double build = 0;   ///< seconds that a driver takes to build the kernel, roughly
};

constexpr int mostAtFirst = 12;    ///< candidates that the model proposes
constexpr int mostCandidates = 40; ///< with the neighbours that are tried after trials

/// The model expects the first candidate to be the fastest.
struct Candidates {
  int count = 0;
  Candidate list[mostCandidates];
};

/// Plans the scheme that the request's tuning names.
Plan planScheme(const PlanRequest &request);

/// The candidates of `auto`, given the request's hints.
Candidates candidatesOf(const PlanRequest &request);

/// Seconds of a step of a plan that a model expects.
double secondsOfStep(const PlanRequest &request, const Plan &plan);

} // namespace eulerc
