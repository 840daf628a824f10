// Tuning: how the work of a run is divided, where users choose it.
//
//   eulerc::Tuning tuning;
//   tuning.scheme = eulerc::Scheme::Diamond;
//   tuning.tileSteps = 16;
//   solver.tune(tuning);
//
// Results are the same with every tuning.
#pragma once

#include <compare>
#include <cstdint>

#include <eulerc/layout.h>

namespace eulerc {

/// How steps are distributed over launches and memories. Auto: a scheme that the program supports.
enum class Scheme {
  Auto,
  Linear,
  Diamond,
  DiamondColumns,
  Honeycomb,
  HoneycombColumns,
  Overlapped
};

/// The forms of the linear scheme. Auto: the planner chooses. Vector: VectorRanges on CPUs, where
/// each work-item gets a range of vectors, and VectorGroups on GPUs, where work-groups get vectors
/// one by one. Sums: for loops over many points, through local memory. Persistent: VectorGroups
/// with many steps a launch, for states that the cache of a GPU holds.
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

/// The forms of overlapped tiles. Auto: the form that suits the device and the grid. Registers: a
/// work-group keeps its tile in registers. Streaming: a work-group streams through a grid.
/// Persistent: all tiles of a launch stay in registers from round to round. Skewed: tiles of lines
/// in the caches of processors. Wavefront: tiles of planes and boxes in these caches.
enum class TileForm { Auto, Registers, Streaming, Skewed, Wavefront, Persistent };

/// A number of things of one kind; kinds do not mix.
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
  /// The whole number of times that b fits into a, and the remainder.
  friend constexpr std::int64_t operator/(Count a, Count b) { return a.count / b.count; }
  friend constexpr Count operator%(Count a, Count b) { return a.count % b.count; }
};
/// Levels are the stages of time steps, of which a method may have several.
using Levels = Count<struct OfLevels>;
using TimeSteps = Count<struct OfTimeSteps>;

/// The layout of the state on the device. Auto: the planner chooses. SoA: one array for each
/// component. AoS: the components of a point side by side.
enum class ArrangementHint { Auto, SoA, AoS };

/// How the number of diamonds follows from the compute units (thesis, 7.1.1). Auto: Corrected.
enum class Strategy { Auto, Multiplicative, Additive, Corrected };

/// Choices of the user. A zero or `Auto` leaves the choice to the planner.
struct Tuning {
  LinearForm linearForm = LinearForm::Auto;
  std::int64_t workGroupSize = 0; ///< work-items of a work-group.
  std::int64_t workGroups = 0;    ///< work-groups of a launch of linear.
  std::int64_t groupsPerUnit = 0; ///< co-resident work-groups of a compute unit.
  std::int64_t vectorWidth = 0;   ///< values of a vector: 1, 2, 4, 8 or 16.
  std::int64_t vectorsDeep = 0;   ///< rows or planes of a work-item, a vector of each.
  ArrangementHint arrangement = ArrangementHint::Auto;
  Scheme scheme = Scheme::Auto;
  Strategy strategy = Strategy::Auto;
  TimeSteps tileSteps = 0;     ///< S, time steps of a launch of tiles.
  std::int64_t tileBlocks = 0; ///< D, blocks of the widest row of a tile.
  TileForm tileForm = TileForm::Auto;
  std::int64_t kept = 0; ///< vectors of each component in registers of a work-item; or steps in
                         ///< flight of Skewed.
  std::int64_t box[maxRank] = {}; ///< points along each axis that a tile of a grid stores.
};

/// When the scheme `Auto` looks for the fastest candidate. The result is remembered in the user's
/// cache folder ($XDG_CACHE_HOME or ~/.cache, eulerc/tuning.json). Never: a model chooses.
/// WhenItPays: a run of a second or more tries candidates on its own steps, if the cache has no
/// result of an earlier run. Always: all candidates are measured before the first step. The backend
/// Serial steps point by point unless Always is set. Results are the same.
enum class Measuring { Never, WhenItPays, Always };

} // namespace eulerc
