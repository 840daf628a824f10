// Plans: what a planner is asked and what it answers.
//
//   PlanRequest (sizes, device limits, tuning) → planner → Plan (kernel, launch shape, launches)
//
// Pure data. A planner (templates/*_planner.h) is emitted verbatim into a solver's host code, so
// this header stays light: no includes but <cstdint>.
#pragma once

#include <cstdint>

#include <eulerc/layout.h>

namespace eulerc {

/// What a planner may know of a device.
struct DeviceLimits {
  std::int64_t computeUnits = 1;     ///< compute units (CPU cores, GPU multiprocessors)
  std::int64_t maxWorkGroupSize = 1; ///< work-items in one work-group, at most
  std::int64_t localMemory = 0;      ///< bytes of local memory of one work-group
  std::int64_t vectorBytes = 16;     ///< of the widest vector that one instruction computes with
  bool isCpu = true;                 ///< a CPU: few wide work-items; else many narrow ones
};

/// The forms of the linear scheme (thesis, ch. 5). `Auto` lets the planner choose. Vectors are
/// dealt out in a range for each work-item (CPUs) or one by one to work-groups (GPUs); `Vector`
/// takes what suits the device.
enum class LinearForm { Auto, ScalarBlocked, ScalarStrided, Vector, VectorRanges, VectorGroups };

/// What the user asks of the state's layout on the device. `Auto` lets the planner choose.
enum class ArrangementWish { Auto, Apart, Interleaved };

/// Choices made by hand; a zero or `Auto` leaves the choice to the planner.
struct Tuning {
  LinearForm linearForm = LinearForm::Auto;
  std::int64_t workGroupSize = 0; ///< work-items in one work-group
  std::int64_t vectorWidth = 0;   ///< values in a vector: 1, 2, 4, 8 or 16
  std::int64_t vectorsDeep = 0;   ///< rows or planes of which a work-item computes a vector
  ArrangementWish arrangement = ArrangementWish::Auto;
};

/// The question put to a planner.
struct PlanRequest {
  std::int64_t components = 0; ///< n, entries of the flat state vector
  std::int64_t points = 0;     ///< grid points of the canonical form, ⌈n / componentsPerPoint⌉
  std::int64_t componentsPerPoint = 1; ///< states of the canonical form
  std::int64_t steps = 0;              ///< time steps of the run
  std::int64_t realSize = 4;           ///< bytes of a component
  Grid grid;                           ///< points of the canonical form
  DeviceLimits device;
  Tuning tuning;
};

/// The launches of a run. Every launch uses the same kernel and shape and advances
/// `stepsPerLaunch` steps; the two copies of the state swap roles after each launch.
struct Plan {
  const char *scheme = "";         ///< "linear"
  const char *form = "";           ///< "scalar-blocked", "scalar-strided"
  const char *kernel = "";         ///< kernel function in the model's OpenCL source
  std::int64_t workGroupSize = 1;  ///< local size of a launch
  std::int64_t workGroups = 1;     ///< work-groups of a launch
  std::int64_t pointsPerChunk = 1; ///< EULERC_CHUNK: points a work-item takes at a time
  std::int64_t vectorWidth = 1;    ///< EULERC_WIDTH: points of a vector
  Arrangement arrangement = Arrangement::Apart; ///< of the state on the device
  std::int64_t vectorsAcross = 1; ///< EULERC_ACROSS: vectors of a row that a work-group takes
  std::int64_t vectorsDeep = 1;   ///< EULERC_DEEP: rows or planes of which a work-item takes one
  bool shifts = false; ///< EULERC_SHIFTS: neighbours come from the lanes of aligned vectors
  std::int64_t stepsPerLaunch = 1; ///< steps a launch advances
  std::int64_t launches = 0;       ///< launches of the whole run
};

} // namespace eulerc
