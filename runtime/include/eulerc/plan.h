// Plans: what a planner is asked and what it answers.
//
//   PlanRequest (sizes, device limits, tuning) → planner → Plan (kernel, launch shape, launches)
//
// Pure data; the planners are in runtime/forms and runtime/planning.
#pragma once

#include <compare>
#include <cstdint>

#include <eulerc/layout.h>
#include <eulerc/model/host_code.h>
#include <eulerc/model/stencil.h>

namespace eulerc {

/// What a GPU does in a second, measured once a device (opencl/rates.h); 0: not known.
struct DeviceRates {
  double bytes = 0;       ///< read and written by a copy in its memory
  double flops = 0;       ///< fused sums of float that do not wait for each other
  double doubleFlops = 0; ///< the same of double; 0 also where it has none
  double launch = 0;      ///< seconds of an empty launch among others
  bool known() const { return bytes > 0; }
};

/// What a planner may know of a device.
struct DeviceLimits {
  std::int64_t computeUnits = 1;     ///< compute units (CPU cores, GPU multiprocessors)
  std::int64_t maxWorkGroupSize = 1; ///< work-items in one work-group, at most
  std::int64_t localMemory = 0;      ///< bytes of local memory of one work-group
  std::int64_t vectorBytes = 16;     ///< of the widest vector that one instruction computes with
  bool isCpu = true;                 ///< a CPU: few wide work-items; else many narrow ones
  std::int64_t nearCache = 32 << 10; ///< bytes of a CPU core's first cache, and of its second one
  std::int64_t coreCache = 1 << 20;
  /// Work-groups of a launch that surely run at the same time, and so may wait for each other.
  std::int64_t atOnce = 1;
  bool isHost = false; ///< the solver's own threads, with code for schemes::onHost; a CPU as well
  DeviceRates rates = {}; ///< of a GPU
};

/// The forms of the linear scheme (thesis, ch. 5). `Auto` lets the planner choose. Vectors are
/// dealt out in a range for each work-item (CPUs) or one by one to work-groups (GPUs); `Vector`
/// takes what suits the device. `Sums`: a point a work-item, or few points a work-group, and what
/// all points read through local memory. `Persistent`: as `VectorGroups`, many steps a launch, for
/// states that a GPU's cache holds.
enum class LinearForm {
  Auto,
  ScalarBlocked,
  ScalarStrided,
  Vector,
  VectorRanges,
  VectorGroups,
  Sums,
  Persistent
};

/// A number of things of one kind, which is no number of things of another kind.
template <class Kind> struct Count {
  std::int64_t count = 0;

  constexpr Count() = default;
  constexpr Count(std::int64_t number) : count(number) {}
  friend constexpr auto operator<=>(Count, Count) = default;
  constexpr Count operator++(int) { return count++; }
  friend constexpr Count operator+(Count a, Count b) { return a.count + b.count; }
  friend constexpr Count operator-(Count a, Count b) { return a.count - b.count; }
  friend constexpr Count operator*(Count a, std::int64_t times) { return a.count * times; }
  friend constexpr Count operator/(Count a, std::int64_t parts) { return a.count / parts; }
  /// How often the other one fits, and what is left.
  friend constexpr std::int64_t operator/(Count a, Count b) { return a.count / b.count; }
  friend constexpr Count operator%(Count a, Count b) { return a.count % b.count; }
};
/// Levels are the stages of time steps, of which a method may have several.
using Levels = Count<struct OfLevels>;
using TimeSteps = Count<struct OfTimeSteps>;

/// What the user asks of the state's layout on the device. `Auto` lets the planner choose.
enum class ArrangementWish { Auto, Apart, Interleaved };

/// How steps are distributed over launches and memories. `Auto` takes a scheme that applies.
enum class Scheme {
  Auto,
  Linear,
  Diamond,
  DiamondColumns,
  Honeycomb,
  HoneycombColumns,
  Overlapped
};

/// Where the tiles of `overlapped` live: in the registers of a work-group (GPUs), or in a CPU's
/// cache, with steps in flight in registers; of grids: strips that a work-group walks down (GPUs),
/// or boxes that one thread walks. `Auto` takes what suits the device.
enum class TileForm { Auto, Registers, Streaming, Skewed, Wavefront, Persistent };

/// A way to lay steps out on a device (forms/form.h).
struct Form;

/// What the launches of a run are (<eulerc/shapes.h>).
struct Plan;

/// How the number of diamonds follows from the compute units (thesis, 7.1.1); `Auto` is
/// `Corrected`.
enum class Strategy { Auto, Multiplicative, Additive, Corrected };

/// Why a scheme does not apply, and what `needed` and `available` of Unsupported count then.
enum class Refusal {
  None,
  Unbounded,   ///< the access distance has no bound
  FarReads,    ///< values are read that no block's neighbours hold
  Wraps,       ///< periodic along the slowest axis: tiles would have to close a ring
  TooSmall,    ///< blocks of a tile; blocks of the system. Overlapped: see `counted`
  ShortRows,   ///< points a row that vectors of `vectorWidth` need; points a row of the grid
  LocalMemory, ///< bytes of a tile of `tileWidth` blocks, which must be less than the device's
               ///< bytes; overlapped: bytes of a tile; bytes of the device
  NoOverlap,   ///< the program has no such tiles (`Unsupported::obstacle`)
  OtherGrid,   ///< the form is for grids of other axes; axes of this one
  CutRing,     ///< components of a point, and of the ring, whose last point lacks some
  Reach,       ///< points of a vector that the reach needs; points of a vector
  KeptRows,    ///< rows of a work-item that the reach needs; rows of a work-item
  Registers,   ///< values of 32 bits that a work-item keeps at least; as many as it may keep
  WideVectors, ///< points of a vector at most; points of the vector asked for
  TileShape,   ///< blocks that twice `tileSteps` need; blocks of the tile asked for. Overlapped:
               ///< points of a tile, or points across a strip
  PlaneShape,  ///< points of a plane that a strip of space computes at least; that it has
};

/// Choices made by hand; a zero or `Auto` leaves the choice to the planner.
struct Tuning {
  LinearForm linearForm = LinearForm::Auto;
  std::int64_t workGroupSize = 0; ///< work-items in one work-group
  std::int64_t workGroups = 0;    ///< of a launch, where work-items take ranges or share points
  std::int64_t groupsPerUnit = 0; ///< work-groups that a compute unit holds at once
  std::int64_t vectorWidth = 0;   ///< values in a vector: 1, 2, 4, 8 or 16
  std::int64_t vectorsDeep = 0;   ///< rows or planes of which a work-item computes a vector
  ArrangementWish arrangement = ArrangementWish::Auto;
  Scheme scheme = Scheme::Auto;
  Strategy strategy = Strategy::Auto;
  TimeSteps tileSteps = 0;     ///< S, that a launch of a tiling advances
  std::int64_t tileBlocks = 0; ///< D, blocks of a tile's widest row
  TileForm tileForm = TileForm::Auto;
  std::int64_t kept =
      0; ///< vectors of each component that a work-item keeps in registers, or steps in flight
  std::int64_t box[maxRank] = {}; ///< points along each axis that a tile of a grid stores
};

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
  std::int64_t reachAlong[maxRank] = {}; ///< along each axis, likewise
  bool lanesApart = false; ///< rows that tiles keep hold points apart, as compiled (HostVectors)
  /// Values between neighbours along the slowest axis, padding included; 0: none is padded.
  std::int64_t unitComponents = 0;
  // Of a component and step, for models of the run time.
  double flops = 1;      ///< arithmetic operations, all passes of loops included
  double stateBytes = 8; ///< of the state, to and from global memory, when a launch takes one step
  double fieldBytes = 0; ///< of fields
  /// Components that live from step to step, of all: tiles of whole steps load and store no others.
  double lastingShare = 1;
  std::int64_t stages = 1; ///< levels of a time step; tiles that overlap take whole steps, or,
                           ///< where they take parts of steps, those of a part
  std::int64_t levelsOfStep = 1; ///< those of a time step in any case
  std::int64_t interval = 0;     ///< levels after which a run stops, again and again; 0: not known

