// Plans: what a planner is asked and what it answers.
//
//   PlanRequest (sizes, device limits, tuning) → planner → Plan (kernel, launch shape, launches)
//
// Pure data; the planners are beside it.
#pragma once

#include <cstdint>

#include <eulerc/device.h>
#include <eulerc/layout.h>
#include <eulerc/model/host_code.h>
#include <eulerc/model/stencil.h>
#include <eulerc/tuning.h>

namespace eulerc {

/// Whether a form is made of work-groups that share registers: hosts have no code for it.
constexpr bool isOfDevices(TileForm form) {
  return form == TileForm::Registers || form == TileForm::Strips || form == TileForm::Resident;
}

/// Why a scheme does not apply, and what `Plan::needed` and `Plan::available` count then.
enum class Refusal {
  None,
  Unbounded,   ///< the access distance has no bound
  FarReads,    ///< values are read that no block's neighbours hold
  Wraps,       ///< periodic along the slowest axis: tiles would have to close a ring
  TooSmall,    ///< blocks of a tile; blocks of the system. Overlapped: see `Plan::counted`
  ShortRows,   ///< points a row that vectors of `vectorWidth` need; points a row of the grid
  LocalMemory, ///< bytes of a tile of `tileWidth` blocks, which must be less than the device's
               ///< bytes; overlapped: bytes of a tile; bytes of the device
  NoOverlap,   ///< the program has no such tiles (`Plan::obstacle`), or the form is for other grids
  CutRing,     ///< components of a point, and of the ring, whose last point lacks some
  Reach,       ///< points of a vector that the reach needs; points of a vector
  KeptRows,    ///< rows of a work-item that the reach needs; rows of a work-item
  Registers,   ///< values of 32 bits that a work-item keeps at least; as many as it may keep
  WideVectors, ///< points of a vector at most; points of the vector asked for
  TileShape,   ///< blocks that twice `tileSteps` need; blocks of the tile asked for. Overlapped:
               ///< points of a tile, or points across a strip
  PlaneShape,  ///< points of a plane that a strip of space computes at least; that it has
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
  std::int64_t wishedSteps() const { return tuning.tileSteps * stages; }
  /// Levels of whole steps: at least one, and no more than so many if these hold one.
  std::int64_t wholeSteps(std::int64_t levels) const {
    return levels < stages ? stages : levels / stages * stages;
  }
};

/// The launches of a run, in levels: stages of time steps, of which a method may have several.
/// Where a plan says steps, they are levels. Every launch uses the same kernel and shape and
/// advances `stepsPerLaunch` steps; the two copies of the state swap roles after each launch.
struct Plan {
  const char *scheme = "";     ///< "linear"
  const char *form = "";       ///< "scalar-blocked", "scalar-strided"; "registers", "delayed"
  const char *kernel = "";     ///< kernel function in the model's OpenCL source
  const char *lastKernel = ""; ///< of the last launch, if that takes another
  const char *endsKernel = ""; ///< of tiles at the ends, if `kernel` leaves them out
  /// EULERC_TEAM: work-groups that share a tile of these, of so many; 0: each takes whole tiles.
  std::int64_t endsTeam = 0, endsGroups = 0;
  std::int64_t workGroupSize = 1; ///< local size of a launch
  std::int64_t workGroups = 1;    ///< work-groups of a launch
  /// Work-groups that a compute unit holds at once, for which NVIDIA's compiler limits registers;
  /// 0: as it likes.
  std::int64_t groupsPerUnit = 0;
  std::int64_t pointsPerChunk = 1; ///< EULERC_CHUNK: points a work-item takes at a time, or a sum
  std::int64_t vectorWidth = 1;    ///< EULERC_WIDTH: points of a vector
  Arrangement arrangement = Arrangement::Apart;    ///< of the state on the device
  RowAlignment alignment = RowAlignment::Interior; ///< of the state and the fields on the device
  bool parts = false;             ///< EULERC_PARTS: rows are no whole number of vectors
  std::int64_t vectorsAcross = 1; ///< EULERC_ACROSS: vectors of a row that a work-group takes
  std::int64_t vectorsDeep = 1;   ///< EULERC_DEEP: rows or planes of which a work-item takes one
  std::int64_t unrolled = 2; ///< EULERC_UNROLLED: planes of a march whose turns are written out
  bool shifts = false;       ///< EULERC_SHIFTS: neighbours come from the lanes of aligned vectors
  std::int64_t stepsPerLaunch = 1; ///< steps a launch advances
  std::int64_t launches = 0;       ///< launches of the whole run
  std::int64_t steps = 0;          ///< of the whole run
  std::int64_t stages = 1;         ///< levels of a time step
  std::int64_t grain = 1;          ///< levels that --tile-steps counts: of a step, or of a part
  std::int64_t planePoints = 0;    ///< EULERC_TILE_PLANE: points of a row of a tile in local memory

