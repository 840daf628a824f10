// The printers of a step: parts of its AddressMap as text of the emitted code. Each printer has a
// file, whose head describes its text.
//
//   stepText(places) + vectorText(places)  →  all that schemes of points call
#pragma once

#include "AddressMap.h"

namespace eulerc::compiler {

class ParamText;

// ---- StepText.cpp
std::string stepText(const AddressMap &map);

/// Stands behind stepText(). The width of the vectors, EULERC_WIDTH, is chosen when the kernels are
/// built.
std::string vectorText(const AddressMap &map);

// ---- forms/sums.cpp, forms/sums_blocks.cpp
/// A shared loop in blocks.
struct BlockedLoop {
  std::vector<ExprPtr> sources; ///< the values of a source; none: the loop is not blocked
  StepFunction block;           ///< "block_0"
  /// "near_block_0", which runs first: for ordinary arguments (hasNearForm).
  std::optional<StepFunction> nearBlock;
  std::vector<ExprPtr> terms; ///< of a pass; none: adding them up would take as long
  StepFunction fold;          ///< "fold_0", over the terms of a block
};

/// How a loop stands in the function of a point.
struct LoopInPoint {
  std::int64_t results;
  std::string first, end, windows;
};

/// The results of loop `number` at a point, as variables.
std::string loopInBlocks(std::size_t number, const BlockedLoop &blocked, const LoopInPoint &at);

// ---- PointText.cpp
/// Where the points lie that a function is for.
enum class Where { Interior, Edge, RowEnd, EdgeRow };

std::string scalarPoint(const AddressMap &map, Where where);
/// Of the interior, of edge rows, or of the ends of rows (EndText.cpp).
std::string vectorPoint(const AddressMap &map, Where where = Where::Interior);

/// A point of a work-group that runs loops in blocks (forms/sums.cpp).
std::string pointInBlocks(const AddressMap &map, const std::vector<BlockedLoop> &loops);

// ---- GuardText.cpp
/// Whether step functions have to know where in the whole grid a slab begins: they compute with the
/// index along the slowest axis, or have guards along a ring.
bool knowsPlace(const Stencil &stencil, const System &system);
/// The enumerator of eulerc::Guards.
std::string guardsOf(const System &system);
/// Members of the constants block.
std::string fullMembers(const System &system);
/// Statements that give them their values.
std::string fullValues(const System &system, const ParamText &params);
/// The functions that ask: of boxes of points, and along a row.
std::string fullFunctions(const System &system);
/// A call for `count` points from `point` of a row with the indices i0 … on.
std::string fullCall(const System &system, const std::string &point, const std::string &count);

// ---- ReadText.cpp
std::string readFunction(const AddressMap &map, std::size_t array);

std::string readAlongFunction(const AddressMap &map, std::size_t array);
std::string lineFunction(const AddressMap &map, std::size_t array);

// ---- LineText.cpp
class Lines {
public:
  explicit Lines(const AddressMap &map);

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

  const AddressMap &map_;
  std::vector<Line> lines_;
};

/// What of the boundary needs no more than tests of some axes.
struct EdgeRows {
  bool ends = false; ///< ends of the interior's rows along their axis. Else reads along the other
                     ///< axes, behind guards, may lie outside of the grid.
  // Along the rows outside of the interior without tests of the rows' axis:
  bool inLines = false;             ///< points between `left` and `right`
  bool onePoint = false;            ///< one of them alone; large steps in vectors have none
  bool inVectors = false;           ///< and vectors of them
  std::int64_t left = 0, right = 0; ///< points at the ends of a row that are not among them, if
                                    ///< those are more than outside of the interior
};
EdgeRows edgeRowsOf(const AddressMap &map);

// ---- EndText.cpp
/// eulerc_end_vector() and what it calls, behind vectorText(), unless ends are computed point by
/// point; in space eulerc_fetch() as well.
std::string endText(const AddressMap &map);

/// The function that corrects a neighbouring vector for the lanes that lie beyond an end.
std::string besideName(const Step &step, std::size_t array);

// ---- CollectText.cpp
std::string collectedLoop(const AddressMap &map, const StepFunction &loop);

// ---- forms/skewed.cpp
/// Vectors of a component that tiles in caches compute together
/// (templates/skewed/skewed.h): two, of the points at even places and at odd ones, where
/// a step is short, looks at neighbours and asks for nothing else that lies in the order of the
/// points; else one.
std::size_t vectorsTogether(const Step &step, const Stencil &stencil);
/// Vectors in registers that each step in flight takes there.
std::size_t vectorsInFlight(const Step &step, const Stencil &stencil);

// ---- forms/streaming.cpp
/// Vectors in registers that each level in flight takes, on average over the stages of a step: the
/// layers of a component until the last point has read them, and fields.
std::size_t layersInFlight(const Stencil &stencil);

// ---- forms/shown.cpp
/// The components that work-items show to neighbours in a direction along an axis: those that are
/// read there, and of states that are mirrored at the high end those that a ghost may be the image
/// of. That may be of another class; and where more than one ghost is seen, it may lie before the
/// vector. A bit each.
std::uint64_t shownTo(const Stencil &stencil, std::size_t axis, int direction);

/// eulerc_shown_at(stage): the components that points read of others along an axis or a later one.
std::string shownAtText(const Stencil &stencil, std::size_t fromAxis);

/// Levels of a step that tiles kept whole write out one after the other, so that of each it is
/// known what it reads of others: all, or one where that would be much code, or a run says how
/// many.
std::size_t levelsTogether(const Step &step);
/// How many, and what each reads, as text: eulerc_levels_together, eulerc_shown_in(),
/// eulerc_exchange().
std::string levelsText(const Step &step, const Stencil &stencil);

/// Components that work-items read of their neighbours along an axis and the later ones: they have
/// room in local memory. At least one. Streaming tiles, which walk along axis 0, have what one
/// stage reads; so have tiles kept whole, which look along all axes, where their stages are known,
/// else what any reads.
std::size_t shownComponents(const Step &step, const Stencil &stencil, std::size_t fromAxis);

} // namespace eulerc::compiler