  /// Levels of a launch that the user wishes for; 0: none.
  std::int64_t wishedSteps() const { return tuning.tileSteps.count * stages; }
  /// Levels of whole steps: at least one, and no more than so many if these hold one.
  std::int64_t wholeSteps(std::int64_t levels) const {
    return levels < stages ? stages : levels / stages * stages;
  }
};

/// Seconds of a step of a plan, by a model: what it takes, and what each limit of a device leaves
/// it at the least.
struct StepTime {
  double expected = 0;
  double launching = 0;  ///< of its share of a launch
  double arithmetic = 0; ///< of its operations at the device's best
  double memory = 0;     ///< of what it moves to and from global memory
  double bytes = 0;      ///< that it moves
};

/// A way to run, for `auto` to choose from: a tuning that names a scheme, and what a model expects.
struct Candidate {
  Tuning tuning;
  Levels levelsPerLaunch = 1;
  double seconds = 0; ///< of a step
};

constexpr int mostCandidates = 8;

/// The first one is the model's choice.
struct Candidates {
  int count = 0;
  Candidate list[mostCandidates];
};

/// Plans the scheme that the request's tuning names.
Plan planScheme(const PlanRequest &request);

/// What `auto` chooses from, given the request's wishes.
Candidates candidatesOf(const PlanRequest &request);

/// What a model expects of a step of a plan.
StepTime stepTime(const PlanRequest &request, const Plan &plan);

} // namespace eulerc
