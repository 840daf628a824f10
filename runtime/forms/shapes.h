// Plan: the launches of a run. What every launch needs, and the shape that its form gives it.
//
//   string, 10⁸ components, an H200 → form registers: eulerc_registers_lines, work-groups of 128,
//   76 levels a launch; its shape: Registers {tiles of 3072 points, 6 vectors a work-item, …}
//
// A form alone looks into its shape (runtime/forms/); others ask the form (forms/form.h).
#pragma once

#include <variant>

#include "forms/plan.h"

namespace eulerc {

// ---- shapes -------------------------------------------------------------------------------------

/// Steps one by one.
struct Linear {
  std::int64_t pointsPerChunk = 1; ///< EULERC_CHUNK: points that a work-item takes at a time
  std::int64_t vectorsAcross = 1;  ///< EULERC_ACROSS: vectors of a row that a work-group takes
  std::int64_t vectorsDeep = 1;    ///< EULERC_DEEP: rows or planes of which a work-item takes one
  std::int64_t unrolled =
      2;               ///< EULERC_LINEAR_STREAMING_UNROLL: planes of a column that are written out
  bool parts = false;  ///< EULERC_PARTS: rows are no whole number of vectors
  bool shifts = false; ///< EULERC_SHIFTS: neighbours come from the lanes of aligned vectors
  bool nonTemporal = false; ///< results are stored non-temporally
  bool operator==(const Linear &) const = default;
};

/// Loops over many points.
struct Sums {
  std::int64_t pointsPerChunk = 1; ///< EULERC_CHUNK: passes of a block
  std::int64_t points = 1;         ///< EULERC_ACROSS: of a work-group
  std::int64_t vectorsDeep = 1;    ///< EULERC_DEEP: passes of a block that a work-item has
  std::int64_t localBytes = 0;
  bool operator==(const Sums &) const = default;
};

/// Linear steps, many of them a launch, whose work-groups wait for each other.
struct Persistent : Linear {
  bool operator==(const Persistent &) const = default;
};

/// Diamonds and honeycombs (templates/interlocking/tiles.h). A unit is a point of a line, a row or
/// a plane of other grids.
struct Interlocking {
  std::int64_t units = 0; ///< along the slowest axis
  std::int64_t unitBytes = 0, pointBytes = 0;
  bool isFlat = true;           ///< units are points
  std::int64_t blockUnits = 0;  ///< B, units of a block
  std::int64_t ghostZone = 0;   ///< units loaded and stored next to a block
  std::int64_t blocks = 0;      ///< of the state; the last one may be partial
  std::int64_t tileWidth = 0;   ///< D, blocks of the widest row of a tile
  std::int64_t tiles = 0;       ///< W, of an even launch
  std::int64_t planePoints = 0; ///< EULERC_INTERLOCKING_PLANE: of a row of a tile in local memory
  std::int64_t localBytes = 0;
  bool walls = false;  ///< odd launches have W - 1 tiles, else W + 1
  bool shifts = false; ///< EULERC_SHIFTS
  bool operator==(const Interlocking &) const = default;
};

/// What all tiles have that overlap by a ghost zone.
struct Overlapping {
  std::int64_t units = 0; ///< points along the slowest axis
  std::int64_t tiles = 0; ///< of a launch
  bool operator==(const Overlapping &) const = default;
};

/// Tiles of a line: `blockUnits` points are stored, `ghostZone` more on both sides computed.
struct LineTiles : Overlapping {
  std::int64_t blockUnits = 0, ghostZone = 0;
  std::int64_t tileWidth = 0; ///< points that a tile has room for
  std::int64_t localBytes = 0;
  bool operator==(const LineTiles &) const = default;
};

/// Lines in the registers of work-groups.
struct Registers : LineTiles {
  std::int64_t kept = 0; ///< EULERC_KEPT: vectors of each component of a work-item
  std::int64_t rounds =
      0; ///< EULERC_PERSISTENT_ROUNDS of a launch between which work-groups wait; 0: none
  bool operator==(const Registers &) const = default;
};

/// Tiles of planes and spaces in the registers of work-groups: each work-item has a block, a vector
/// of each of `kept` rows; `across` of them make a band.
struct BlockTiles : Overlapping {
  std::int64_t across = 1;        ///< EULERC_ACROSS
  std::int64_t kept = 0;          ///< EULERC_KEPT
  std::int64_t buffers = 0;       ///< EULERC_BUFFERS: of local memory, which take turns
  std::int64_t box[maxRank] = {}; ///< points along each axis that a tile stores
  std::int64_t ghostZone = 0;     ///< further points of a row that are computed, at each side
  std::int64_t ghostRows = 0;     ///< further rows of a layer, at each side
  std::int64_t tileWidth = 0;     ///< points of a layer that a tile computes
  std::int64_t localBytes = 0;
  double redundantShare = 0; ///< points computed and not stored, as a share of stored points
  bool parts = false;        ///< EULERC_PARTS: the grid ends within a block
  bool longRings = false;    ///< EULERC_LONG_RINGS: none is shorter than what is computed beyond it
  bool operator==(const BlockTiles &) const = default;
};

/// Planes kept whole.
struct RegistersOfPlanes : BlockTiles {
  std::int64_t rounds = 0; ///< as of Registers
  bool operator==(const RegistersOfPlanes &) const = default;
};

/// Streaming tiles of planes and spaces, walked along the slowest axis with all levels in flight.
struct Streaming : BlockTiles {
  /// `tallBoxes` boxes along the slowest axis have box[0] points, the others `lowBox`.
  std::int64_t tallBoxes = 0, lowBox = 0;
  std::int64_t team =
      0; ///< EULERC_STREAMING_TEAM: work-groups that share a tile at the ends; 0: none do
  std::int64_t phases = 1; ///< EULERC_STREAMING_PHASES: layers whose code is written out
  bool operator==(const Streaming &) const = default;
};

/// Lines in a core's cache: each pass goes over the tile with `kept` steps in flight.
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

/// Why a plan cannot be.
struct Unsupported {
  Reason why = Reason::None;
  std::int64_t needed = 0, available = 0; ///< see Reason
  const char *counted = ""; ///< what they count of a grid: "planes", "rows", "points a row"
  const char *reason = "";  ///< what keeps tiles of the form from the program (Model)
};

/// What models of the run time make of a plan.
struct Expected {
  double seconds = 0;       ///< of a step, where the form has a model of it; else 0
  double globalShare = 1;   ///< values that cross global memory, of those that cross it in linear
  double fieldShare = 1;    ///< values of fields that do, likewise
  double computedShare = 1; ///< components computed, some of them by two tiles, of linear's
};

namespace forms {
extern const Form linear; ///< steps one by one
}

/// What every launch needs. All launches of a run use the same kernel and advance as many levels,
/// but for the last one.
struct LaunchConfig {
  const Form *form = &forms::linear;
  const char *kernel = "";     ///< kernel function in the model's OpenCL source
  const char *endsKernel = ""; ///< of tiles at the ends, if `kernel` leaves them out
  std::int64_t endsGroups = 0; ///< its work-groups; 0: as many as of `kernel`
  std::int64_t workGroupSize = 1;
  std::int64_t workGroups = 1;
  /// Work-groups that a compute unit holds at once, for which NVIDIA's compiler limits registers;
  /// 0: as it likes.
  std::int64_t groupsPerUnit = 0;
  std::int64_t vectorWidth = 1;                    ///< EULERC_WIDTH: points of a vector
  Arrangement arrangement = Arrangement::SoA;      ///< of the state on the device
  RowAlignment alignment = RowAlignment::Interior; ///< of the state and the fields on the device
  Levels levels;                                   ///< of the whole run
  Levels levelsPerLaunch = 1;
  std::int64_t launches = 0; ///< of the whole run
  Levels levelsOfStep = 1;   ///< of a time step
  Levels grain = 1;          ///< that --tile-steps counts: of a step, or of a part
  Expected expected;
  Unsupported unsupported; ///< else nothing can be launched
};

struct Plan : LaunchConfig {
  Shape shape;

  const char *scheme() const; ///< "overlapped"
  const char *name() const;   ///< of its form: "registers"
  bool isPossible() const { return unsupported.why == Reason::None; }
  /// Time steps in a number of levels; tiles may take a part of a step.
  double timeSteps(Levels some) const {
    return static_cast<double>(some.count) / static_cast<double>(levelsOfStep.count);
  }
};

} // namespace eulerc
