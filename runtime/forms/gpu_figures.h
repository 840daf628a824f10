// Times and rates of GPUs, for models of the run time: a row for each device on which they were
// measured. Shapes of tiles stand with the forms, and measurements behind them in bench/notes.md.
//
//   figuresOf(request).launch → 3 µs; times speedOf(request).launch on the device in hand
//
// A device without a row takes that of the H200, scaled by what is measured of the device at the
// first run on it (speedOf). `--plan` and `--stats` tell that (known_gpus.cpp).
#pragma once

#include "forms/plan.h"

namespace eulerc {

/// In seconds, and in bytes and operations of a compute unit in a second.
struct GpuFigures {
  double launch;        ///< an empty launch
  double step;          ///< a step of a tile that is alone on its unit: a barrier, and its users
  double wait, round;   ///< work-groups of all units wait; with what they store for the others
  double bytes;         ///< to and from memory; two thirds hide behind other tiles' steps
  double operations;    ///< of floats, as kernels are
  double measuredBytes; ///< as opencl/rates.cpp measures them: with these
  double measuredFlops; ///< other devices are compared
  std::int64_t items;   ///< work-items that a compute unit holds

  /// Tiles of lines in registers (registers.cpp): components updated in wide vectors, and one by
  /// one.
  struct Lines {
    double wide, narrow;
  } lines;

  /// Planes in registers (registers_of_planes.cpp): updates of one, two and four lanes; and up to
  /// how many times longer streaming tiles may take, lest planes are kept whole.
  struct Planes {
    double launch, round, step, busyItems, rates[3], mostDelay;
  } planes;

  /// Persistent linear steps (persistent.cpp): to and from the cache; the share of a cache that a
  /// state may fill, and that of an unknown one for each unit.
  struct Persistent {
    double bytes, cacheShare;
    std::int64_t unitCache;
  } persistent;

  /// Streaming tiles of planes (streaming.cpp): tiles by which the last ones of a launch prolong
  /// it; where tiles are of two heights, these over the usual one, and the share of the taller.
  struct Streaming {
    double lastTiles, taller, lower, shareOfTall;
  } streaming;

  /// Streaming tiles of spaces (streaming_of_spaces.cpp): a launch without its steps, and a plane
  /// at least (a load and its users); operations and bytes of a unit; operations of a point in
  /// addition to its right-hand side, of a block of one row and of a vector of one lane; which
  /// share of the points that neighbours load as well comes from memory, and bytes that a row has
  /// more; points that keep a unit busy, the speed of few, and what a work-group that is alone does
  /// not hide; work-groups that the last ones of a unit stand for, where it holds all of its own at
  /// once and elsewhere; and what doubles take longer.
  struct Spaces {
    double launch, plane, operations, bytes, rowOperations, vectorOperations, missedShare, rowBytes,
        busyPoints, idleSpeed, shownShare, lastOfOne, lastOfMany, doubleShare;
  } spaces;
};

namespace forms {
/// Of the request's device, or else of an H200.
const GpuFigures &figuresOf(const PlanRequest &request);
} // namespace forms

} // namespace eulerc
