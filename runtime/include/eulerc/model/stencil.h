// StencilFacts: what steps read and compute, as numbers that do not depend on params. Planners get
// the same value that the model has.
#pragma once

#include <cstdint>

#include <eulerc/layout.h>

namespace eulerc {

/// Points whose equation differs from their neighbours', such as point sources and walls.
enum class Guards {
  None,
  AtPoints, ///< few points, close together: hardly any tile has one.
  Many,
};

struct StencilFacts {
  static constexpr std::int64_t allLevels = 1 << 30;
  std::int64_t componentsPerPoint = 1; ///< of the canonical form (2 for the string: even and odd).
  std::int64_t fields = 0;             ///< values of fields that a point reads.
  bool usesTime = false;               ///< whether the right-hand side reads t.
  bool usesStep = false;               ///< whether steps read their number.
  bool readsGlobals = false;           ///< whether levels read values of the whole grid.
  bool readsFar = false;               ///< whether some components are at no constant distance.
  /// Whether tiles can compute beyond the ends of the grid (registers_line.cl).
  bool overlaps = false;
  bool wraps = false; ///< whether the boundary along the slowest axis is periodic.
  /// Reach along the slowest axis in points of the canonical grid; -1: it depends on params.
  std::int64_t pointReach = -1;
  /// Reach along the last axis, where vectors can be computed anywhere in the grid
  /// (linear_streaming.cl); -1: they cannot.
  std::int64_t streamingReach = -1;

  /// Arithmetic operations of `real` per component of a level, without later passes of loops.
  double flopsPerComponent = 1;
  double edgeFlopsPerComponent = 1; ///< the same at the edge, where walls may add much
  /// The same per component of a state and step; where a run chooses the stages, per stage.
  double flopsOfStep = 0;
  /// Instructions of `real` per component of a level that no compiler and no form can spare,
  /// without loops: what neighbouring points share counts once, what a condition decides not at
  /// all.
  double leastOperations = 0;
  /// Values that levels read and write at least, per component, if each is a launch.
  double leastValues = 0;
  Guards guards = Guards::None;
  bool divides = false; ///< whether the divisor of some quotient differs from point to point.
  bool callsFunctions = false; ///< whether points compute exp, sin and their like, not --math=fast.
  bool keepsLayers = false;    ///< whether tiles can keep the layers of the grid (wavefront.h).
  int rings = 0;               ///< a bit for each axis along which the grid goes round.
  /// If keepsLayers, the reach along each axis in points of the canonical grid.
  std::int64_t layerReach[maxRank] = {};
  bool rowsShare = true;       ///< whether points read a component in several rows (planes).
  std::int64_t lastValues = 0; ///< components of a point that are the last value of another one.

  std::int64_t walkedFields = 0; ///< of `fields`: streaming tiles load them once for all steps.
  /// Vectors that each step in flight keeps in registers (templates/skewed/skewed.h,
  /// templates/streaming/streaming.cl).
  std::int64_t vectorsInFlight = 1;
  /// Vectors of a component that tiles of lines in caches compute together (skewed.h).
  std::int64_t vectorsTogether = 1;
  /// Components of a point that others read along all axes but the slowest one, and along any axis:
  /// tiles of grids keep these in local memory. 0: not known, all.
  std::int64_t shownAcross = 0, shownAround = 0;
  /// Levels of a step that tiles of planes that are kept whole write out one after the other; they
  /// know then what each reads.
  std::int64_t levelsTogether = 1;
  /// Why there is no `overlaps`, and, of several axes, no `keepsLayers`, as said of "overlapped":
  /// "needs every read to be near, and 'u[0]' is not (bar.ode:9:7)".
  const char *whyNoOverlap = "";
  const char *whyNoLayers = "";

  /// Values of each point that all points read, in loops over many points (sums.cl); 0: none.
  std::int64_t sourceValues = 0;
  /// Values of a pass of such a loop that work-items compute for the one that adds them; 0: none.
  std::int64_t termValues = 0;

  /// How far a level reads along each axis of the canonical grid; -1: some distance differs from
  /// point to point. A part of the grid can be computed alone where no entry is -1.
  std::int64_t radius[maxRank] = {-1, -1, -1};
  /// Levels of a step that read other points along each axis, and of these the ones that read at
  /// the same side; all where that is not known.
  std::int64_t readingLevels[maxRank] = {allLevels, allLevels, allLevels};
  std::int64_t sidedLevels[maxRank] = {allLevels, allLevels, allLevels};
  int circles = 0; ///< a bit for each axis along which a state or a field goes round.
  /// Whether steps ask where they are along the slowest axis: by its index, or by guards on a ring.
  bool knowsPlace = false;
  /// Whether beyond the slowest axis some reads go round and others do not.
  bool mixedRing = false;
  /// A bit for each component of a point that points read in places before their own along the
  /// slowest axis, or behind it.
  std::uint64_t readsBefore = ~std::uint64_t{0}, readsBehind = ~std::uint64_t{0};
  /// The same for each level of a step, at other points of any distance; null: it is not told.
  const std::uint64_t *readsOfLevels = nullptr;

  bool goesRound(int axis) const { return (rings >> axis & 1) != 0; }
};

} // namespace eulerc
