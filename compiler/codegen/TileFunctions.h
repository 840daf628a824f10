// TileFunctions: the step functions of tiles that devices keep in registers, over vectors. A launch
// waits for its slowest tile, so a tile at a frame of the grid, or with a point source in it, must
// take hardly longer than others. These functions differ from the functions of rows
// (FunctionText.h):
//
//   One function serves the interior and the edge, and tests where these differ:
//     f(y) + (i == s ? g : 0)   →   full ? f(y) : f(y) + (i == s ? g : 0)     f(y) computed once
//   A value that depends only on the index along a row is computed once for each tile:
//     y * depth(i)              →   y * column->v0
//   In tiles kept whole, a condition on the place is a bit of each point, set once for each tile:
//     i < W || j < W ? a : b    →   eulerc_is_open(guards, 0) ? a : b
#pragma once

#include "AddressMap.h"

#include <map>

namespace eulerc::compiler {

/// The functions of tiles that are either streamed or kept whole in registers.
class TileVariant {
public:
  /// `keepsGuards`: tiles find the conditions of the place once, as bits of `guards`.
  TileVariant(const AddressMap &map, bool keepsGuards);

  /// Whether an equation's function differs from its function of rows.
  bool differs(const StepOfEquation &equation) const;
  const StepFunction &of(const StepOfEquation &equation) const { return functions_.at(&equation); }

  /// eulerc_column, eulerc_guards_at() and all that they need. `along`: the indices along the row
  /// of the points from j on.
  std::string helpers(const std::string &along) const { return columns(along) + guards(along); }

private:
  /// The value over the window of the edge's function; null if that window lacks reads of the
  /// interior, or if there are too many tests.
  ExprPtr bothOf(const StepOfEquation &equation) const;
  ExprPtr withGuards(const ExprPtr &body);
  ExprPtr withColumns(const ExprPtr &body);
  std::string columns(const std::string &along) const;
  std::string guards(const std::string &along) const;

  const AddressMap &map_;
  const bool keepsGuards_;
  bool guardsAnywhere_ = false; ///< some are tested at all points, not only behind `full`
  bool asksRows_ = true;        ///< some equation has two functions: the interior's and the edge's
  std::map<const StepOfEquation *, StepFunction> functions_;
  std::vector<ExprPtr> columns_, guards_;
};

class TileFunctions {
public:
  explicit TileFunctions(const AddressMap &map)
      : map_(map), streaming_(map, false), registers_(map, map.stencil().axes.size() == 2) {}

  /// Whether tiles compute an equation by a function of tiles, not of rows.
  bool has(const StepOfEquation &equation) const {
    return streaming_.differs(equation) || registers_.differs(equation);
  }
  /// The name of that function.
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
