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
  bool readsFar = false;               ///< whether some reads have no constant distance.
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
  /// The same in instructions: the equations of a point compute what they share once, and fused
  /// operations count once.
  double instructionsPerComponent = 1;
  double edgeFlopsPerComponent = 1; ///< the same at the edge, where walls may add much
  /// The same per component of a state and step; where a run chooses the stages, per stage.
  double flopsOfStep = 0;
  /// The least instructions of `real` per component of a level that any compiler and any form need,
  /// without loops. An operation that neighbouring points share counts once; an operation under a
  /// condition does not count.
  double leastOperations = 0;
  /// Values that levels read and write at least, per component, if each is a launch.
  double leastValues = 0;
  Guards guards = Guards::None;
  bool divides = false; ///< whether the divisor of some quotient differs from point to point.
  bool callsFunctions = false; ///< whether points compute exp, sin and their like, not --math=fast.
  bool keepsLayers = false;    ///< whether tiles can keep the layers of the grid (wavefront.h).
  int rings = 0;               ///< a bit for each axis along which the grid is periodic.
  /// If keepsLayers, the reach along each axis in points of the canonical grid.
  std::int64_t layerReach[maxRank] = {};
  bool rowsShare = true;       ///< whether points read a component in several rows (planes).
  bool planesShare = false;    ///< whether they read a row beside their own in several planes.
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
  /// Why `overlaps` is false, and why `keepsLayers` is false on several axes, as a text about
  /// "overlapped": "needs every read to be near, and 'u[0]' is not (bar.ode:9:7)".
  const char *whyNoOverlap = "";
  const char *whyNoLayers = "";

  /// Values of each point that all points read, in loops over many points (sums.cl); 0: none.
  std::int64_t sourceValues = 0;
  /// Values of a pass of such a loop that are computed by other work-items than the one that adds
  /// them; 0: none.
  std::int64_t termValues = 0;

  /// How far a level reads along each axis of the canonical grid; -1: some distance differs from
  /// point to point. A part of the grid can be computed alone where no entry is -1.
  std::int64_t radius[maxRank] = {-1, -1, -1};
  /// Levels of a step that read other points along each axis, and how many of these read on the
  /// same side; allLevels: not known.
  std::int64_t readingLevels[maxRank] = {allLevels, allLevels, allLevels};
  std::int64_t sidedLevels[maxRank] = {allLevels, allLevels, allLevels};
  int circles = 0; ///< a bit for each axis along which a state or a field is periodic.
  /// Whether steps depend on the position along the slowest axis: by its index, or by guards on a
  /// periodic axis.
  bool knowsPlace = false;
  /// Whether some reads beyond the ends of the slowest axis are periodic and others are not.
  bool mixedRing = false;
  /// A bit for each component that points read at positions before their own along the slowest
  /// axis, or at positions behind it.
  std::uint64_t readsBefore = ~std::uint64_t{0}, readsBehind = ~std::uint64_t{0};
  /// For each level of a step, a bit for each component that it reads at other points, at any
  /// distance; null: not known.
  const std::uint64_t *readsOfLevels = nullptr;

  bool goesRound(int axis) const { return (rings >> axis & 1) != 0; }
};

} // namespace eulerc
