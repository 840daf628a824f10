// The printers of a step: parts of its AddressMap as text of the emitted code. Each printer has a
// file, whose head describes its text.
//
//   stepText(map) + vectorText(map)  →  all functions that schemes of points call
#pragma once

#include "AddressMap.h"

namespace eulerc::compiler {

class ParamText;

// ---- StepText.cpp
std::string stepText(const AddressMap &map);

/// Follows stepText(). The width of the vectors, EULERC_WIDTH, is chosen when the kernels are
/// built.
std::string vectorText(const AddressMap &map);

// ---- forms/sums.cpp, forms/sums_blocks.cpp
/// A shared loop, in blocks of passes.
struct BlockedLoop {
  std::vector<ExprPtr> sources; ///< the values of a source; none: the loop is not blocked
  StepFunction block;           ///< "block_0"
  /// "near_block_0", which runs first: for ordinary arguments (hasNearForm).
  std::optional<StepFunction> nearBlock;
  std::vector<ExprPtr> terms; ///< of a pass; empty: adding them up would take as long
  StepFunction fold;          ///< "fold_0", over the terms of a block
};

/// The place of a loop in the function of a point.
struct LoopInPoint {
  std::int64_t results;
  std::string first, end, windows;
};

/// Declares the results of loop `number` at a point as variables.
std::string loopInBlocks(std::size_t number, const BlockedLoop &blocked, const LoopInPoint &at);

// ---- PointText.cpp
/// The points that a function computes.
enum class Where { Interior, Edge, RowEnd, EdgeRow };

std::string scalarPoint(const AddressMap &map, Where where);
/// For the interior, for edge rows, or for the ends of rows (EndText.cpp).
std::string vectorPoint(const AddressMap &map, Where where = Where::Interior);

/// The function of a point in a work-group that runs loops in blocks (forms/sums.cpp).
std::string pointInBlocks(const AddressMap &map, const std::vector<BlockedLoop> &loops);

// ---- GuardText.cpp
/// Whether step functions need the position of a slab in the whole grid, because they use the index
/// along the slowest axis or have guards along a ring.
bool knowsPlace(const Stencil &stencil, const System &system);
/// The enumerator of eulerc::Guards.
std::string guardsOf(const System &system);
/// Members of the constants block: the bounds of guards.
std::string fullMembers(const System &system);
/// Statements that set these members.
std::string fullValues(const System &system, const ParamText &params);
/// Functions that test for open guards: in boxes of points, and along a row.
std::string fullFunctions(const System &system);
/// A call for `count` points from `point` on, in the row with the indices i0, ….
std::string fullCall(const System &system, const std::string &point, const std::string &count);

// ---- ReadText.cpp
std::string readFunction(const AddressMap &map, std::size_t array);

std::string readAlongFunction(const AddressMap &map, std::size_t array);
std::string lineFunction(const AddressMap &map, std::size_t array);

// ---- LineText.cpp
class Lines {
public:
  explicit Lines(const AddressMap &map);

  /// The line on which an entry of an edge function's window lies, as a member of eulerc_lines;
  /// null: the point's own row.
  const std::string *nameOf(const WindowEntry &entry) const;

  /// eulerc_line, eulerc_lines and eulerc_find_lines(), which follow the text of eulerc_row.
  std::string text() const;

private:
  struct Line {
    std::size_t array;
    std::vector<ExprPtr> offset; ///< along all axes but the last
    std::string name;
  };
  static bool same(const Line &line, const WindowEntry &entry);

  const AddressMap &map_;
  std::vector<Line> lines_;
};

/// Points at the boundary that need tests of some axes only.
struct EdgeRows {
  bool ends = false; ///< ends of the interior's rows, along the rows. If false, reads along the
                     ///< other axes, behind guards, may leave the grid.
  // Rows outside of the interior, without tests along the row:
  bool inLines = false;   ///< points between `left` and `right`
  bool onePoint = false;  ///< also single points; large steps in vectors have no such function
  bool inVectors = false; ///< also vectors of points
  std::int64_t left = 0, right = 0; ///< points at the ends of a row to leave out, where these are
                                    ///< more than the points outside of the interior
};
EdgeRows edgeRowsOf(const AddressMap &map);

// ---- EndText.cpp
/// eulerc_end_vector() and what it calls, which follow vectorText(), unless ends are computed point
/// by point; on 3-D grids eulerc_fetch() as well.
std::string endText(const AddressMap &map);

/// The function that corrects a neighbouring vector for the lanes that lie beyond an end.
std::string besideName(const Step &step, std::size_t array);

// ---- CollectText.cpp
std::string collectedLoop(const AddressMap &map, const StepFunction &loop);

// ---- forms/skewed.cpp
/// The number of vectors of a component that skewed tiles compute together
/// (templates/skewed/skewed.h). It is 2, for points at even and at odd places, where a step is
/// short, reads neighbours, and needs nothing else in the order of the points; else 1.
std::size_t vectorsTogether(const Step &step, const Stencil &stencil);
/// The vectors in registers that each step in flight takes in skewed tiles.
std::size_t vectorsInFlight(const Step &step, const Stencil &stencil);

// ---- forms/streaming.cpp
/// The vectors in registers that each level in flight takes, on average over the stages of a step:
/// fields, and the layers of a component until the last point has read them.
std::size_t layersInFlight(const Stencil &stencil);

// ---- forms/shown.cpp
/// The components that a work-item shows to its neighbours in a direction along an axis, a bit
/// each. These are the components that are read there, and of states that are mirrored at the high
/// end those whose values a ghost may have. A ghost's image may be of another class; where more
/// than one ghost is read, it may lie before the vector.
std::uint64_t shownTo(const Stencil &stencil, std::size_t axis, int direction);

/// eulerc_shown_at(stage): the components that points read at other points, along `fromAxis` or a
/// later axis.
std::string shownAtText(const Stencil &stencil, std::size_t fromAxis);

/// The number of a step's levels that tiles kept whole write out one after the other, so that it is
/// known what each level reads at other points. It is 1 if all levels would be too much code or a
/// run chooses their number.
std::size_t levelsTogether(const Step &step);
/// Emits this number and what each level reads: eulerc_levels_together, eulerc_shown_in(),
/// eulerc_exchange().
std::string levelsText(const Step &step, const Stencil &stencil);

/// The number of components that work-items read of their neighbours along `fromAxis` and later
/// axes, at least 1. Local memory holds this many. Streaming tiles, which walk along axis 0, hold
/// what one stage reads. Tiles kept whole look along all axes; they hold the same if their stages
/// are known, else what any stage reads.
std::size_t shownComponents(const Step &step, const Stencil &stencil, std::size_t fromAxis);

} // namespace eulerc::compiler
