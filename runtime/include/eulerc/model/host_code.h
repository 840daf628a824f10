// HostCode: the functions that were compiled for the host: the canonical grid, the constants block,
// prepared fields, and the steps, point by point and in vectors.
#pragma once

#include <cstddef>
#include <cstdint>

#include <eulerc/declarations.h>

namespace eulerc {

/// Head of the constants block of every model. The generated `eulerc_constants` starts with these
/// members; the extents and the kernels' values derived from params follow.
struct ConstantsHead {
  std::int64_t components; ///< n.
  std::int64_t points;     ///< grid points of the canonical form; 0 makes a launch do nothing.
};

/// The head where a run says how many levels a step has (MethodFacts::errorLevels,
/// MethodFacts::stageLevels); the runtime fills in the last four.
struct StagedHead : ConstantsHead {
  std::int64_t stages;     ///< MethodFacts::stages.
  std::int64_t liveOut;    ///< components of a point that live from step to step.
  std::int64_t factors;    ///< on the host, MethodFacts::stageFactors.
  std::int64_t knowsSlope; ///< on the host, MethodFacts::knowsSlope.
};

/// The geometry of a plan as kernels and host code take it: eulerc_tiling of
/// templates/interlocking/tiles.h.
struct Tiling {
  std::int64_t units, blockUnits, ghostZone, width, tileSteps, tiles, walls, steps;
  std::int64_t box[maxRank];
  std::int64_t before = 0;                ///< levels of the run before this launch.
  std::int64_t tallBoxes = 0, lowBox = 0; ///< as of plans.
  std::int64_t ghostRows = 0;
};

/// Computes one level, a stage of a step, on the host for canonical grid points [begin, end),
/// counted row by row: reads `y`, writes `next` (both of the model's precision and of the layout
/// that `constants` was filled for, Arrangement::SoA, aligned to 64 bytes, not overlapping).
/// `fields` holds the values of each field, in their layout. `level` is counted from the run's
/// begin; `t` is the time of the stage, `nextT` the time of the next level, and `h` the length of
/// the step.
using StepRange = void(const void *constants, const void *y, void *next, const void *const *fields,
                       std::int64_t begin, std::int64_t end, std::int64_t level, double t,
                       double nextT, double h);

/// A launch of tiles on the host. Tiles read `y` and write `next`, as StepRange does; `next` is
/// `tiling.tileSteps` levels later.
struct TileLaunch {
  const void *constants, *y;
  void *next;
  const void *const *fields;
  const void *times; ///< of levels from `tiling.before` on and the end, in the model's precision,
                     ///< if needed.
  double h, lastH;   ///< of all steps, and of the run's last one.
  Tiling tiling;
  std::int64_t number;
  std::int64_t useless[2]; ///< rows at both ends of the slowest axis that no later launch reads.
};

/// Computes tiles [begin, end) of a launch, one after the other. `scratch`: Plan::localBytes, for
/// this call alone, aligned to 64 bytes.
using Tiles = void(const TileLaunch &launch, std::int64_t begin, std::int64_t end, void *scratch);

/// The part of one thread in a turn of a tile that several threads, the members, compute together.
/// The members wait for each other after each turn. Turn 0 prepares the tile.
struct SharedTurn {
  std::int64_t launch, tile, turn;
  std::int64_t member, members;
};

/// Computes a member's part, as Tiles does; returns whether more turns follow. All members share
/// `scratch`.
using TileTurn = bool(const TileLaunch &launch, const SharedTurn &turn, void *scratch);

/// The host's code for vectors of one width.
struct HostVectors {
  std::int64_t width; ///< points of a vector.
  bool (*present)();  ///< whether this processor computes with such vectors.
  StepRange *stepRange;
  bool takesRows = false;   ///< its vectors begin with the first point of a grid's row.
  Tiles *tiles = nullptr;   ///< null: the model has none.
  std::int64_t kept = 0;    ///< steps in flight that the tiles were compiled for.
  TileTurn *turn = nullptr; ///< null: no tile is shared.
  bool transposed = false;  ///< rows that tiles keep hold points apart (wavefront_layers.h).
};

struct HostCode {
  /// For each field, whether steps read what prepareField makes of its values: the part of the
  /// right-hand side that depends on one of them and on params alone.
  const bool *isPrepared = nullptr;
  /// Replaces `count` values of such a field, of the program's precision, in any order.
  void (*prepareField)(int field, const ParamValue *params, void *values,
                       std::int64_t count) = nullptr;

  /// The canonical form's grid and its interior (which may be empty: end <= begin).
  void (*grid)(const ParamValue *params, Grid *out) = nullptr;
  std::size_t constantsSize = 0; ///< bytes of the block below.
  /// Fills the constants block, which starts with a ConstantsHead, for the canonical grid or a slab
  /// of it. `fields` is the layout of each field: SoA, on the same grid with the same lead and
  /// strides as `state`.
  void (*constants)(const ParamValue *params, const Grid &grid, const Layout &state,
                    const Layout &fields, void *out) = nullptr;

  /// One step point by point: runs on every processor, and is the reference of all other code.
  StepRange *stepRange = nullptr;
  int vectorsCount = 0; ///< widths of vectors that the host's code was compiled for.
  const HostVectors *const *vectors = nullptr; ///< the widest first.

  /// Values of the tables that are too large for the constants block: devices guarantee only a few
  /// hundred bytes for it as an argument. These tables lie in one buffer of the program's
  /// precision, which steps take behind the fields.
  std::int64_t tableValues = 0;
  void (*tables)(const ParamValue *params, void *out) = nullptr;

  /// Operations per component and step of loops beyond their first pass; null: there are none.
  double (*loopFlops)(const ParamValue *params) = nullptr;
  /// The least operations of all passes of loops (StencilFacts::leastOperations).
  double (*loopOperations)(const ParamValue *params) = nullptr;
};

} // namespace eulerc
