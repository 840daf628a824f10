// The question put to a planner, and what it may answer in addition to a plan (forms/shapes.h).
//
//   PlanRequest (sizes, device limits, tuning) → planner → Plan (kernel, launch shape, launches)
//
// Pure data; the planners are in runtime/forms and runtime/planning.
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

/// What the launches of a run are (forms/shapes.h).
struct Plan;

/// Why a scheme does not apply, and what `needed` and `available` of Unsupported count then.
enum class Reason {
  None,
  Unbounded,   ///< the access distance has no bound
  FarReads,    ///< values are read that no block's neighbours hold
  Globals,     ///< values of the whole grid come before each level
  Wraps,       ///< periodic along the slowest axis: tiles would have to close a ring
  TooSmall,    ///< blocks of a tile; blocks of the system. Overlapped: see `counted`
  ShortRows,   ///< points a row that vectors of `vectorWidth` need; points a row of the grid
  LocalMemory, ///< bytes of a tile of `tileWidth` blocks, which must be less than the device's
               ///< bytes; overlapped: bytes of a tile; bytes of the device
  Buffer,      ///< bytes of what all tiles keep in global memory; of the device's largest buffer
  NoOverlap,   ///< the program has no such tiles (`Unsupported::reason`)
  OtherGrid,   ///< the form is for grids of other axes; axes of this one
  CutRing,     ///< residue classes, and points of a ring that are no multiple of them
  Reach,       ///< points of a vector that the reach needs; points of a vector
  KeptRows,    ///< rows of a work-item that the reach needs; rows of a work-item
  Registers,   ///< values of 32 bits that a work-item keeps at least; as many as it may keep
  WideVectors, ///< points of a vector at most; points of the vector asked for
  TileShape,   ///< blocks that twice `tileSteps` need; blocks of the tile asked for. Overlapped:
               ///< points of a tile, or points across a streaming tile
  NoEvents,    ///< kernels of the form list no events
  PlaneShape,  ///< points of a plane that a streaming tile of space computes at least; that it has
};

/// Another device may have room.
constexpr bool isOfMemory(Reason why) {
  return why == Reason::LocalMemory || why == Reason::Buffer;
}

/// The question put to a planner.
struct PlanRequest {
  std::int64_t components = 0; ///< n, entries of the flat state vector
  std::int64_t points = 0;     ///< grid points of the canonical form, ⌈n / componentsPerPoint⌉
  std::int64_t steps = 0;      ///< levels of the run: time steps, or the stages of them
  std::int64_t realSize = 4;   ///< bytes of a component
  Grid grid;                   ///< points of the canonical form
  DeviceLimits device;
  Tuning tuning;
  StencilFacts stencil = {};             ///< of the model
  std::int64_t accessDistance = -1;      ///< of the flat vector, in components; -1: unbounded
  std::int64_t reach = -1;               ///< along the slowest axis, in points; -1: unbounded
  std::int64_t reachAlong[maxRank] = {}; ///< along each axis, as `reach`
  bool transposed = false; ///< rows that tiles keep hold points apart, as compiled (HostVectors)
  /// Values between neighbours along the slowest axis, padding included; 0: rows have no padding.
  std::int64_t unitComponents = 0;
  // Of a component and step, for models of the run time.
  double flops = 1;           ///< arithmetic operations, all passes of loops included
  double leastOperations = 0; ///< of these, all passes of loops included (StencilFacts)
  double stateBytes = 8; ///< of the state, to and from global memory, when a launch takes one step
  double fieldBytes = 0; ///< of fields
  /// Components that live from step to step, of all: tiles of whole steps load and store no others.
  double liveOutShare = 1;
  std::int64_t stages = 1; ///< levels of a time step; tiles that overlap take whole steps, or,
                           ///< where they take parts of steps, the levels of a part
  std::int64_t levelsOfStep = 1; ///< levels of a time step in any case
  std::int64_t interval = 0;     ///< levels after which a run stops, again and again; 0: not known
  bool listsEvents = false;      ///< kernels are to list the events of each step

  /// Levels of a launch that the user asks for; 0: none.
  std::int64_t hintedLevels() const { return tuning.tileSteps.count * stages; }
  /// Levels of whole steps: of one step at least, and no more than `levels` if these hold one.
  std::int64_t wholeSteps(std::int64_t levels) const {
    return levels < stages ? stages : levels / stages * stages;
  }
};

/// A way to run, for `auto` to choose from: a tuning that names a scheme, and what a model expects.
struct Candidate {
  Tuning tuning;
  Levels levelsPerLaunch = 1;
  double seconds = 0; ///< of a step
  double build = 0;   ///< seconds of a driver, about
};

constexpr int mostAtFirst = 12;    ///< that a model names
constexpr int mostCandidates = 40; ///< with those that trials lead to

/// The first one is the model's choice.
struct Candidates {
  int count = 0;
  Candidate list[mostCandidates];
};

/// Plans the scheme that the request's tuning names.
Plan planScheme(const PlanRequest &request);

/// What `auto` chooses from, given the request's hints.
Candidates candidatesOf(const PlanRequest &request);

/// Seconds of a step of a plan that a model expects.
double secondsOfStep(const PlanRequest &request, const Plan &plan);

} // namespace eulerc
