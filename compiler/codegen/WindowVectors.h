// WindowVectors: the vectors of the windows of points j … j + EULERC_WIDTH - 1, each loaded or made
// once, and the step functions called with them.
//
//   u[i - 1] + u[i]  →  const realv w0 = eulerc_load(…);  const realv w1 = EULERC_NEAR(…, w0, …);
//                       const realv new_0 = eulerc_vector_0_0(…, w1, w0);
//
// The caller says where the vectors of states come from: memory (PointText.cpp),
// registers (forms/registers.cpp, forms/streaming.cpp, forms/linear_streaming.cpp) or the layers of
// a grid (forms/wavefront.cpp). Fields always lie in memory.
//
// Where a guard is open, the edge's function is called in place of the interior's: for vectors that
// have such points (Points::PartialTile), so that all others pay for nothing but the question.
#pragma once

#include "JointFunction.h"
#include "TileFunctions.h"

#include <functional>
#include <map>
#include <set>

namespace eulerc::compiler {

/// The points of a vector. Interior: in the interior. Boundary: anywhere, with reads along the
/// lines of a row. PartialTile: in a tile; any of them may be next to a side of the grid, or have
/// open guards. FullTile: in a tile, all computed by the interior's function.
enum class Points { Interior, Boundary, PartialTile, FullTile };

/// Where the vectors of windows come from. Each function returns the name of a declared vector.
class WindowSource {
public:
  virtual ~WindowSource() = default;
  virtual std::string vector(const WindowRead &read);

protected:
  explicit WindowSource(class WindowVectors &vectors) : vectors_(vectors) {}
  /// The vector in the row of a read, at the own place along the row.
  virtual std::string load(const WindowRead &read) = 0;
  /// The vector at the read's distance from `own`, the name that load() has returned.
  virtual std::string beside(const std::string &own, const WindowRead &read);
  virtual std::string field(const WindowRead &read);

  WindowVectors &vectors_;
};

class WindowVectors {
public:
  /// `tiles`: the functions to call in tiles. They need a variable `column`.
  explicit WindowVectors(const AddressMap &map, std::string indent = "  ",
                         const TileFunctions *tiles = nullptr);

  /// The name of a vector, which is declared at its first use. `key` identifies it.
  std::string declared(const std::string &key, const std::string &value);
  /// The vector at `pointer` + `here`, or its neighbour at `distance`, which is made of its lanes
  /// where that is faster. `load` is the function that loads it, `step` the distance of its values.
  std::string near(const std::string &pointer, const std::string &here, std::int64_t distance,
                   const std::string &load, const std::string &step);
  /// The same for a vector of line number `line`, whose vectors follow each other
  /// (forms/wavefront.cpp).
  std::string inLine(std::size_t line, const std::string &pointer, const std::string &here,
                     std::int64_t distance);
  /// Declares the neighbour of a vector on the side of `distance`, for between().
  void beside(const std::string &own, std::int64_t distance, const std::string &value);
  /// The vector `distance` points from `own`, whose neighbours have names ending in _left, _right.
  std::string between(const std::string &own, std::int64_t distance);
  /// The vector of a field in a tile, of the points with indices i0 … and j ….
  std::string field(const WindowRead &read);
  /// The load of such a vector. fieldInside() costs less, but its row must lie in the grid.
  std::string fieldAnywhere(const WindowRead &read) const;
  /// Prefetches the vector of a field `rows` rows after the point's own, once for each field.
  void fetchField(const WindowRead &read, std::int64_t rows);
  std::string fieldInside(const WindowRead &read) const;
  /// The vector of a read's field in the point's own row, at the offset `along`: " + EULERC_WIDTH".
  std::string fieldInRow(const WindowRead &read, const std::string &along, bool isInside) const;

  bool isField(const WindowRead &read) const { return map_.isField(read.at.array); }

  /// Calls the function of a shared loop.
  void sharedLoop(std::size_t which, WindowSource &source);
  /// Calls the step function of an equation. For Points::Interior this is the function for ordinary
  /// arguments, if there is one (computesNearFirst); it needs a variable `near`.
  void call(const StepOfEquation &equation, Points points, WindowSource &source);
  /// The text that notes the result of a call in the lanes of the bits `where`.
  using NoteText = std::function<std::string(const std::string &where)>;
  /// The same in a branch that is taken where the event of the equation happens.
  std::string callWhereHit(const StepOfEquation &equation, Points points, WindowSource &source,
                           const NoteText &note);
  /// Whether calls depend on guards.
  bool branches(const StepOfEquation &equation, Points points) const;
  /// The name of the result of an equation.
  std::string resultOf(const StepOfEquation &equation) const;

  /// The statements: first all declared vectors, then the calls.
  std::string text() const;
  /// The same with calls for all equations in a tile. Their results go into an array, one for each
  /// component, except events, which are noted where they happen. Point 0 of the row lies at `row`.
  std::string textInto(const std::string &array, Points points, WindowSource &source,
                       const std::string &row = "");
  /// The indices of the points of a vector, of class `residue`.
  std::string indices(std::int64_t residue, bool inTile) const;
  /// The same, along the row only.
  std::string indicesAlong(std::int64_t residue, bool inTile) const;
  /// Functions that the statements of tiles call.
  std::string helpers() const;

private:
  bool hasTileFunction(const StepOfEquation &equation, Points points) const;
  std::string placeOfField(const WindowRead &read, const std::vector<ExprPtr> &offset,
                           const std::string &along, bool isInside) const;
  std::string callText(const StepOfEquation &equation, bool ofEdge, Points points,
                       WindowSource &source);
  void callJoint(Points points, bool isNear, WindowSource &source);
  std::string whereHit(const StepOfEquation &equation, bool ofEdge, bool inTile,
                       WindowSource &source, const NoteText &note);
  std::string noteInTile(const StepOfEquation &equation, const std::string &row,
                         const std::string &where) const;
  std::string arguments(const StepOfEquation &equation, bool ofEdge, WindowSource &source,
                        const std::string &own = "");
  std::string fieldLoads() const;

  const Step &step_;
  const AddressMap &map_;
  const std::string indent_;
  const TileFunctions *const tiles_;
  const std::size_t last_;
  const bool indicesGoRound_;
  const std::optional<JointFunction> joint_;
  const bool computesNearFirst_;
  std::string vectors_, calls_;
  std::string jointCall_;
  bool isJointWhereFull_ = true;
  std::string results_, full_, edge_;        ///< of calls that depend on guards
  std::map<std::string, std::string> names_; ///< of vectors, by their keys
  std::set<std::string> besides_;            ///< whose neighbours have been loaded
  std::set<std::string> fetched_;            ///< fields
};

} // namespace eulerc::compiler
