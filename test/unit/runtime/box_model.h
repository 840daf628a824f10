// BoxModel: runs the tiles of a plan of streaming tiles without computing anything and says the
// first thing that is illegal.
//
//   BoxCase {extents 20 x 1 x 30, boxes 7 x 1 x 12, S = 3, ...} → "" or "(4, 0, 11) is stored and
//   not right"
//
// Every point is known by the level at which it is right: level 0 is what is loaded. A tile is a
// box of the grid (templates/tiles/boxes.h), walked layer by layer; planes have layers of
// one row. It loads a window of `size` rows and columns of each layer, of which none beside it is
// known, and each of its levels advances by a layer in an iteration, as
// templates/streaming/streaming.cl does it: what a level reads must have been made in an earlier
// iteration, and be among the layers that it keeps. Points outside of a grid that ends follow its
// rules and are right at every level.
//
// What a tile is comes from BoxGeometry, by default templates/tiles/boxes.h. Tests derive
// from it and plant faults, to see that the model finds them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "tiles.h"

#include "boxes.h"

namespace tiling_test {

struct BoxCase {
  long extent[3], box[3], levels, reach[3]; ///< layers, rows, columns
  long ghostZone; ///< columns that are loaded before those that are stored
  long size[3];   ///< rows and columns of a tile; not its layers
  bool ring[3];
  /// Boxes of layers that are as high as box[0], and how high those behind them are; 0: as high.
  long tall = 0, low = 0;
};

struct BoxGeometry {
  virtual ~BoxGeometry() = default;
  virtual eulerc_range box(const BoxCase &c, int axis, long number) const {
    return axis == 0 ? eulerc_box_down(c.extent[0], c.box[0], c.tall, lowOf(c), number)
                     : eulerc_box_along(c.extent[axis], c.box[axis], number);
  }
  virtual long boxes(const BoxCase &c, int axis) const {
    return axis == 0 ? eulerc_boxes_down(c.extent[0], c.box[0], c.tall, lowOf(c))
                     : eulerc_boxes_along(c.extent[axis], c.box[axis]);
  }
  static long lowOf(const BoxCase &c) { return c.low > 0 ? c.low : c.box[0]; }
  virtual eulerc_range level(const BoxCase &c, int axis, eulerc_range box, long level) const {
    return eulerc_level_along(box, level, c.levels, c.reach[axis]);
  }
  /// Layers by which a level is behind the one before it, those that it keeps, iterations of a
  /// tile.
  virtual long delay(const BoxCase &c) const { return c.reach[0] + 1; }
  virtual long kept(const BoxCase &c) const { return 2 * c.reach[0] + 1; }
  virtual long iterations(const BoxCase &c, eulerc_range layers) const {
    const long needed = layers.last - layers.first + c.levels * (2 * c.reach[0] + 1);
    return (needed + kept(c) - 1) / kept(c) * kept(c);
  }
};

class BoxModel {
public:
  BoxModel(const BoxCase &c, const BoxGeometry &geometry = {})
      : c_(c), g_(geometry),
        stored_(static_cast<std::size_t>(c.extent[0] * c.extent[1] * c.extent[2]), 0) {}

  /// What is illegal first, or "".
  std::string run() {
    for (long i = 0; i < g_.boxes(c_, 0); i++)
      for (long j = 0; j < g_.boxes(c_, 1); j++)
        for (long k = 0; k < g_.boxes(c_, 2); k++)
          runTile(g_.box(c_, 0, i), g_.box(c_, 1, j), g_.box(c_, 2, k));
    const long plane = c_.extent[1] * c_.extent[2];
    for (long k = 0; k < static_cast<long>(stored_.size()); k++)
      if (stored_[static_cast<std::size_t>(k)] != 1)
        fail(nameOf(k / plane, k % plane / c_.extent[2], k % c_.extent[2]) + " is stored " +
             std::to_string(stored_[static_cast<std::size_t>(k)]) + " times");
    return failure_;
  }

private:
  struct Layer { ///< of a level, in the place of layer % kept
    long layer = -1, iteration = -1;
    std::vector<char> right; ///< by row and lane
  };

  static std::string nameOf(long i, long j, long k) {
    return "(" + std::to_string(i) + ", " + std::to_string(j) + ", " + std::to_string(k) + ")";
  }

  void fail(const std::string &what) {
    if (failure_.empty())
      failure_ = what;
  }

  bool isOutside(long at, int axis) const {
    return !c_.ring[axis] && (at < 0 || at >= c_.extent[axis]);
  }

  static bool holds(eulerc_range range, long at) { return at >= range.first && at < range.last; }

  void runTile(eulerc_range layers, eulerc_range rows, eulerc_range columns) {
    const long first = g_.level(c_, 0, layers, 0).first, above = g_.level(c_, 1, rows, 0).first;
    const long left = columns.first - c_.ghostZone, kept = g_.kept(c_);
    std::vector<std::vector<Layer>> levels(static_cast<std::size_t>(c_.levels),
                                           std::vector<Layer>(static_cast<std::size_t>(kept)));
    for (long top = 0; top < g_.iterations(c_, layers) && failure_.empty(); top++)
      for (long level = c_.levels; level >= 0; level--) {
        Layer made;
        made.layer = top - level * g_.delay(c_); // counted from `first`
        made.iteration = top;
        const long i = first + made.layer;
        for (long row = 0; row < c_.size[1]; row++)
          for (long lane = 0; lane < c_.size[2]; lane++) {
            const long j = above + row, k = left + lane;
            const bool ghost = level > 0 && (isOutside(i, 0) || isOutside(j, 1) || isOutside(k, 2));
            const bool right = level == 0 || ghost ||
                               reads(levels[static_cast<std::size_t>(level - 1)], made, row, lane);
            made.right.push_back(static_cast<char>(right));
            if (level == c_.levels && holds(layers, i) && holds(rows, j) && holds(columns, k))
              store(i, j, k, right);
          }
        if (level < c_.levels && made.layer >= 0)
          levels[static_cast<std::size_t>(level)][static_cast<std::size_t>(made.layer % kept)] =
              made;
      }
  }

  void store(long i, long j, long k, bool right) {
    if (!right)
      fail(nameOf(i, j, k) + " is stored and not right");
    stored_[static_cast<std::size_t>((i * c_.extent[1] + j) * c_.extent[2] + k)]++;
  }

  /// Whether all that the point reads of the level below is right, and there.
  bool reads(const std::vector<Layer> &below, const Layer &made, long row, long lane) const {
    for (long di = -c_.reach[0]; di <= c_.reach[0]; di++) {
      const long layer = made.layer + di;
      if (layer < 0)
        return false;
      const Layer &place = below[static_cast<std::size_t>(layer) % below.size()];
      if (place.layer != layer || place.iteration >= made.iteration)
        return false;
      for (long j = row - c_.reach[1]; j <= row + c_.reach[1]; j++)
        for (long k = lane - c_.reach[2]; k <= lane + c_.reach[2]; k++)
          if (j < 0 || j >= c_.size[1] || k < 0 || k >= c_.size[2] ||
              !place.right[static_cast<std::size_t>(j * c_.size[2] + k)])
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
