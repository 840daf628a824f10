// BoxModel: runs the tiles of a plan of strips without computing anything and says the first thing
// that is illegal.
//
//   BoxCase {extents 20 x 30, boxes 7 x 12, S = 3, ...} → "" or "level 2 reads (4, 11), which is
//   not right"
//
// Every point is known by the level at which it is right: level 0 is what is loaded. A tile is a
// box of the grid (templates/boxes.h); it loads a window of `lanes` columns, of which none beside
// it is known, and each of its levels advances by a row in an iteration, as templates/strips.cl
// does it: what a level reads must have been made in an earlier iteration, and be among the rows
// that it keeps. Points outside of a grid that ends follow its rules and are right at every level.
//
// What a tile is comes from BoxGeometry, by default templates/boxes.h. Tests derive from it and
// plant faults, to see that the model finds them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "tiles.h"

#include "boxes.h"

namespace tiling_test {

struct BoxCase {
  long extent[2], box[2], levels, reach[2];
  long margin; ///< columns that are loaded before those that are stored
  long lanes;  ///< columns of a tile
  bool ring[2];
};

struct BoxGeometry {
  virtual ~BoxGeometry() = default;
  virtual eulerc_range box(const BoxCase &c, int axis, long number) const {
    return eulerc_box_along(c.extent[axis], c.box[axis], number);
  }
  virtual long boxes(const BoxCase &c, int axis) const {
    return eulerc_boxes_along(c.extent[axis], c.box[axis]);
  }
  virtual eulerc_range level(const BoxCase &c, eulerc_range box, long level) const {
    return eulerc_level_along(box, level, c.levels, c.reach[0]);
  }
  /// Rows by which a level is behind the one before it, rows that it keeps, iterations of a tile.
  virtual long delay(const BoxCase &c) const { return c.reach[0] + 1; }
  virtual long kept(const BoxCase &c) const { return 2 * c.reach[0] + 1; }
  virtual long iterations(const BoxCase &c, eulerc_range rows) const {
    const long needed = rows.last - rows.first + c.levels * (2 * c.reach[0] + 1);
    return (needed + kept(c) - 1) / kept(c) * kept(c);
  }
};

class BoxModel {
public:
  BoxModel(const BoxCase &c, const BoxGeometry &geometry = {})
      : c_(c), g_(geometry), stored_(static_cast<std::size_t>(c.extent[0] * c.extent[1]), 0) {}

  /// What is illegal first, or "".
  std::string run() {
    for (long i = 0; i < g_.boxes(c_, 0); i++)
      for (long j = 0; j < g_.boxes(c_, 1); j++)
        runTile(g_.box(c_, 0, i), g_.box(c_, 1, j));
    for (std::size_t k = 0; k < stored_.size(); k++)
      if (stored_[k] != 1)
        fail("(" + std::to_string(static_cast<long>(k) / c_.extent[1]) + ", " +
             std::to_string(static_cast<long>(k) % c_.extent[1]) + ") is stored " +
             std::to_string(stored_[k]) + " times");
    return failure_;
  }

private:
  struct Row { ///< of a level, in the place of row % kept
    long row = -1, iteration = -1;
    std::vector<char> right; ///< by lane
  };

  void fail(const std::string &what) {
    if (failure_.empty())
      failure_ = what;
  }

  bool isOutside(long at, int axis) const {
    return !c_.ring[axis] && (at < 0 || at >= c_.extent[axis]);
  }

  void runTile(eulerc_range rows, eulerc_range columns) {
    const long first = g_.level(c_, rows, 0).first, origin = columns.first - c_.margin;
    const long kept = g_.kept(c_);
    std::vector<std::vector<Row>> levels(static_cast<std::size_t>(c_.levels),
                                         std::vector<Row>(static_cast<std::size_t>(kept)));
    for (long top = 0; top < g_.iterations(c_, rows) && failure_.empty(); top++)
      for (long level = c_.levels; level >= 0; level--) {
        Row made;
        made.row = top - level * g_.delay(c_); // counted from `first`
        made.iteration = top;
        for (long lane = 0; lane < c_.lanes; lane++) {
          const long i = first + made.row, j = origin + lane;
          const bool ghost = level > 0 && (isOutside(i, 0) || isOutside(j, 1));
          const bool right =
              level == 0 || ghost || reads(levels[static_cast<std::size_t>(level - 1)], made, lane);
          made.right.push_back(static_cast<char>(right));
          const bool isStored =
              i >= rows.first && i < rows.last && j >= columns.first && j < columns.last;
          if (level != c_.levels || !isStored)
            continue;
          if (!right)
            fail("(" + std::to_string(i) + ", " + std::to_string(j) + ") is stored and not right");
          stored_[static_cast<std::size_t>(i * c_.extent[1] + j)]++;
        }
        if (level < c_.levels && made.row >= 0)
          levels[static_cast<std::size_t>(level)][static_cast<std::size_t>(made.row % kept)] = made;
      }
  }

  /// Whether all that the point reads of the level below is right, and there.
  bool reads(const std::vector<Row> &below, const Row &made, long lane) const {
    for (long di = -c_.reach[0]; di <= c_.reach[0]; di++) {
      const long row = made.row + di;
      if (row < 0)
        return false;
      const Row &place = below[static_cast<std::size_t>(row) % below.size()];
      if (place.row != row || place.iteration >= made.iteration)
        return false;
      for (long dj = -c_.reach[1]; dj <= c_.reach[1]; dj++)
        if (lane + dj < 0 || lane + dj >= c_.lanes ||
            !place.right[static_cast<std::size_t>(lane + dj)])
          return false;
    }
    return true;
  }

  const BoxCase c_;
  const BoxGeometry &g_;
  std::vector<int> stored_;
  std::string failure_;
};

} // namespace tiling_test
