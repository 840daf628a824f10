#include "PointText.h"

#include "FunctionText.h"
#include "LineText.h"

#include <algorithm>
#include <bit>
#include <map>
#include <set>

namespace eulerc::compiler {
namespace {

class Text {
public:
  Text(const Step &step, const Places &places, Where where)
      : step_(step), system_(step.system), places_(places), rank_(step.system.extents.size()),
        where_(where), lines_(step) {}

  std::string scalar() {
    switch (where_) {
    case Where::Interior:
      out_ += "// One step of point j of a row, in the interior: no near read leaves the grid.\n";
      head("interior");
      break;
    case Where::Edge:
      out_ += "// One step of point j of a row, anywhere.\n";
      head("edge");
      break;
    case Where::RowEnd:
      out_ += "// One step of point j of a row that is of the interior along all other axes.\n";
      head("row_end");
      break;
    case Where::EdgeRow:
      out_ += "// One step of point j of a row anywhere, row->begin <= j < row->end.\n";
      head("edge_row");
      break;
    }
    place("j");
    for (const StepOfEquation &equation : step_.equations)
      store(equation, "  ");
    out_ += "}\n\n";
    return std::move(out_);
  }

  std::string vector() {
    const bool inParts = !places_.inTile(0);
    const std::string points = inParts ? "points j … j + count - 1, a vector's or less,"
                                       : "points j … j + EULERC_WIDTH - 1";
    if (where_ == Where::EdgeRow) {
      out_ += "// One step of " + points + " of a row anywhere, between row->begin and row->end.\n";
      head("edge_vector", true);
    } else {
      out_ += "// One step of " + points + " of a row, all in the interior.\n";
      head(inParts ? "vector_part" : "vector", inParts);
    }
    place("j");
    std::string results;
    for (const StepOfEquation &equation : step_.equations)
      if (!isScalar(equation))
        results += resultOf(equation);
    out_ += results;
    storeVectors(inParts);
    scalarLanes(inParts);
    out_ += "}\n\n";
    if (inParts && where_ == Where::Interior) {
      signature("vector");
      out_ += "  eulerc_vector_part(y, next EULERC_PASS_FIELDS, row, j, EULERC_WIDTH, c, t, h);\n"
              "}\n\n";
    }
    return std::move(out_);
  }

  /// One step of vectors in registers.
  std::string kept() {
    inRegisters_ = true;
    out_ += "// Components that a neighbour to the right, or to the left, reads: bits.\n"
            "#define EULERC_READ_BY_RIGHT " +
            number(readBeyond(-1)) + "\n#define EULERC_READ_BY_LEFT " + number(readBeyond(1)) +
            "\n#define EULERC_REACH " + number(reach()) + " // in points\n\n";
    out_ +=
        "// One step of points j … j + EULERC_WIDTH - 1, given them and their neighbours: a vector "
        "for each component.\n"
        "EULERC_INLINE void eulerc_advance(const realv *left, const realv *own, const realv "
        "*right, realv *next EULERC_FIELDS,\n    const long j, const "
        "eulerc_constants *c, const real t, const real h) {\n";
    const std::string last = "i" + number(rank_ - 1);
    out_ += "  const long " + last + " = " +
            (system_.period == 1 ? "j" : number(system_.period) + " * j") +
            ";\n  const long at = c->lead + j;\n";
    for (std::size_t q = 0; q < step_.equations.size(); q++) {
      const std::string k = number(static_cast<std::int64_t>(q));
      out_ += "  const realv s" + k + " = own[" + k + "], s" + k + "_left = left[" + k + "], s" +
              k + "_right = right[" + k + "];\n";
    }
    std::string results;
    for (const StepOfEquation &equation : step_.equations)
      results += resultOf(equation);
    out_ += results;
    for (const StepOfEquation &equation : step_.equations)
      out_ += "  next[" + places_.plane(equation.state, equation.residue) +
              "] = " + resultName(equation) + ";\n";
    out_ += "}\n\n";
    return std::move(out_);
  }

