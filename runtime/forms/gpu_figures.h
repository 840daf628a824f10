// Times and rates of GPUs for the models of the run time, one row for each measured device. Shapes
// of tiles are in the files of the forms; the measurements are in bench/notes.md.
//
//   figuresOf(request).launch → 3 µs; times speedOf(request).launch on the device in hand
//
// A device without a row uses the row of the H200, scaled by rates that are measured at the first
// run on the device (speedOf). `--plan` and `--stats` say so (known_gpus.cpp).
#pragma once

#include "forms/plan.h"

namespace eulerc {

/// In seconds, and in bytes and operations of a compute unit in a second.
struct GpuFigures {
  double launch;        ///< an empty launch
  double step;          ///< a step of a tile that is alone on its unit: a barrier, and its users
  double wait, round;   ///< a barrier of all work-groups; the same with the values they exchange
  double bytes;         ///< to and from memory; two thirds hide behind other tiles' steps
  double operations;    ///< of floats, in usual kernels
  double measuredBytes; ///< `bytes` as opencl/rates.cpp measures it, to compare other devices
  double measuredFlops; ///< `operations` as opencl/rates.cpp measures it
  std::int64_t items;   ///< work-items that a compute unit holds

  /// Tiles of lines in registers (registers.cpp).
  struct Lines {
    double wide, narrow; ///< components that a unit updates in a second, in vectors and one by one
    double ends;         ///< the same of the vectors at the ends of a work-item's part of a tile
    double operations, bytes; ///< of a unit in a second
    /// A level takes as long as if a unit had so many more work-items: operations of a work-item
    /// wait for each other.
    double waitingItems;
    /// Operations, of two components at most, that need few registers beside the values that a
    /// work-item keeps.
    double fewOperations;
    /// Values of a work-item that cost nothing, if a point has many operations and if it has few;
    /// so many more double the time: a unit then holds fewer work-items, or registers are spilled.
    double freeOfMany, freeOfFew, moreValues;
  } lines;

  /// Planes in registers (registers_of_planes.cpp). rates: updates with vectors of one, two and
  /// four lanes. mostDelay: planes are kept whole if streaming tiles take longer by more than this
  /// factor.
  struct Planes {
    double launch, round, step, busyItems, rates[3], mostDelay;
    double mostDelayOfSmall; ///< the same if tiles kept whole are small
  } planes;

  /// Persistent linear steps (persistent.cpp): bytes to and from the cache; the share of a cache
  /// that a state may fill; and bytes a unit that are assumed of an unknown cache.
  struct Persistent {
    double bytes, cacheShare;
    std::int64_t unitCache;
  } persistent;

  /// Streaming tiles of planes (streaming.cpp).
  struct Streaming {
    double lastTiles; ///< tiles of a unit by whose time the last tiles prolong a launch
    /// With two heights of tiles: both relative to the usual height, and the share of rows in the
    /// taller tiles.
    double taller, lower, shareOfTall;
    double operations, bytes; ///< of a unit in a second, if nothing waits
    /// Operations beside the right-hand side: of a component; and of a vector, for a row that all
    /// levels share, for a component that neighbours read, and for a value of a field.
    double ofComponent, ofRow, ofShown, ofField;
    double registers; ///< that a work-item needs in addition to the values that it keeps
    double spilled;   ///< registers beyond what there are, that double the time
    /// With so many warps a unit waits half of the time, if a component has one operation. More
    /// operations wait longer for each other, and lanes of a vector do not wait for each other.
    double waitingWarps;
    double shown; ///< share of the shorter of computing and moving that does not hide
  } streaming;

  /// Streaming tiles of 3-D grids (streaming_of_spaces.cpp).
  struct Spaces {
    double launch;            ///< of a launch without its steps
    double plane;             ///< of a plane at least: a load and its users
    double operations, bytes; ///< instructions and bytes of a unit in a second
    /// Instructions of a point in addition to its right-hand side, for blocks of one row and for
    /// vectors of one lane.
    double rowOperations, vectorOperations;
    double missedShare;    ///< of the overlap of tiles, that comes from memory
    double rowBytes;       ///< that each row costs in addition
    double busyComponents; ///< components in flight that keep a unit busy
    double idleSpeed;      ///< relative speed of a unit with very few
    /// The share of the shorter of computing and moving that a lone work-group does not hide.
    double shownShare;
    /// The weight of a unit's last work-groups if it holds all of its own at once, and if not.
    double lastOfOne, lastOfMany;
    double doubleShare; ///< factor of time for doubles
    double atSides;     ///< factor of time for tiles at sides of the grid that are not periodic
  } spaces;
};

namespace forms {
/// Figures of the request's device, or else of an H200.
const GpuFigures &figuresOf(const PlanRequest &request);
} // namespace forms

} // namespace eulerc