  // Tilings (templates/interlocking/tiles.h; tilingOf(plan) gives the geometry). A unit is a point
  // of a 1-D grid, a row or a plane of others.
  std::int64_t units = 0;      ///< along the slowest axis
  std::int64_t unitBytes = 0;  ///< of the state
  std::int64_t pointBytes = 0; ///< of the state
  bool isFlat = true;          ///< units are points
  std::int64_t blockUnits = 0; ///< B, units of a block
  std::int64_t margin = 0;     ///< units loaded and stored beside a block
  std::int64_t blocks = 0;     ///< of the whole state; the last one may be partial
  std::int64_t tileWidth = 0;  ///< D, blocks of the widest row of a tile
  std::int64_t tileSteps = 0;  ///< S, of a launch, or of each of its rounds
  std::int64_t tiles = 0;      ///< W, tiles of an even launch
  std::int64_t kept = 0; ///< EULERC_KEPT: vectors of each component in a work-item's registers, of
                         ///< strips those of a layer; of the form `delayed` steps in flight
  /// Of strips: how many boxes along the slowest axis have box[0] points, and what the others have.
  std::int64_t tallBoxes = 0, lowBox = 0;
  std::int64_t levels = 0;        ///< EULERC_LEVELS: steps in flight of strips
  std::int64_t buffers = 0;       ///< EULERC_BUFFERS: of local memory, which take turns
  std::int64_t box[maxRank] = {}; ///< points along each axis that a tile of a grid stores
  std::int64_t scratchBytes = 0;  ///< global memory of a work-group for what its tile keeps
  bool sharesTiles = false;       ///< all threads of the host compute each tile together
  bool pastCaches = false;        ///< what a launch gives is written past the caches
  double seconds = 0;             ///< of a step, where a planner has a model of its own; else 0
  double redundantShare = 0;      ///< points computed beyond those that are stored, of these
  std::int64_t rounds = 0; ///< EULERC_ROUNDS: of tileSteps steps each, which a launch takes while
                           ///< its work-groups wait for each other in between; 0: they never wait
  bool swaps = false; ///< the two copies of the state swap roles after each launch or round, as in
                      ///< linear; else they hold even and odd steps
  bool walls = false; ///< odd launches have W - 1 tiles, else W + 1
  std::int64_t localBytes = 0;         ///< local memory of a work-group; scratch of a thread
  std::int64_t tilesPerGroupLeast = 0; ///< tiles that a work-group computes in a launch
  std::int64_t tilesPerGroupMost = 0;
  double globalShare = 1;   ///< values that cross global memory, of those that cross it in linear
  double computedShare = 1; ///< components computed, some of them by two tiles, of those of linear

  Refusal refusal = Refusal::None; ///< else the scheme does not apply, and nothing can be launched
  std::int64_t needed = 0, available = 0; ///< see Refusal
  /// What they count of a grid: "planes", "rows", "points a row".
  const char *counted = "";
  const char *obstacle = ""; ///< what keeps overlapped tiles of its form from the program

  /// Whether a launch may advance several levels, and takes them by their course; else one.
  bool takesLevels() const { return tiles > 0 || isResident(); }
  /// Whether work-groups wait for each other between rounds of a launch.
  bool isResident() const { return rounds > 0; }
  /// Time steps of so many levels; tiles that do not overlap may take a part of one.
  double timeSteps(std::int64_t levels) const {
    return static_cast<double>(levels) / static_cast<double>(stages);
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
  std::int64_t stepsPerLaunch = 1;
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

/// The geometry of a plan as kernels and host code take it.
Tiling tilingOfPlan(const Plan &plan);

} // namespace eulerc