  /// One step of a vector, given the layers around it.
  std::string windowed() {
    out_ += "// One step of points j … of row `high` of layer i0. They lie `at` values behind the "
            "first of each layer,\n// rows `pitch` values apart; fields at `place`, in points.\n"
            "EULERC_INLINE void eulerc_advance_in_window(const eulerc_window *window, realv "
            "*result EULERC_FIELDS,\n    const long i0, const long high, const long j, const long "
            "at, const long pitch,\n    const long place, const eulerc_constants *c, const real t, "
            "const real h) {\n";
    if (rank_ == 3)
      out_ += "  const long i1 = high;\n";
    out_ += "  const long i" + number(rank_ - 1) + " = " +
            (system_.period == 1 ? "j" : number(system_.period) + " * j") + ";\n";
    std::string results;
    for (const StepOfEquation &equation : step_.equations)
      results += resultOf(equation);
    out_ += results;
    for (const StepOfEquation &equation : step_.equations)
      out_ += "  result[" + places_.plane(equation.state, equation.residue) +
              "] = " + resultName(equation) + ";\n";
    out_ += "}\n\n";
    return std::move(out_);
  }

  std::size_t inFlight() const {
    // Its own vector, the one to the right, and the one to the left where that is read.
    return 2 * step_.equations.size() +
           static_cast<std::size_t>(std::popcount(static_cast<std::uint64_t>(readBeyond(-1))));
  }

  std::string ghosts() {
    out_ +=
        "// Points outside of the grid have the values of its boundary rule.\n"
        "EULERC_INLINE void eulerc_set_ghosts(realv *kept, const long j, const eulerc_constants "
        "*c) {\n";
    for (const StepOfEquation &equation : step_.equations) {
      const Ghosts &ghosts = step_.ghosts[equation.state][0];
      const std::string kept = "kept[" + places_.plane(equation.state, equation.residue) + "]";
      const std::string i = "i_" + places_.plane(equation.state, equation.residue);
      out_ += "  const longv " + i + " = EULERC_INDICES(" + number(system_.period) + " * j" +
              Places::signedTerm(equation.residue, "") + ", " + number(system_.period) + ");\n";
      ghost(kept, i + " < EULERC_SPLAT_LONG(0)", ghosts.low);
      ghost(kept, i + " >= EULERC_SPLAT_LONG(c->extent[0])", ghosts.high);
    }
    out_ += "}\n\n";
    return std::move(out_);
  }

private:
  void ghost(const std::string &kept, const std::string &outside,
             const std::optional<std::size_t> &uniform) {
    out_ += "  " + kept + " = EULERC_SELECT(EULERC_MASK(" + outside + "), EULERC_SPLAT(" +
            (uniform ? "c->" + step_.uniforms[*uniform].name : std::string("0")) + "), " + kept +
            ");\n";
  }

  /// Points to the farthest one that is read.
  std::int64_t reach() const {
    std::int64_t most = 0;
    for (const StepOfEquation &equation : step_.equations)
      for (const WindowEntry &entry : equation.interior.window)
        if (!places_.isField(entry.array))
          most = std::max(most, std::abs(*places_.window(entry, equation.residue).near));
    return most;
  }

  /// A bit for each component that is read on one side of a point.
  std::int64_t readBeyond(std::int64_t direction) const {
    std::int64_t bits = 0;
    for (const StepOfEquation &equation : step_.equations)
      for (const WindowEntry &entry : equation.interior.window) {
        const WindowPlace place = places_.window(entry, equation.residue);
        if (!places_.isField(entry.array) && *place.near * direction > 0)
          bits |= std::int64_t{1} << std::stol(place.plane);
      }
    return bits;
  }

  bool isScalar(const StepOfEquation &equation) const {
    return where_ == Where::Interior && equation.vector.scalarBecause;
  }
  const StepFunction &functionOf(const StepOfEquation &equation) const {
    return where_ == Where::Interior ? equation.interior : equation.edge;
  }
  static std::string number(std::int64_t value) { return std::to_string(value); }

  // No `restrict` here: kernels and host loops say it once, and Oclgrind knows no inlined one.
  void signature(const std::string &name, bool inParts = false) {
    out_ += "EULERC_INLINE void " + places_.functionName(name) + "(" + places_.pointerType(0) +
            "y, " + (places_.inTile(0) ? places_.pointerType(0, false) : "EULERC_NEXT ") +
            "next EULERC_FIELDS,\n    const eulerc_row *row, " +
            (where_ == Where::EdgeRow ? "const eulerc_lines *lines, " : "") + "const long j" +
            (inParts ? ", const long count" : "") + places_.shiftParameter(0) +
            (places_.inTile(0) ? " EULERC_NEXT_SHIFT" : "") +
            ", const eulerc_constants *c, const real t, const real h) {\n";
  }

