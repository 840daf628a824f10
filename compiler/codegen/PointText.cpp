// PointText: the functions that load the windows of a point, call its step functions and store the
// results. Schemes call them:
//
//   eulerc_interior(…, row, j, …)  point j of a row, in the interior: no near read leaves the grid
//   eulerc_edge(…, row, j, …)      point j of a row, anywhere
//   eulerc_vector(…, row, j, …)    points j … j + EULERC_WIDTH - 1 of a row, in the interior
//   eulerc_vector_part(…, j, count, …)  the first `count` of them
//
// Grids of two or three axes have points that need only some of the tests:
//
//   eulerc_row_end(…, row, j, …)            point j of a row that is inside along all other axes
//   eulerc_edge_row(…, row, lines, j, …)    point j of any row, inside along its own axis
//   eulerc_edge_vector(…, row, lines, j, count, …)  vectors of those
#include "StepPrinters.h"

#include "FunctionText.h"
#include "NearForms.h"
#include "Spell.h"
#include "TableText.h"
#include "WindowVectors.h"

#include <algorithm>
#include <map>

namespace eulerc::compiler {
namespace {

class PointPrinter : Printer, WindowSource {
public:
  PointPrinter(const AddressMap &map, Where where)
      : Printer(map), WindowSource(windows_), where_(where), lines_(map), windows_(map) {}

  std::string scalar() {
    const std::map<Where, std::pair<const char *, const char *>> names = {
        {Where::Interior, {", in the interior: no near read leaves the grid", "interior"}},
        {Where::Edge, {", anywhere", "edge"}},
        {Where::RowEnd, {" that is of the interior along all other axes", "row_end"}},
        {Where::EdgeRow, {" anywhere, row->begin <= j < row->end", "edge_row"}}};
    const auto &[points, function] = names.at(where_);
    out_ += std::string("// One step of point j of a row") + points + ".\n";
    head(function);
    place("j");
    for (std::size_t k = 0; k < step_.loops.size(); k++)
      sharedLoop(k, "  ");
    for (const StepOfEquation &equation : storedBy(map_))
      store(equation, "  ");
    out_ += "}\n\n";
    return out_.take();
  }

  /// The function of points anywhere. Results of loops are vectors of one lane.
  std::string inBlocks(const std::vector<BlockedLoop> &loops) {
    out_ += "// One step of point j, which is stored if it is there: all work-items of a "
            "work-group wait\n// for each other here.\n"
            "EULERC_IN_PLACE void eulerc_sums_point(EULERC_GLOBAL const real *y, EULERC_NEXT next "
            "EULERC_FIELDS,\n    const eulerc_row *row, const long j, const bool is_there, "
            "EULERC_SCRATCH real *sources,\n    const eulerc_constants *c, const eulerc_moment "
            "now) {\n";
    place("j");
    out_ += "  const int worker = (int)get_local_id(0) - eulerc_sums_adding * EULERC_ACROSS;\n";
    for (std::size_t k = 0; k < loops.size(); k++)
      if (loops[k].sources.empty())
        sharedLoop(k, "  ", "if (is_there)\n    ");
      else
        loopInBlocks(k, loops[k]);
    out_ += "  if (!is_there)\n    return;\n";
    for (const StepOfEquation &equation : storedBy(map_))
      store(equation, "  ");
    out_ += "}\n\n";
    return out_.take();
  }

