// Where in a large grid the right-hand side changes a state fastest: the estimate of the spectrum
// then looks there, at a few thousand points.
//
//   one step everywhere, block by block → the lines that change most → windows around them
#pragma once

#include <array>
#include <vector>

#include "stepsize/window.h"

namespace eulerc {

/// A window, and the part of it in which some tens of steps do not see that it is one.
struct Place {
  Box own, core;
};

/// How windows are cut out of a grid.
class Cut {
public:
  Cut(const Sight &sight, const Grid &grid);

  /// Whether they are small beside the grid.
  bool pays() const;
  /// Points of a window with all that its steps read.
  std::int64_t points() const;
  Place around(const std::array<std::int64_t, maxRank> &centre) const;
  /// All points that windows may be of, in blocks.
  std::vector<Box> blocks() const;

private:
  std::int64_t marginAlong(int axis) const;

  const Sight sight_;
  const Grid grid_;
};

struct Scanned {
  const Job &job;
  const HostPlan &host;
  const Sight &sight;
  const Cut &cut;
  const std::vector<double> &sizes; ///< of each component
  int threads;
};

/// Two, or one where they would be the same. Whatever the number of threads is.
template <class Real>
std::vector<Place> fastestPlaces(const Scanned &scanned, const void *y, double h);

} // namespace eulerc
