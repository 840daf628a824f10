// Model: one compiled .ode program, as the generated host code hands it to the runtime.
//
//   string.ode --eulerc--> string_solver.cpp: const eulerc::Model &string_solver::model()
//
// Plain data and plain functions; everything points at static storage and is never mutated.
// Users pass it to eulerc::Solver (solver.h) and need not look inside.
#pragma once

#include <cstddef>
#include <cstdint>

#include <eulerc/declarations.h>
#include <eulerc/plan.h>

namespace eulerc {

/// Head of the constants block of every model. The generated `eulerc_constants` starts with these
/// members; the extents and the kernels' values derived from params follow.
struct ConstantsHead {
  std::int64_t components; ///< n
  std::int64_t points;     ///< grid points of the canonical form; 0 makes a launch do nothing
};

/// The head where a run says how many levels a step has (Model::errorLevels, Model::stageLevels);
/// the runtime fills in the last four.
struct StagedHead : ConstantsHead {
  std::int64_t stages;  ///< Model::stages
  std::int64_t lasting; ///< components of a point that live from step to step
  std::int64_t factors; ///< on the host, Model::stageFactors
  std::int64_t spared;  ///< on the host, Model::knowsSlope
};

/// Computes one level, a stage of a step, on the host for canonical grid points [begin, end),
/// counted row by row: reads `y`, writes `next` (both of the model's precision and of the layout
/// that `constants` was filled for, Arrangement::Apart, aligned to 64 bytes, not overlapping).
/// `fields` holds the values of each field, in their layout. `level` is counted from the run's
/// begin; `t` is the time of the stage, and `h` the length of the step.
using StepRange = void(const void *constants, const void *y, void *next, const void *const *fields,
                       std::int64_t begin, std::int64_t end, std::int64_t level, double t,
                       double h);

/// A launch of tiles on the host: they read `y` and write `next`, as StepRange does, but
/// `tiling.tileSteps` levels later.
struct TileLaunch {
  const void *constants, *y;
  void *next;
  const void *const *fields;
  const void *times; ///< of each level from `tiling.before` on, in the model's precision, if needed
  double h, lastH;   ///< of all steps, and of the run's last one
  Tiling tiling;
  std::int64_t number;
};

/// Computes tiles [begin, end) of a launch, one after the other. `scratch`: Plan::localBytes of the
/// caller's own, aligned to 64 bytes.
using Tiles = void(const TileLaunch &launch, std::int64_t begin, std::int64_t end, void *scratch);

/// A member's part of a turn of a tile that threads share: they meet after each turn. Turn 0 makes
/// the tile ready.
struct SharedTurn {
  std::int64_t launch, tile, turn;
  std::int64_t member, members;
};

/// Computes it as Tiles does; whether more turns follow. `scratch`: of all members together.
using TileTurn = bool(const TileLaunch &launch, const SharedTurn &turn, void *scratch);

/// The host's code for vectors of one width.
struct HostVectors {
  std::int64_t width; ///< points of a vector
  bool (*present)();  ///< whether this processor computes with such vectors
  StepRange *stepRange;
  bool takesRows = false;   ///< its vectors begin with the first point of a grid's row
  Tiles *tiles = nullptr;   ///< null: the model has none
  std::int64_t kept = 0;    ///< steps in flight that the tiles were compiled for
  TileTurn *turn = nullptr; ///< null: no tile is shared
  bool lanesApart = false;  ///< rows that tiles keep hold points apart (wavefront_layers.h)
};

/// An operation of what states' functions compute: of operands before it in its expression.
struct Operation {
  const char *name = ""; ///< "+", "read", "exp", …
  char type = 'i';       ///< 'i', 'r': rounded to the model's precision, 'd': of params alone
  int first = 0, count = 0;
  std::int64_t integer = 0;             ///< of constants, or which param, axis, state, …
  double real = 0;                      ///< of constants; of a table, how many entries it has
  int line = 0, column = 0, behind = 0; ///< in Model::text; 0: no place is known, -1: line's end
};

/// What a read beyond one side of an axis yields: factor · image + value + slope · distance.
struct TracedRule {
  int image = 0;                           ///< none, or as Rule::Kind of the compiler
  int value = -1, factor = -1, slope = -1; ///< expressions; -1: there is none
};

/// The program as tables, to compute a single point of a single stage by (tracing/).
struct Traced {
  const Operation *operations;
  const int *operands;     ///< numbers of operations within their expression
  const int *ends;         ///< of each expression, behind its last operation: its value
  const TracedRule *rules; ///< of each state, quantity and field: of each axis, both sides
  const int *origins;      ///< of each array of a level (Model::levelStates), the state it is of
  int quantities;          ///< within a step; expressions are those of states, then of these, …
};

struct Model {
  const char *name;     ///< "string"
  const char *source;   ///< file it was compiled from, as given to eulerc
  const char *compiler; ///< "eulerc 0.1.0"
  Precision precision;

