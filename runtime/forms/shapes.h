// Plan: how a run is launched. LaunchConfig has what every launch needs; the shape has the sizes of
// one form.
//
//   string, 10⁸ components, an H200 → form registers: eulerc_registers_lines, work-groups of 128,
//   76 levels a launch; its shape: Registers {tiles of 3072 points, 6 vectors a work-item, …}
//
// Only the files of a form read its shape (runtime/forms/); others ask the form (forms/form.h).
// EULERC_… names the macro that passes a number to the kernel.
#pragma once

#include <variant>

#include "forms/plan.h"

namespace eulerc {

// ---- shapes -------------------------------------------------------------------------------------

/// One level a launch.
struct Linear {
  std::int64_t pointsPerChunk = 1; ///< EULERC_CHUNK: points that a work-item takes at a time
  std::int64_t vectorsAcross = 1;  ///< EULERC_ACROSS: vectors of a row that a work-group takes
  std::int64_t vectorsDeep = 1;    ///< EULERC_DEEP: rows or planes of which a work-item takes one
  std::int64_t unrolled =
      2; ///< EULERC_LINEAR_STREAMING_UNROLL: planes of a column that are written out
  std::int64_t lastPoints = 0; ///< EULERC_LAST_POINTS: of a row's last vector; 0: it is whole
  bool shifts = false;         ///< EULERC_SHIFTS: neighbours come from the lanes of aligned vectors
  bool nonTemporal = false;    ///< results are stored non-temporally
  bool operator==(const Linear &) const = default;
};

/// Right-hand sides that loop over many points, such as N bodies. Passes are grouped into blocks.
struct Sums {
  std::int64_t pointsPerChunk = 1; ///< EULERC_CHUNK: passes of a block
  std::int64_t points = 1;         ///< EULERC_ACROSS: points of a work-group
  std::int64_t vectorsDeep = 1;    ///< EULERC_DEEP: passes of a block that a work-item computes
  std::int64_t localBytes = 0;
  bool operator==(const Sums &) const = default;
};

/// Many linear steps a launch; its work-groups wait for each other after each step.
struct Persistent : Linear {
  bool operator==(const Persistent &) const = default;
};

/// Diamonds and honeycombs (templates/interlocking/tiles.h). A unit is one index along the slowest
/// axis: a point of a line, a row of a plane, a plane of a 3-D grid.
struct Interlocking {
  std::int64_t units = 0; ///< along the slowest axis
  std::int64_t unitBytes = 0, pointBytes = 0;
  bool isFlat = true;           ///< units are points: the grid is a line
  std::int64_t blockUnits = 0;  ///< B, units of a block
  std::int64_t ghostZone = 0;   ///< units loaded and stored next to a block
  std::int64_t blocks = 0;      ///< of the state; the last one may be partial
  std::int64_t tileWidth = 0;   ///< D, blocks of the widest row of a tile
  std::int64_t tiles = 0;       ///< W, tiles of an even launch
  std::int64_t planePoints = 0; ///< EULERC_INTERLOCKING_PLANE: points of a tile's row, local memory
  std::int64_t localBytes = 0;
  bool walls = false;  ///< true: odd launches have W - 1 tiles; false: W + 1
  bool shifts = false; ///< EULERC_SHIFTS
  bool operator==(const Interlocking &) const = default;
};

/// Common part of tiles that overlap by a ghost zone.
struct Overlapping {
  std::int64_t units = 0; ///< points along the slowest axis
  std::int64_t tiles = 0; ///< of a launch
  bool operator==(const Overlapping &) const = default;
};

/// Tiles of a line: each stores `blockUnits` points and computes `ghostZone` more at both sides.
struct LineTiles : Overlapping {
  std::int64_t blockUnits = 0, ghostZone = 0;
  std::int64_t tileWidth = 0; ///< points that a tile has room for
  std::int64_t localBytes = 0;
  bool operator==(const LineTiles &) const = default;
};

/// Tiles of a line in the registers of a work-group.
struct Registers : LineTiles {
  std::int64_t kept = 0; ///< EULERC_KEPT: vectors of each component that a work-item keeps
  /// EULERC_PERSISTENT_ROUNDS: rounds of a launch; work-groups wait for each other between them.
  /// 0: the plan is not persistent.
  std::int64_t rounds = 0;
  bool operator==(const Registers &) const = default;
};

/// Tiles of 2-D and 3-D grids in the registers of a work-group. Each work-item has a block: one
/// vector in each of `kept` rows. `across` blocks side by side make a band.
struct BlockTiles : Overlapping {
  std::int64_t across = 1;        ///< EULERC_ACROSS
  std::int64_t kept = 0;          ///< EULERC_KEPT
  std::int64_t buffers = 0;       ///< EULERC_BUFFERS: buffers in local memory, used in turn
  std::int64_t box[maxRank] = {}; ///< points along each axis that a tile stores
  std::int64_t ghostZone = 0;     ///< further points of a row that are computed, at each side
  std::int64_t ghostRows = 0;     ///< further rows of a layer that are computed, at each side
  std::int64_t tileWidth = 0;     ///< points of a layer that a tile computes
  std::int64_t localBytes = 0;
  double redundantShare = 0;   ///< points computed and not stored, as a share of stored points
  std::int64_t lastPoints = 0; ///< EULERC_LAST_POINTS: of a row's last vector; 0: it is whole
  std::int64_t lastRows = 0;   ///< EULERC_LAST_ROWS: of the last blocks; 0: they are whole
  bool longRings = false; ///< EULERC_LONG_RINGS: each ring is at least as long as its ghost zone
  bool operator==(const BlockTiles &) const = default;
};

/// 2-D tiles that work-groups keep whole in registers.
struct RegistersOfPlanes : BlockTiles {
  std::int64_t rounds = 0; ///< as of Registers
  bool operator==(const RegistersOfPlanes &) const = default;
};

/// Streaming tiles of 2-D and 3-D grids, walked along the slowest axis with all levels in flight.
struct Streaming : BlockTiles {
  /// `tallBoxes` boxes along the slowest axis have box[0] points, the others `lowBox`.
  std::int64_t tallBoxes = 0, lowBox = 0;
  /// EULERC_STREAMING_TEAM: work-groups that share a tile at the ends; 0: tiles are not shared.
  std::int64_t team = 0;
  std::int64_t phases = 1; ///< EULERC_STREAMING_PHASES: layers whose code is written out
  bool operator==(const Streaming &) const = default;
};

/// Tiles of a line in a core's cache: each pass goes over the tile with `kept` steps in flight.
struct Skewed : LineTiles {
  std::int64_t kept = 0;
  bool operator==(const Skewed &) const = default;
};

/// Boxes that threads walk, with a window of layers of each level in a core's cache.
struct Wavefront : Overlapping {
  std::int64_t box[maxRank] = {}; ///< points along each axis that a tile stores
  std::int64_t scratchBytes = 0;  ///< of a tile's windows
  bool sharesTiles = false;       ///< all threads of the host compute each tile together
  bool nonTemporal = false;       ///< results are stored non-temporally
  double redundantShare = 0;      ///< points computed and not stored, as a share of stored points
  bool operator==(const Wavefront &) const = default;
};

using Shape = std::variant<Linear, Sums, Persistent, Interlocking, Registers, RegistersOfPlanes,
                           Streaming, Skewed, Wavefront>;

// ---- plans --------------------------------------------------------------------------------------

/// Why a plan cannot be launched.
struct Unsupported {
  Reason why = Reason::None;
  std::int64_t needed = 0, available = 0; ///< see Reason
  const char *counted = ""; ///< unit of both for TooSmall: "planes", "rows", "points a row"
  const char *reason = "";  ///< why the form has no tiles of the program (StencilFacts)
};

/// What models of the run time expect of a plan. Shares are relative to linear steps.
struct Expected {
  double seconds = 0;       ///< of a step; 0: the form has no model of its own
  bool isFitted = false;    ///< `seconds` fits what many programs took; else see takenOverExpected
  double globalShare = 1;   ///< values that cross global memory
  double fieldShare = 1;    ///< values of fields that cross global memory
  double computedShare = 1; ///< components computed; some are computed by two tiles
};

namespace forms {
extern const Form linear; ///< one level a launch
}

/// What every launch needs. All launches of a run use the same kernel and advance the same number
/// of levels, except the last one.
struct LaunchConfig {
  const Form *form = &forms::linear;
  const char *kernel = "";     ///< kernel function in the model's OpenCL source
  const char *endsKernel = ""; ///< kernel of the tiles at the ends, if `kernel` leaves them out
  std::int64_t endsGroups = 0; ///< work-groups of `endsKernel`; 0: as many as of `kernel`
  std::int64_t workGroupSize = 1;
  std::int64_t workGroups = 1;
  /// Work-groups that a compute unit should hold at once: NVIDIA's compiler limits registers so
  /// that they fit. 0: no limit.
  std::int64_t groupsPerUnit = 0;
  std::int64_t vectorWidth = 1;                    ///< EULERC_WIDTH: points of a vector
  Arrangement arrangement = Arrangement::SoA;      ///< of the state on the device
  RowAlignment alignment = RowAlignment::Interior; ///< of the state and the fields on the device
  Levels levels;                                   ///< of the whole run
  Levels levelsPerLaunch = 1;
  std::int64_t launches = 0; ///< of the whole run
  Levels levelsOfStep = 1;   ///< of a time step
  Levels grain = 1;          ///< levels of the unit of --tile-steps: a step, or a part of one
  Expected expected;
  Unsupported unsupported; ///< unless its reason is None, nothing can be launched
};

struct Plan : LaunchConfig {
  Shape shape;

  const char *scheme() const; ///< "overlapped"
  const char *name() const;   ///< name of the form: "registers"
  bool isPossible() const { return unsupported.why == Reason::None; }
  /// Time steps in a number of levels; not a whole number if tiles take parts of steps.
  double timeSteps(Levels some) const {
    return static_cast<double>(some.count) / static_cast<double>(levelsOfStep.count);
  }
};

} // namespace eulerc
