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

  /// Tiles of lines in registers (registers.cpp): components updated in wide vectors, and one by
  /// one.
  struct Lines {
    double wide, narrow;
  } lines;

  /// Planes in registers (registers_of_planes.cpp). rates: updates with vectors of one, two and
  /// four lanes. mostDelay: planes are kept whole if streaming tiles take longer by more than this
  /// factor.
  struct Planes {
    double launch, round, step, busyItems, rates[3], mostDelay;
  } planes;

  /// Persistent linear steps (persistent.cpp): bytes to and from the cache; the share of a cache
  /// that a state may fill; and bytes a unit that are assumed of an unknown cache.
  struct Persistent {
    double bytes, cacheShare;
    std::int64_t unitCache;
  } persistent;

  /// Streaming tiles of planes (streaming.cpp). lastTiles: tiles of a unit by whose time the last
  /// tiles prolong a launch. With two heights of tiles: both relative to the usual height, and the
  /// share of rows in the taller tiles.
  struct Streaming {
    double lastTiles, taller, lower, shareOfTall;
  } streaming;

  /// Streaming tiles of 3-D grids (streaming_of_spaces.cpp), in the order of the members: a launch
  /// without its steps; a plane at least (a load and its users); instructions and bytes of a unit;
  /// instructions of a point in addition to its right-hand side, for blocks of one row and for
  /// vectors of one lane; the share of the overlap of tiles that comes from memory; bytes that each
  /// row costs in addition; components in flight that keep a unit busy, and the relative speed of
  /// very few; the share of the shorter of computing and moving that a lone work-group does not
  /// hide; the weight of a unit's last work-groups if it holds all of its own at once, and if not;
  /// the factor of time for doubles.
  struct Spaces {
    double launch, plane, operations, bytes, rowOperations, vectorOperations, missedShare, rowBytes,
        busyPoints, idleSpeed, shownShare, lastOfOne, lastOfMany, doubleShare;
  } spaces;
};

namespace forms {
/// Figures of the request's device, or else of an H200.
const GpuFigures &figuresOf(const PlanRequest &request);
} // namespace forms

} // namespace eulerc