  int paramCount;
  const Param *params;
  /// Computes the defaults of all params that are not `given`, in order of declaration.
  void (*deriveParams)(ParamValue *params, const bool *given);

  int requirementCount;
  const Requirement *requirements;

  int stateCount;
  const State *states;
  int fieldCount;
  const Field *fields;

  int rank;                ///< dimensions of the grid, 1 to 3
  const char *const *axes; ///< the `rank` index names of ddt: "j", "i"
  /// Writes the `rank` extents of the grid, last one fastest. May be zero or negative when the
  /// params are wrong: check before use.
  void (*extents)(const ParamValue *params, std::int64_t *out);

  Timespan (*timespan)(const ParamValue *params);

  /// Access distance of the flat vector in components, -1 if unbounded.
  std::int64_t (*accessDistance)(const ParamValue *params);
  const char *accessWitness; ///< "y[i - 3] at string.ode:19:21"
  /// Writes the reach along each of the `rank` axes in grid points, -1 if unbounded.
  void (*reach)(const ParamValue *params, std::int64_t *out);

  /// Initial values of grid points [begin, end) of a state, in the file's order, written as
  /// `precision` to out[0 .. end - begin). `fields`: the values of all fields, which it does not
  /// read, and of all data. Safe to call from several threads.
  void (*initial)(int state, const ParamValue *params, const void *const *fields,
                  std::int64_t begin, std::int64_t end, void *out);

  /// The same for a field that hasInitial.
  void (*initialField)(int field, const ParamValue *params, const void *const *fields,
                       std::int64_t begin, std::int64_t end, void *out);

  /// For each field, whether steps read in place of its values what prepareField makes of them:
  /// that part of the right-hand side which depends on one of them and on params alone.
  const bool *isPrepared;
  /// Replaces `count` values of such a field, of `precision`, in any order.
  void (*prepareField)(int field, const ParamValue *params, void *values, std::int64_t count);

  int componentsPerPoint; ///< states of the canonical form (2 for the string: even and odd)
  /// The canonical form's grid and its interior (which may be empty: end <= begin).
  void (*grid)(const ParamValue *params, Grid *out);
  std::size_t constantsSize; ///< bytes of the block below
  /// Fills the constants block, which starts with a ConstantsHead. `fields` is the layout of each
  /// field, on the same grid with the same lead and strides as `state`, apart.
  void (*constants)(const ParamValue *params, const Layout &state, const Layout &fields, void *out);

  /// One step point by point: runs on every processor, and is the reference of all other code.
  StepRange *stepRange;

  /// OpenCL C source; templates that it is made of are named by `#include "linear.cl"` and the
  /// like, which the runtime replaces. Arguments of its kernels: y, next, one buffer for each
  /// field, the constants block by value, t and h in `precision`, the level as a long.
  const char *kernels;
  bool usesTime; ///< whether the right-hand side reads t
  bool readsFar; ///< whether it reads components that are not at a constant distance
  bool overlaps; ///< whether tiles can compute beyond the ends of the grid (registers_line.cl)
  bool wraps;    ///< whether the boundary along the slowest axis is periodic
  /// Reach along the slowest axis in points of the canonical grid, if it does not depend on params;
  /// else -1.
  std::int64_t pointReach;
  /// Reach along the last axis, if vectors can be computed anywhere in the grid (linear_streaming.cl); else
  /// -1.
  std::int64_t marchReach = -1;

  double flopsPerComponent; ///< arithmetic operations of `real` per component of a level, about
  /// The same per component of a state and step; where a run chooses the stages, per stage.
  double flopsOfStep;
  bool exact;          ///< bitwise alike on all devices: no function of the device's own
  bool contracts;      ///< a product and the sum it is written in are rounded once (fma)
  bool isFast = false; ///< GPUs take their own functions and inexact quotients of floats
  Guards guards = Guards::None;
  bool divides = false;     ///< whether points divide by values of their own
  bool keepsLayers = false; ///< whether tiles can keep the layers of the grid (wavefront.h)
  int rings = 0;            ///< axes along which the grid goes round: bits
  /// If keepsLayers, the reach along each axis in points of the canonical grid.
  std::int64_t layerReach[maxRank] = {};
  bool rowsShare = true; ///< whether points read a component in several rows (planes)
  int lastValues = 0;    ///< components of a point that are the last value of another one

  int vectorsCount = 0; ///< widths of vectors that the host's code was compiled for
  const HostVectors *const *vectors = nullptr; ///< the widest first
  std::int64_t vectorsInFlight = 1; ///< vectors in registers for each step in flight (PlanRequest)
  std::int64_t vectorsTogether = 1; ///< of a component, in tiles of lines in caches (PlanRequest)
  /// Components that points beside read, and that any around read (PlanRequest).
  std::int64_t shownAcross = 0, shownAround = 0;
  /// Why there is no `overlaps`, and, of several axes, no `keepsLayers`, as said of "overlapped":
  /// "computes all points alike, and 'i == 0' treats some differently (bar.ode:9:7)".
  const char *overlapsObstacle = "";
  const char *layersObstacle = "";

