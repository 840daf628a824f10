// The printers of a step: what is printed of its Places, as text of the emitted code. Each is in a
// file of its own, which begins with what its text is.
//
//   stepText(places) + vectorText(places)  →  all that schemes of points call
#pragma once

#include "SumsText.h"

namespace eulerc::compiler {

class ParamText;

// ---- StepText.cpp
std::string stepText(const Places &places);

/// Stands behind stepText(). The width of the vectors, EULERC_WIDTH, is chosen when the kernels are
/// built.
std::string vectorText(const Places &places);

/// The same points, of a tile in local memory; behind vectorText(). Not for far reads.
std::string tileText(const Places &places);

// ---- PointText.cpp
/// Where the points lie that a function is for.
enum class Where { Interior, Edge, RowEnd, EdgeRow };

std::string scalarPoint(const Places &places, Where where);
/// Of the interior, of edge rows, or of the ends of rows (EndText.cpp).
std::string vectorPoint(const Places &places, Where where = Where::Interior);

/// A point of a work-group that runs loops in blocks (SumsText.h).
std::string pointInBlocks(const Places &places, const std::vector<BlockedLoop> &loops);

/// Whether some equation is computed in vectors.
bool hasVectors(const Stencil &stencil);

// ---- GuardText.cpp
/// Members of the constants block.
std::string alikeMembers(const System &system);
/// Statements that give them their values.
std::string alikeValues(const System &system, const ParamText &params);
/// The functions that ask: of boxes of points, and along a row.
std::string alikeFunctions(const System &system);
/// A call for `count` points from `point` of a row with the indices i0 … on.
std::string alikeCall(const System &system, const std::string &point, const std::string &count);

// ---- ReadText.cpp
std::string readFunction(const Places &places, std::size_t array);

std::string readAlongFunction(const Places &places, std::size_t array);
std::string lineFunction(const Places &places, std::size_t array);

// ---- EndText.cpp
/// eulerc_end_vector() and what it calls, behind vectorText(), unless ends are computed point by
/// point; in space eulerc_fetch() as well.
std::string endText(const Places &places);

/// The function that corrects a vector beside the point for the lanes that lie beyond an end.
std::string besideName(const Step &step, std::size_t array);

// ---- CollectText.cpp
std::string collectedLoop(const Places &places, const StepFunction &loop);

// ---- KeptText.cpp
/// Vectors of a component that tiles in caches compute together
/// (templates/overlapped/line/delayed.h): two, of the points at even places and at odd ones, where
/// a step is short, looks at neighbours and asks for nothing else that lies in the order of the
/// points; else one.
std::size_t vectorsTogether(const Step &step, const Stencil &stencil);
/// Vectors in registers that each step in flight takes there.
std::size_t vectorsInFlight(const Step &step, const Stencil &stencil);

/// Stands behind vectorText().
std::string keptText(const Places &places);
/// What tiles in caches ask for besides; "" for one vector at a time.
///
///   eulerc_advance_together(left, own, right, next, j, …)  one step of both vectors
std::string togetherText(const Places &places);

// ---- StripsText.cpp
/// Vectors in registers that each level in flight takes, on average over the stages of a step: the
/// layers of a component until the last point has read them, and fields.
std::size_t layersInFlight(const Stencil &stencil);

/// Components that work-items read of their neighbours along an axis and those behind it: those
/// have room in local memory. At least one. Strips, which walk along axis 0, have what one stage
/// reads; tiles kept whole, which look along all axes, what any does.
std::size_t shownComponents(const Stencil &stencil, std::size_t fromAxis);

std::string stripsText(const Places &places);

// ---- WindowText.cpp
std::string windowText(const Places &places);

// ---- MarchText.cpp
/// eulerc_march() and what it calls; behind the text of stepText() and vectorText().
std::string marchText(const Places &places);

} // namespace eulerc::compiler