  std::string vector() {
    const bool inParts = !map_.inTile(0) && where_ != Where::RowEnd;
    const std::string points = inParts ? "points j … j + count - 1, a vector's or less,"
                                       : "points j … j + EULERC_WIDTH - 1";
    if (where_ == Where::EdgeRow) {
      out_ += "// One step of " + points + " of a row anywhere, between row->begin and row->end.\n";
      head("edge_vector", true);
    } else if (where_ == Where::RowEnd) {
      out_ += "// One step of those of the points j … j + EULERC_WIDTH - 1, all in a row that is "
              "of the interior along all\n// other axes, that are `points`.\n";
      head("end_vector");
    } else {
      out_ += "// One step of " + points + " of a row, all in the interior.\n";
      head(inParts ? "vector_part" : "vector", inParts);
    }
    if (!std::ranges::all_of(storedBy(map_), [this](const auto &each) { return isScalar(each); }))
      vectorLanes(inParts);
    scalarLanes(inParts);
    out_ += "}\n\n";
    if (inParts && where_ == Where::Interior) {
      signature("vector");
      out_ += "  eulerc_vector_part(y, next EULERC_OTHER() EULERC_PASS_FIELDS, row, j, "
              "EULERC_WIDTH, c, now);\n"
              "}\n\n";
    }
    return out_.take();
  }

private:
  bool isScalar(const StepOfEquation &equation) const {
    return where_ == Where::Interior && map_.stencil().of(equation).scalarBecause;
  }
  bool hasScalars() const {
    return std::ranges::any_of(storedBy(map_), [this](const auto &each) { return isScalar(each); });
  }
  /// Whether a shared loop is used by equations that are computed lane by lane (or by others).
  bool isUsed(std::size_t loop, bool isScalar) const {
    return std::ranges::any_of(storedBy(map_), [&](const StepOfEquation &equation) {
      const std::vector<std::size_t> used = loopsOf(step_, equation.edge.body);
      return this->isScalar(equation) == isScalar && std::ranges::count(used, loop) > 0;
    });
  }

  /// The first statements of a function, which compute equations in vectors.
  void vectorLanes(bool inParts) {
    place("j");
    for (std::size_t k = 0; k < step_.loops.size(); k++)
      if (isUsed(k, false))
        vectors_.sharedLoop(k, *this);
    std::string events;
    for (const StepOfEquation &equation : storedBy(map_))
      if (isNoted(map_, equation.state) && !isScalar(equation))
        events += vectors_.callWhereHit(equation, points_, *this, [&](const std::string &where) {
          return noteEvents(equation, where, inParts);
        });
      else if (!isScalar(equation))
        vectors_.call(equation, points_, *this);
    if (where_ == Where::Interior && !system_.pointSources.empty())
      out_ += "  const bool full = " + fullCall(system_, "j", "EULERC_WIDTH") + ";\n";
    if (points_ != Points::Interior || !computesNearFirst(map_)) {
      out_ += vectors_.text() + events;
    } else {
      out_ +=
          "  eulerc_arguments near = eulerc_all_near();\n" + vectors_.text() +
          "  if (!eulerc_is_near(near)) {\n    EULERC_ONCE\n    for (long k = 0; k < " +
          (inParts ? "count" : "EULERC_WIDTH") +
          "; k++)\n      eulerc_interior(y, next EULERC_OTHER() EULERC_PASS_FIELDS, row, j + k, c, "
          "now);\n    return;\n  }\n" +
          events;
    }
    listEvents(inParts);
    if (where_ == Where::RowEnd)
      storeLanes();
    else
      storeVectors(inParts);
  }

  // No `restrict` here: kernels and host loops state it once, and Oclgrind rejects it in inlined
  // functions.
  void signature(const std::string &name, bool inParts = false) {
    out_ += (inParts ? stepInlined(step_) : map_.inlined(0)) + "void " + map_.functionName(name) +
            "(" + map_.pointerType(0) + "y, " +
            (map_.inTile(0) ? map_.pointerType(0, false) : "EULERC_NEXT ") + "next" +
            (map_.inTile(0) ? "" : " EULERC_OTHER(EULERC_GLOBAL const real *)") +
            " EULERC_FIELDS,\n    const eulerc_row *row, " +
            (where_ == Where::EdgeRow ? "const eulerc_lines *lines, " : "") + "const long j" +
            (inParts ? ", const long count" : "") +
            (name == "end_vector" ? ", const eulerc_range points" : "") + map_.shiftParameter(0) +
            (map_.inTile(0) ? " EULERC_NEXT_SHIFT" : "") +
            ", const eulerc_constants *c, const eulerc_moment now) {\n";
  }

  void head(const std::string &name, bool inParts = false) {
    signature(name, inParts);
    out_ += eachAxis(0, rank_ - 1, "  const long i# = row->i#;\n");
  }