  void head(const std::string &name, bool inParts = false) {
    signature(name, inParts);
    for (std::size_t axis = 0; axis + 1 < rank_; axis++)
      out_ += "  const long i" + number(axis) + " = row->i" + number(axis) + ";\n";
  }

  /// The point's index along the last axis and its place in memory.
  void place(const std::string &point, const std::string &indent = "  ") {
    point_ = point;
    const std::string last = "i" + number(rank_ - 1);
    const bool sum = point.find(' ') != std::string::npos;
    out_ +=
        indent + "const long " + last + " = " +
        (system_.period == 1 ? point
                             : number(system_.period) + " * " + (sum ? "(" + point + ")" : point)) +
        ";\n" + indent + "const long at = row->base + " + point + ";\n";
  }

  void store(const StepOfEquation &equation, const std::string &indent) {
    const std::string last = "i" + number(rank_ - 1);
    std::string inner = indent;
    if ((where_ == Where::Edge || where_ == Where::RowEnd) && equation.residue) {
      out_ += indent + "if (" + last + " + " + number(equation.residue) + " < c->extent[" +
              number(rank_ - 1) + "])\n";
      inner += "  ";
    }
    out_ += inner + "next[" + places_.nextOffset(equation.state, equation.residue) +
            "] = " + call(functionOf(equation), equation.residue) + ";\n";
  }

  std::string indices(std::int64_t residue) const {
    std::string text;
    for (std::size_t axis = 0; axis < rank_; axis++)
      text += places_.index(axis, nullptr, residue) + ", ";
    return text;
  }

  std::string call(const StepFunction &f, std::int64_t residue) const {
    std::string text = "eulerc_" + f.name + "(" + indices(residue) + "c, t, h";
    if (step_.readsFar)
      text += ", y EULERC_PASS_FIELDS";
    for (const WindowEntry &entry : f.window)
      text += ",\n      " + windowText(entry, residue);
    return text + ")";
  }

  static bool isOwn(const WindowEntry &entry) {
    return std::ranges::all_of(entry.offset,
                               [](const ExprPtr &along) { return constantInt(along) == 0; });
  }

  std::string windowText(const WindowEntry &entry, std::int64_t residue) const {
    const std::string pointer = places_.pointer(entry.array);
    if (where_ == Where::Edge && !isOwn(entry)) {
      std::string text = places_.readName(entry.array) + "(" + pointer;
      for (std::size_t axis = 0; axis < rank_; axis++)
        text += ", " + places_.index(axis, entry.offset[axis], residue);
      return text + places_.shiftArgument(entry.array) + ", c)";
    }
    const WindowPlace place = places_.window(entry, residue);
    if (where_ == Where::RowEnd && constantInt(entry.offset.back()) != 0)
      return places_.readName(entry.array) + "_along(" + pointer + ", row->base" + place.row +
             ", " + places_.index(rank_ - 1, entry.offset.back(), residue) + ", c)";
    const std::string value =
        pointer + "[" +
        places_.offset(entry.array, place.plane, rowPlace(entry, place) + place.along) + "]";
    const std::string *line = lineOf(entry);
    return line ? "eulerc_on_line(&lines->" + *line + ", " + value + ")" : value;
  }

  /// The line that an entry lies on, where rows are given as lines; null: the point's own row.
  const std::string *lineOf(const WindowEntry &entry) const {
    return where_ == Where::EdgeRow ? lines_.nameOf(entry) : nullptr;
  }

  /// Where the point lies that is beside this one in the row of an entry.
  std::string rowPlace(const WindowEntry &entry, const WindowPlace &place) const {
    const std::string *line = lineOf(entry);
    return line ? "lines->" + *line + ".base + " + point_ : "at" + place.row;
  }

  // ---- vectors
  // -----------------------------------------------------------------------------------

  /// The name of a vector of the window; declared when it is first asked for.
  std::string windowVector(const WindowEntry &entry, std::int64_t residue) {
    const WindowPlace place = places_.window(entry, residue);
    const std::string pointer = places_.pointer(entry.array);
    if (inRegisters_ && !places_.isField(entry.array)) {
      const std::string own = "s" + place.plane;
      if (*place.near == 0)
        return own;
      return declared(own + place.along, *place.near < 0 ? "EULERC_FROM(EULERC_WIDTH" +
                                                               Places::signedTerm(*place.near, "") +
                                                               ", " + own + "_left, " + own + ")"
                                                         : "EULERC_FROM(" + number(*place.near) +
                                                               ", " + own + ", " + own + "_right)");
    }
    if (places_.inWindow())
      return places_.isField(entry.array)
                 ? declared(pointer + place.plane,
                            "eulerc_load_any(" + pointer + " + " +
                                places_.offset(entry.array, place.plane, "place") + ", 1)")
                 : vectorOfLayer(entry, place);
    const std::string *line = lineOf(entry);
    const std::string loaded = loadedVector(entry, place, pointer);
    return line ? declared(*line + loaded,
                           "eulerc_vector_on_line(&lines->" + *line + ", " + loaded + ")")
                : loaded;
  }

