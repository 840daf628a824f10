// LineText: the rows that a row of the grid reads, found once for all its points; in rows at the
// boundary, where some of them lie outside of the grid.
//
//   u[y - 1][x + 1] in row y = 0  →  lines->u_m1: the row that the rule of axis y means, or the
//                                    value that all of it has
#pragma once

#include "Places.h"

namespace eulerc::compiler {

class Lines {
public:
  explicit Lines(const Places &places);

  /// The line that an entry of an edge function's window lies on, as a member of eulerc_lines;
  /// null: the point's own row.
  const std::string *nameOf(const WindowEntry &entry) const;

  /// eulerc_line, eulerc_lines and eulerc_find_lines(); behind the text of eulerc_row.
  std::string text() const;

private:
  struct Line {
    std::size_t array;
    std::vector<ExprPtr> offset; ///< along all axes but the last
    std::string name;
  };
  static bool same(const Line &line, const WindowEntry &entry);

  const Places &places_;
  std::vector<Line> lines_;
};

/// What of the boundary needs no more than tests of some axes.
struct EdgeRows {
  bool ends = false; ///< ends of the interior's rows: those of their own axis. Else what guards let
                     ///< them read along the others may lie outside of the grid.
  // Along the rows outside of the interior without tests of their own axis:
  bool inLines = false;             ///< points between `left` and `right`
  bool inVectors = false;           ///< and vectors of them
  std::int64_t left = 0, right = 0; ///< points at the ends of a row that are not among them, if
                                    ///< those are more than outside of the interior
};
EdgeRows edgeRowsOf(const Places &places);

} // namespace eulerc::compiler