  /// Declares the point's index along the last axis and its address.
  void place(const std::string &point, const std::string &indent = "  ") {
    point_ = point;
    out_ += indent + "const long " + map_.lastIndexAt(point) + ";\n" + indent +
            "const long at = row->base + " + point + ";\n";
  }

  void store(const StepOfEquation &equation, const std::string &indent) {
    const std::string last = "i" + number(rank_ - 1);
    std::string inner = indent;
    const bool mayLack = (where_ == Where::Edge || where_ == Where::RowEnd) && equation.residue;
    const bool lists = isListed(map_, equation.state);
    if (mayLack) {
      out_ += indent + "if (" + last + " + " + number(equation.residue) + " < c->extent[" +
              number(rank_ - 1) + "])" + (lists ? " {\n" : "\n");
      inner += "  ";
    }
    const bool notes = isNoted(map_, equation.state);
    out_ += inner + unlessInPlace(equation.state) +
            (notes ? "eulerc_note_event(y, " : nextOf(map_, equation.state) + "[") +
            placeOf(equation) + (notes ? ", " : "] = ");
    const bool inSources =
        where_ == Where::Interior && equation.edgeDiffers && !system_.pointSources.empty();
    if (inSources)
      out_ += fullCall(system_, point_, "1") + "\n      ? " + call(equation, false) + "\n      : ";
    out_ +=
        call(equation, where_ != Where::Interior || inSources) + (notes ? ", now.step);\n" : ";\n");
    if (lists)
      out_ += inner + unlessInPlace(equation.state) + "eulerc_list_point(" +
              homeOf(map_, equation.state) + ", next, " + placeOf(equation) + ", now.step);\n" +
              (mayLack ? indent + "}\n" : "");
  }

  std::string placeOf(const StepOfEquation &equation) const {
    return map_.nextOffset(equation.state, equation.residue);
  }

  /// Notes the new times of a vector where an event happens.
  std::string noteEvents(const StepOfEquation &equation, const std::string &where,
                         bool inParts) const {
    return "eulerc_note_events(" + placeOf(equation) + ", " + vectors_.resultOf(equation) + ", " +
           where + ", now.step, " + computed(inParts) + ", 1);\n";
  }

  /// The first and the end of the lanes of a vector that are computed.
  std::string computed(bool inParts) const {
    return where_ == Where::RowEnd ? "points.first - j, points.last - j"
           : inParts               ? "0, count"
                                   : "0, EULERC_WIDTH";
  }

  /// Lists the new times of a vector, in kernels that list events.
  void listEvents(bool inParts) {
    for (const StepOfEquation &equation : storedBy(map_))
      if (isListed(map_, equation.state) && !isScalar(equation))
        out_ += "  " + unlessInPlace(equation.state) + "eulerc_list_vector(" +
                homeOf(map_, equation.state) + ", " + placeOf(equation) + ", " +
                vectors_.resultOf(equation) + ", " + computed(inParts) + ", now.step);\n";
  }

  void sharedLoop(std::size_t k, const std::string &indent, const std::string &condition = "") {
    const SharedLoop &loop = step_.loops[k];
    const std::string results = loop.function.name();
    out_ += indent + "real " + results + "[" + number(loop.results()) + "];\n" + indent +
            condition + "eulerc_" + loop.function.name() + "(" + indices(0) +
            "c, now, y EULERC_PASS_FIELDS";
    for (const WindowRead &read : map_.loop(k))
      out_ += ",\n      " + windowText(read);
    out_ += ", " + results + ");\n";
  }

  void loopInBlocks(std::size_t k, const BlockedLoop &blocked) {
    const SharedLoop &loop = step_.loops[k];
    const std::vector<ExprPtr> &operands = loop.function.body->operands;
    std::string windows;
    for (const WindowRead &read : map_.loop(k))
      windows += ",\n        " + windowText(read);
    out_ += compiler::loopInBlocks(
        k, blocked,
        {loop.results(), written(map_, operands[1]), written(map_, operands[2]), windows});
  }