  std::string vectorOfLayer(const WindowEntry &entry, const WindowPlace &place) {
    const std::int64_t deep = *constantInt(entry.offset.front());
    const std::string layer = "window->layers[" + place.plane + "][EULERC_REACH_DEEP" +
                              Places::signedTerm(deep, "") + "]";
    const std::string row =
        rank_ == 3 ? Places::signedTerm(*constantInt(entry.offset[1]), " * pitch") : "";
    return nearVector(layer, "at" + row, place, "eulerc_load", "1");
  }

  std::string loadedVector(const WindowEntry &entry, const WindowPlace &place,
                           const std::string &pointer) {
    const bool inTile = places_.inTile(entry.array);
    const std::string step = places_.isField(entry.array) || inTile ? "1" : "EULERC_STEP";
    const std::string load = inTile ? "eulerc_load_in_tile" : "eulerc_load";
    const std::string row = rowPlace(entry, place);
    const std::string here = places_.offset(entry.array, place.plane, row);
    if (!place.near || *place.near < -4 || *place.near > 4)
      return declared(pointer + here + place.along,
                      load + "_any(" + pointer + " + " +
                          places_.offset(entry.array, place.plane, row + place.along) + ", " +
                          step + ")");
    return nearVector(pointer, here, place, load, step);
  }

  /// A vector, or one beside it that is made of its lanes where that is better.
  std::string nearVector(const std::string &pointer, const std::string &here,
                         const WindowPlace &place, const std::string &load,
                         const std::string &step) {
    const std::string key = pointer + here;
    if (*place.near < -4 || *place.near > 4)
      return declared(key + place.along,
                      load + "_any(" + pointer + " + " + here + place.along + ", " + step + ")");
    const std::string arguments = pointer + ", " + here + ", " + step;
    const std::string own = declared(key, load + "(" + pointer + " + " + here + ", " + step + ")");
    if (*place.near == 0)
      return own;
    if (besides_.insert(own).second)
      out_ += "  EULERC_BESIDE(" + load + ", " + own + ", " + arguments + ")\n";
    return declared(key + place.along, "EULERC_NEAR(" + load + ", " + own + ", " + arguments +
                                           ", " + number(*place.near) + ")");
  }

  std::string declared(const std::string &key, const std::string &value) {
    const auto [it, isNew] = vectors_.emplace(key, "w" + std::to_string(vectors_.size()));
    if (isNew)
      out_ += "  const realv " + it->second + " = " + value + ";\n";
    return it->second;
  }

  std::string resultName(const StepOfEquation &equation) const {
    return "new_" + places_.plane(equation.state, equation.residue);
  }

  std::string resultOf(const StepOfEquation &equation) {
    const StepFunction &f = functionOf(equation);
    std::string text = "  const realv " + resultName(equation) + " = eulerc_" + vectorName(f) + "(";
    for (std::size_t axis = 0; axis + 1 < rank_; axis++)
      text += "i" + number(axis) + ", ";
    text += "EULERC_INDICES(i" + number(rank_ - 1) + Places::signedTerm(equation.residue, "") +
            ", " + number(system_.period) + "), c, t, h";
    for (const WindowEntry &entry : f.window)
      text += ", " + windowVector(entry, equation.residue);
    return text + ");\n";
  }

