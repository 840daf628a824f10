// PointText: the functions that load the windows of a point, call its step functions and store the
// results. Schemes call them:
//
//   eulerc_interior(…, row, j, …)  point j of a row, in the interior: no near read leaves the grid
//   eulerc_edge(…, row, j, …)      point j of a row, anywhere
//   eulerc_vector(…, row, j, …)    points j … j + EULERC_WIDTH - 1 of a row, in the interior
//   eulerc_vector_part(…, j, count, …)  the first `count` of them
//
// Of grids, where some points need only some of the tests:
//
//   eulerc_row_end(…, row, j, …)            point j of a row that is inside along all other axes
//   eulerc_edge_row(…, row, lines, j, …)    point j of any row, inside along its own axis
//   eulerc_edge_vector(…, row, lines, j, count, …)  vectors of those
#pragma once

#include "SumsText.h"

namespace eulerc::compiler {

/// Where the points lie that a function is for.
enum class Where { Interior, Edge, RowEnd, EdgeRow };

std::string scalarPoint(const Places &places, Where where);
/// Of the interior, of edge rows, or of the ends of rows (EndText.h).
std::string vectorPoint(const Places &places, Where where = Where::Interior);

/// A point of a work-group that runs loops in blocks (SumsText.h).
std::string pointInBlocks(const Places &places, const std::vector<BlockedLoop> &loops);

/// Whether some equation is computed in vectors.
bool hasVectors(const Stencil &stencil);

} // namespace eulerc::compiler