  std::string indices(std::int64_t residue) const {
    return eachAxis(0, rank_ - 1, "i#, ") + map_.index(rank_ - 1, nullptr, residue) + ", ";
  }

  std::string call(const StepOfEquation &equation, bool ofEdge) const {
    std::string text = "eulerc_" + (ofEdge ? equation.edge : equation.interior).name() + "(" +
                       indices(equation.residue) + "c, now";
    text += map_.stencil().readsFar() ? ", y EULERC_PASS_FIELDS" : tablesArgument(system_);
    for (const WindowRead &read : ofEdge ? map_.edge(equation) : map_.interior(equation))
      text += ",\n      " + windowText(read);
    return text + sharedArguments(step_, ofEdge ? equation.edge : equation.interior) + ")";
  }

  static bool isOwn(const WindowEntry &entry) {
    return std::ranges::all_of(entry.offset,
                               [](const ExprPtr &along) { return constantInt(along) == 0; });
  }

  std::string windowText(const WindowRead &read) const {
    const WindowEntry &entry = read.entry;
    const std::string pointer = homeOf(map_, entry.array);
    if (where_ == Where::Edge && !isOwn(entry)) {
      std::string text = map_.readName(entry.array) + "(" + pointer;
      for (std::size_t axis = 0; axis < rank_; axis++)
        text += ", " + map_.index(axis, entry.offset[axis], read.residue);
      return text + map_.shiftArgument(entry.array) + ", c)";
    }
    const WindowPlace place = map_.window(read);
    if (where_ == Where::RowEnd && constantInt(entry.offset.back()) != 0)
      return map_.readName(entry.array) + "_along(" + pointer + ", row->base" + place.row + ", " +
             map_.index(rank_ - 1, entry.offset.back(), read.residue) + ", c)";
    const std::string value =
        pointer + "[" +
        map_.offset(entry.array, place.plane, rowPlace(entry, place) + place.along) + "]";
    const std::string *line = lineOf(entry);
    return line ? "eulerc_on_line(&lines->" + *line + ", " + value + ")" : value;
  }

  /// The line that an entry lies on, where rows are given as lines; null: the point's own row.
  const std::string *lineOf(const WindowEntry &entry) const {
    return where_ == Where::EdgeRow ? lines_.nameOf(entry) : nullptr;
  }

  /// The address of the next point in the row of an entry.
  std::string rowPlace(const WindowEntry &entry, const WindowPlace &place) const {
    const std::string *line = lineOf(entry);
    return line ? "lines->" + *line + ".base + " + point_ : "at" + place.row;
  }

  // ---- vectors

  std::string vector(const WindowRead &read) override {
    const std::string loaded = load(read);
    if (where_ == Where::RowEnd && *read.near() != 0)
      return vectors_.declared("beside" + loaded,
                               besideName(step_, read.entry.array) + "(" + loaded + ", " +
                                   homeOf(map_, read.entry.array) + " + " + placeOf(read) + ", j" +
                                   AddressMap::signedTerm(*read.near(), "") + ", c)");
    const std::string *line = lineOf(read.entry);
    return line ? vectors_.declared(*line + loaded,
                                    "eulerc_vector_on_line(&lines->" + *line + ", " + loaded + ")")
                : loaded;
  }

  /// The address of a value that the point reads.
  std::string placeOf(const WindowRead &read) const {
    const WindowPlace place = map_.window(read);
    return map_.offset(read.entry.array, place.plane, rowPlace(read.entry, place) + place.along);
  }