  /// Two interleaved components are stored as one vector of twice the width.
  void storeVectors(bool inParts) {
    const bool pair =
        step_.equations.size() == 2 &&
        std::ranges::none_of(step_.equations, [this](const auto &each) { return isScalar(each); });
    std::string whole;
    if (pair)
      whole = std::string("  ") +
              (places_.inTile(0) ? "EULERC_STORE_PAIR_IN_TILE" : "EULERC_STORE_PAIR") +
              "(next, at, " + resultName(step_.equations[0]) + ", " +
              resultName(step_.equations[1]) + ");\n";
    std::string parts;
    for (const StepOfEquation &equation : step_.equations) {
      if (isScalar(equation))
        continue;
      const std::string value =
          places_.nextOffset(equation.state, equation.residue) + ", " + resultName(equation);
      if (!pair)
        whole += std::string("  eulerc_store") + (places_.inTile(0) ? "_in_tile" : "") +
                 "(next + " + value + ");\n";
      parts += "    eulerc_store_part(next + " + value + ", count);\n";
    }
    if (!inParts || whole.empty()) {
      out_ += whole;
      return;
    }
    const auto deeper = [](const std::string &lines) {
      std::string text;
      for (std::size_t at = 0; at < lines.size();) {
        const std::size_t end = lines.find('\n', at) + 1;
        text += "  " + lines.substr(at, end - at);
        at = end;
      }
      return text;
    };
    out_ += "  if (count == EULERC_WIDTH) {\n" + deeper(whole) + "  } else {\n" + parts + "  }\n";
  }

  /// What cannot be computed in vectors, one lane after the other.
  void scalarLanes(bool inParts) {
    if (std::ranges::none_of(step_.equations, [this](const auto &each) { return isScalar(each); }))
      return;
    out_ += std::string("  for (long lane = 0; lane < ") + (inParts ? "count" : "EULERC_WIDTH") +
            "; lane++) {\n";
    place("j + lane", "    ");
    for (const StepOfEquation &equation : step_.equations)
      if (isScalar(equation))
        store(equation, "    ");
    out_ += "  }\n";
  }

  const Step &step_;
  const System &system_;
  const Places &places_;
  const std::size_t rank_;
  const Where where_;
  const Lines lines_;
  bool inRegisters_ = false;
  std::string point_; ///< the point's number in its row, as text
  std::string out_;
  std::map<std::string, std::string> vectors_; ///< names of vectors, by where they come from
  std::set<std::string> besides_;              ///< whose neighbours have been loaded
};

} // namespace

std::string scalarPoint(const Step &step, const Places &places, Where where) {
  return Text(step, places, where).scalar();
}

std::string vectorPoint(const Step &step, const Places &places, Where where) {
  return Text(step, places, where).vector();
}

bool hasVectors(const Step &step) {
  return std::ranges::any_of(step.equations, [](const StepOfEquation &equation) {
    return !equation.vector.scalarBecause;
  });
}

bool canOverlap(const Step &step) {
  const System &system = step.system;
  if (system.extents.size() != 1 || step.readsFar)
    return false;
  bool wraps = false;
  for (std::size_t state = 0; state < system.stateCount; state++) {
    const Sides &sides = system.arrays[state].boundary[0];
    if (sides.low.kind == Rule::Kind::Neumann || sides.high.kind == Rule::Kind::Neumann)
      return false;
    wraps = wraps || sides.low.kind == Rule::Kind::Periodic;
  }
  for (std::size_t state = 0; wraps && state < system.stateCount; state++)
    if (system.arrays[state].boundary[0].low.kind != Rule::Kind::Periodic)
      return false;
  // Round a ring the classes and the fields would have to go on as well.
  if (wraps && (system.period > 1 || system.arrays.size() > system.stateCount))
    return false;
  const Places places(step, false);
  for (const StepOfEquation &equation : step.equations) {
    if (equation.edgeDiffers || equation.vector.scalarBecause)
      return false;
    // Nor does an index go on: points beyond an end have those of the other one.
    bool readsIndex = false;
    forEachNode(equation.interior.body,
                [&](const ExprPtr &node) { readsIndex = readsIndex || node->op == Op::Index; });
    if (wraps && readsIndex)
      return false;
    for (const WindowEntry &entry : equation.interior.window) {
      const auto near = places.window(entry, equation.residue).near;
      // Fields lie in memory: beyond the ends of the grid there is none but the own point's.
      const std::int64_t most = places.isField(entry.array) ? 0 : 4;
      if (!near || *near < -most || *near > most)
        return false;
    }
  }
  return true;
}

std::string windowPoint(const Step &step, const Places &places) {
  return Text(step, places, Where::Interior).windowed();
}

std::size_t vectorsInFlight(const Step &step) {
  const Places places(step, false);
  return Text(step, places, Where::Interior).inFlight();
}

std::string keptPoint(const Step &step, const Places &places) {
  return Text(step, places, Where::Interior).kept() + Text(step, places, Where::Interior).ghosts();
}

} // namespace eulerc::compiler