  const char *text = ""; ///< of the program, as it was compiled

  int monitorCount = 0;
  const Monitor *monitors = nullptr;
  /// Values of a monitor at grid points [begin, end), in the file's order, written to
  /// out[0 .. end - begin). Safe to call from several threads.
  void (*monitorValues)(int monitor, const StateView &view, std::int64_t begin, std::int64_t end,
                        double *out) = nullptr;
  /// The same and how they are reduced, for monitors that are onDevice: OpenCL C like `kernels`.
  const char *monitorKernels = nullptr;
  int stopCount = 0;
  const StopRule *stops = nullptr;
  /// Whether a run is to end, at time t with those values of all monitors.
  bool (*stopHolds)(int stop, const ParamValue *params, const double *monitors, double t) = nullptr;

  /// Values of the tables that are too large for the constants block, which devices take as an
  /// argument of a few hundred bytes at least. They lie in a buffer of their own, of `precision`,
  /// which steps take behind those of the fields.
  std::int64_t tableValues = 0;
  void (*tables)(const ParamValue *params, void *out) = nullptr;

  // A step is a cycle of stages; each of them is a level of the run.
  const char *method = "euler";
  int stages = 1;
  const double *stageTimes = nullptr; ///< of each stage, in steps; null: all at the begin
  int levelStates = 0;   ///< states that levels work on: those, and registers; 0: no others
  bool usesStep = false; ///< whether steps read their number
  /// The stages of the method as numbers: of each how many registers it changes, and of each of
  /// those its number, a factor of h · slope, how many registers are added, and the number and the
  /// factor of each. null: of Euler's, or, without registers, not known.
  const double *cycle = nullptr;
  int registers = 1;
  int methodStages = 1;       ///< without those of quantities within a step
  bool updatesInTurn = false; ///< states see the new values of those before them
  /// 0, or a step tells its error, which goes like that power of h: each state's in a register, in
  /// the states' order behind them.
  int errorOrder = 0;
  /// 0, or steps know the slopes of the step before, which are in registers in the place of errors
  /// and live with the state: what they are where there was none.
  double unknownSlope = 0;
  /// Levels at the end of a step that tell its error alone: not among `stages` without tellsError,
  /// and the error then does not live from step to step.
  int errorLevels = 0;
  /// 0, or a run chooses the number of stages, rkl2's: levels of each. Stages, their times, the
  /// cycle and the factors are the runtime's then (stages.h).
  int stageLevels = 0;
  int extraLevels = 0; ///< then: levels that the first stage has beyond those
  int givenStages = 0; ///< then: stages that are not to be chosen, 0: they are
  /// 0, or a step that tells its error keeps its last slope, in registers behind the errors, which
  /// is the first one of the next step: the levels of a first stage that knows it not, in whose
  /// place there is one.
  int sparedLevels = 0;

  /// Operations per component and step of loops beyond their first pass; null: there are none.
  double (*loopFlops)(const ParamValue *params) = nullptr;

  /// Values that all points read of each point in loops over many of them (sums.cl); 0: none.
  std::int64_t sourceValues = 0;
  /// Values of a pass of such a loop that work-items compute for one that adds them up; 0: none.
  std::int64_t termValues = 0;

  /// null: points cannot be computed by themselves.
  const Traced *traced = nullptr;

  /// How far a level reads along each axis of the canonical grid, of all that is on the grid; -1:
  /// some reads are at no distance that is the same everywhere. Of levels that see no farther, a
  /// part of the grid can be computed by itself.
  std::int64_t sight[maxRank] = {-1, -1, -1};
  int circles = 0; ///< axes along which a state or a field goes round: bits

  int dataCount = 0;
  const Data *data = nullptr;
  void (*dataShape)(int data, const ParamValue *params, std::int64_t *out) = nullptr;
  /// Entries [begin, end) of data that hasInitial, as `precision` or int.
  void (*initialData)(int data, const ParamValue *params, std::int64_t begin, std::int64_t end,
                      void *out) = nullptr;
  int dataCheckCount = 0;
  const DataCheck *dataChecks = nullptr;
  /// Makes a check for grid points [begin, end), each after those before it; false: it fails at
  /// *bad. `fields` as of initial.
  bool (*checkData)(int check, const ParamValue *params, const void *const *fields,
                    std::int64_t begin, std::int64_t end, BadIndex *bad) = nullptr;

  bool tellsError = true;             ///< of models with errorLevels
  bool keepsSlope = false;            ///< of models with sparedLevels: the slope lives on
  bool knowsSlope = false;            ///< the same: steps begin with the slope kept
  const void *stageFactors = nullptr; ///< a row for each stage, of `precision`

  // The planners; tests put others in their place.
  Plan (*plan)(const PlanRequest &request) = planScheme;
  Candidates (*candidates)(const PlanRequest &request) = candidatesOf;
  StepTime (*stepTime)(const PlanRequest &request, const Plan &plan) = eulerc::stepTime;
};

} // namespace eulerc