  std::string load(const WindowRead &read) override {
    const WindowEntry &entry = read.entry;
    const WindowPlace place = map_.window(read);
    const std::string pointer = homeOf(map_, entry.array);
    const bool inTile = map_.inTile(entry.array);
    const std::string step = map_.isField(entry.array) || inTile ? "1" : "EULERC_STEP";
    const std::string load = inTile ? "eulerc_load_in_tile" : "eulerc_load";
    const std::string row = rowPlace(entry, place);
    const std::string here = map_.offset(entry.array, place.plane, row);
    if (!read.near() || *read.near() < -4 || *read.near() > 4)
      return vectors_.declared(pointer + here + place.along,
                               load + "_any(" + pointer + " + " +
                                   map_.offset(entry.array, place.plane, row + place.along) + ", " +
                                   step + ")");
    const std::string loaded = load + "(" + pointer + " + " + here + ", " + step + ")";
    if (const std::string value = whereRead(map_, entry.array, loaded); value != loaded)
      return vectors_.declared(pointer + here, value);
    return vectors_.near(pointer, here, *read.near(), load, step);
  }

  /// The condition of a store: levels that leave the value in place skip it; "" if no level does.
  std::string unlessInPlace(std::size_t state) const {
    return stencil_.places.areTold() ? ifStored(map_, state) : "";
  }

  /// The arguments of functions that store a vector.
  std::string placeAndResult(const StepOfEquation &equation) const {
    return nextOf(map_, equation.state) + " + " + placeOf(equation) + ", " +
           vectors_.resultOf(equation);
  }

  /// Stores the lanes of a vector that lie at an end of a row.
  void storeLanes() {
    for (const StepOfEquation &equation : storedBy(map_))
      if (!isNoted(map_, equation.state))
        out_ += "  " + unlessInPlace(equation.state) + "eulerc_store_lanes(" +
                placeAndResult(equation) + ", points.first - j, points.last - j);\n";
  }

  /// Two interleaved components are stored as one vector of twice the width.
  void storeVectors(bool inParts) {
    const bool pair = step_.equations.size() == 2 && !map_.inTile(0) && !hasScalars() &&
                      !stencil_.places.areTold() && !isNoted(map_, 1);
    const std::string indent = inParts ? "    " : "  ";
    std::string whole, parts;
    if (pair)
      whole = indent +
              "eulerc_store_pair(next + EULERC_STATE(0, at), next + EULERC_STATE(1, at), " +
              vectors_.resultOf(step_.equations[0]) + ", " + vectors_.resultOf(step_.equations[1]) +
              ");\n";
    for (const StepOfEquation &equation : storedBy(map_)) {
      if (isScalar(equation) || isNoted(map_, equation.state))
        continue;
      const std::string value = placeAndResult(equation);
      if (!pair)
        whole += indent + ifStored(map_, equation.state) + "eulerc_store" +
                 (map_.inTile(0) ? "_in_tile" : "") + "(" + value + ");\n";
      parts +=
          "    " + ifStored(map_, equation.state) + "eulerc_store_part(" + value + ", count);\n";
    }
    const bool chooses = inParts && !whole.empty();
    out_ += chooses ? "  if (count == EULERC_WIDTH) {\n" + whole + "  } else {\n" + parts + "  }\n"
                    : whole;
  }

  /// Computes what cannot be in vectors, lane by lane.
  void scalarLanes(bool inParts) {
    if (!hasScalars())
      return;
    out_ += std::string("  for (long lane = 0; lane < ") + (inParts ? "count" : "EULERC_WIDTH") +
            "; lane++) {\n";
    place("j + lane", "    ");
    for (std::size_t k = 0; k < step_.loops.size(); k++)
      if (isUsed(k, true))
        sharedLoop(k, "    ");
    for (const StepOfEquation &equation : storedBy(map_))
      if (isScalar(equation))
        store(equation, "    ");
    out_ += "  }\n";
  }

  const Where where_;
  const Points points_ = where_ == Where::Interior ? Points::Interior : Points::Boundary;
  const Lines lines_;
  WindowVectors windows_;
  std::string point_; ///< the point's number in its row, as text
};

} // namespace

std::string scalarPoint(const AddressMap &map, Where where) {
  return PointPrinter(map, where).scalar();
}

std::string pointInBlocks(const AddressMap &map, const std::vector<BlockedLoop> &loops) {
  return PointPrinter(map, Where::Edge).inBlocks(loops);
}

std::string vectorPoint(const AddressMap &map, Where where) {
  return PointPrinter(map, where).vector();
}

} // namespace eulerc::compiler
