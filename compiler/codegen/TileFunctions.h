// TileFunctions: the step functions of tiles that devices keep in registers, over vectors. All of a
// launch wait for the slowest tile, so a tile at a frame of the grid, or with a point source in it,
// must take hardly longer than others. These functions differ from those of rows (FunctionText.h):
//
//   The interior's and the edge's function are one, which asks where they differ:
//     f(y) + (i == s ? g : 0)   →   full ? f(y) : f(y) + (i == s ? g : 0)     f(y) computed once
//   A value of the index along a row alone is one of the column, computed once a tile:
//     y * depth(i)              →   y * column->v0
//   In tiles kept whole a condition of the place is a bit of each point, found once a tile:
//     i < W || j < W ? a : b    →   eulerc_is_open(guards, 0) ? a : b
#pragma once

#include "AddressMap.h"

#include <map>

namespace eulerc::compiler {

/// The functions of one way to keep tiles.
class TileVariant {
public:
  /// `keepsGuards`: tiles find the conditions of the place once, as bits of `guards`.
  TileVariant(const AddressMap &map, bool keepsGuards);

  /// Whether an equation's function is another one than that of rows.
  bool differs(const StepOfEquation &equation) const;
  const StepFunction &of(const StepOfEquation &equation) const { return functions_.at(&equation); }

  /// eulerc_column, eulerc_guards_at() and all that they need. `along`: the indices along the row
  /// of the points from j on.
  std::string helpers(const std::string &along) const { return columns(along) + guards(along); }

private:
  /// The value over the window of the edge's function; null: that does not see all that the
  /// interior's does.
  ExprPtr bothOf(const StepOfEquation &equation) const;
  ExprPtr withGuards(const ExprPtr &body);
  ExprPtr withColumns(const ExprPtr &body);
  std::string columns(const std::string &along) const;
  std::string guards(const std::string &along) const;

  const AddressMap &map_;
  const bool keepsGuards_;
  bool guardsAnywhere_ = false; ///< some are asked at all points, not behind `full` alone
  bool asksRows_ = true;        ///< some equation has the interior's function and the edge's apart
  std::map<const StepOfEquation *, StepFunction> functions_;
  std::vector<ExprPtr> columns_, guards_;
};

class TileFunctions {
public:
  explicit TileFunctions(const AddressMap &map)
      : map_(map), streaming_(map, false), registers_(map, map.stencil().axes.size() == 2) {}

  /// Whether tiles compute an equation by a function of theirs; else by those of rows.
  bool has(const StepOfEquation &equation) const {
    return streaming_.differs(equation) || registers_.differs(equation);
  }
  /// Its name.
  std::string nameOf(const StepOfEquation &equation) const {
    return "eulerc_" + streaming_.of(equation).vectorName();
  }

  /// The functions and what they need, of the form that is built; `along` as in helpers().
  std::string text(const std::string &along) const;

private:
  std::string text(const TileVariant &variant, const std::string &along) const;

  const AddressMap &map_;
  const TileVariant streaming_, registers_;
};

} // namespace eulerc::compiler
