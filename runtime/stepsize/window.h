// A part of the grid, laid out by itself: steps at its points touch little memory, whatever the
// size of the grid.
//
//   Box of 80 × 144 points of 2000 × 2000 → Window: memory for these and for what they read
//   → load (their values, from the file's order) → step: from `start` to result()
//
// Values at its points are the same that steps of the whole grid compute.
#pragma once

#include <array>
#include <vector>

#include "backend.h"
#include "host/host_plan.h"
#include "host/parallel.h"

namespace eulerc {

/// Points of the canonical grid: those from begin to end of each axis.
using Box = std::array<Range, maxRank>;

/// Memory of so many bytes at least, that was zeros at first; what is large enough stays as it is.
void allocateCleared(HostArray &array, std::int64_t bytes);

std::int64_t pointsIn(const Box &box);
Box wholeGrid(const Grid &grid);

/// How far steps read.
struct Sight {
  bool isKnown = false; ///< else points read others anywhere: only the whole grid is a window
  std::int64_t ofLevel[maxRank] = {}, ofStep[maxRank] = {};
  int circles = 0; ///< axes that go round: bits

  explicit Sight(const Job &job);
  /// Where a window may be, whose points read nothing at the other end of the grid.
  Range within(const Grid &grid, int axis) const;
  /// Those points with all that they read in so many levels.
  Box around(const Grid &grid, const Box &box, int levels) const;
};

/// Points that follow each other along the last axis.
struct Line {
  std::int64_t point;      ///< number of the first one in the grid
  std::int64_t at;         ///< where it lies in the plane of a component
  std::int64_t count;      ///< of points
  std::int64_t row, index; ///< of the first one
  std::int64_t corner;     ///< the sum of its indices: neighbours differ by one
};

class Window {
public:
  Window(const Job &job, const HostPlan &host, const Sight &sight, int team);

  /// Becomes one of these points, of unknown values.
  void moveTo(const Box &box);
  /// Takes over the values of all that its steps read, from states in the file's order.
  void load(const void *state);
  /// One step of length h from what `start` holds: result(). Both are lost then.
  void step(double h) { stepFrom(work_[0], h); }
  /// From the values that load() has brought, which stay.
  void stepOfValues(double h) { stepFrom(values_, h); }

  int components() const { return components_; } ///< of a point, without registers
  /// Points of a line that have a component: all, but where the file's rows are shorter.
  std::int64_t count(const Line &line, int component) const;

  const std::vector<Line> &lines() const { return lines_.back(); }
  /// With what their steps read.
  const std::vector<Line> &allLines() const { return lines_.front(); }
  /// Lines of a box within it.
  std::vector<Line> linesOf(const Box &box) const;
  std::int64_t plane() const { return layout_.plane; }
  const HostArray &values() const { return values_; } ///< that load() has brought
  HostArray &start() { return work_[0]; }
  const HostArray &result() const { return work_[job_.model.stages % 2]; }
  /// Exchanges result() for memory of the same size.
  void takeResult(HostArray &result);
  int team() const { return team_; }

private:
  Layout layoutOf(const Box &all) const;
  std::int64_t placeOf(const std::int64_t (&index)[maxRank]) const;
  void loadFields();
  void stepFrom(HostArray &from, double h);
  void clearSlopes(HostArray &of) const;

  const Job &job_;
  const HostPlan &host_;
  const Sight &sight_;
  const int team_, components_;
  const std::vector<std::byte> tables_;
  Box box_, all_;
  Layout layout_;
  std::vector<std::vector<Line>> lines_; ///< that each level reads; behind them those it is of
  HostArray values_, work_[2];
  std::vector<HostArray> fields_;
  std::vector<const void *> arguments_; ///< of a level: fields, tables and data
  std::vector<std::byte> constants_;
};

} // namespace eulerc
