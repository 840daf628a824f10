#include "StripsText.h"

#include "FunctionText.h"

#include <algorithm>
#include <map>
#include <set>

namespace eulerc::compiler {
namespace {

constexpr std::size_t down = 0, along = 1; // the axes

/// The farthest that a right-hand side reads, in points.
struct Reach {
  std::int64_t down = 0, along = 0;
  std::int64_t askew = 0; ///< rows away, of reads that are not in the point's own column
};

std::string number(std::int64_t value) { return std::to_string(value); }

bool isPeriodic(const System &system, std::size_t axis) {
  return system.arrays[0].boundary[axis].low.kind == Rule::Kind::Periodic;
}

/// How far away a row is, along axis 0; none: known only when the solver runs.
std::optional<std::int64_t> rowOf(const WindowEntry &entry) {
  return constantInt(entry.offset[down]);
}

Reach reachOf(const Step &step, const Places &places) {
  Reach reach;
  for (const StepOfEquation &equation : step.equations)
    for (const WindowEntry &entry : equation.interior.window) {
      if (places.isField(entry.array))
        continue;
      const std::int64_t row = std::abs(*rowOf(entry));
      const std::int64_t near = std::abs(*places.window(entry, equation.residue).near);
      reach.down = std::max(reach.down, row);
      reach.along = std::max(reach.along, near);
      if (near > 0)
        reach.askew = std::max(reach.askew, row);
    }
  return reach;
}

class Text {
public:
  Text(const Step &step, const Places &places)
      : step_(step), system_(step.system), places_(places), reach_(reachOf(step, places)) {}

  std::string run() {
    macros();
    type();
    advance();
    ghosts();
    return std::move(out_);
  }

private:
  void define(const std::string &name, const std::string &value) {
    out_ += "#define EULERC_" + name + " " + value + "\n";
  }

  void macros() {
    out_ += "// How far a point looks: rows, lanes, and rows of which it reads other columns.\n";
    define("REACH_DOWN", number(reach_.down));
    define("REACH_ALONG", number(reach_.along));
    define("REACH_ASKEW", number(reach_.askew));
    out_ += "// Components that a neighbour to the right, or to the left, reads: bits.\n";
    define("READ_BY_RIGHT", number(readBeyond(-1)));
    define("READ_BY_LEFT", number(readBeyond(1)));
    out_ += "// Axes round which the grid goes on; components that are mirrored at a side: bits.\n";
    define("RING_DOWN", isPeriodic(system_, down) ? "1" : "0");
    define("RING_ALONG", isPeriodic(system_, along) ? "1" : "0");
    define("MIRROR_ABOVE", number(mirrored(down, true)));
    define("MIRROR_BELOW", number(mirrored(down, false)));
    define("MIRROR_LEFT", number(mirrored(along, true)));
    define("MIRROR_RIGHT", number(mirrored(along, false)));
    out_ += "\n";
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

  std::int64_t mirrored(std::size_t axis, bool low) const {
    std::int64_t bits = 0;
    for (const StepOfEquation &equation : step_.equations) {
      const Sides &sides = system_.arrays[equation.state].boundary[axis];
      if ((low ? sides.low : sides.high).kind == Rule::Kind::Neumann)
        bits |= std::int64_t{1} << std::stol(places_.plane(equation.state, equation.residue));
    }
    return bits;
  }

  void type() {
    out_ +=
        "// Of a row, in registers: a work-item's own vector of each component and those of its "
        "neighbours.\ntypedef struct {\n  realv left[EULERC_COMPONENTS], "
        "own[EULERC_COMPONENTS], right[EULERC_COMPONENTS];\n} eulerc_kept_row;\n\n";
  }

  static std::string rowName(std::int64_t row) {
    return "row_" + std::string(row < 0 ? "m" : row > 0 ? "p" : "") + number(std::abs(row));
  }

  void advance() {
    std::string parameters, calls;
    for (std::int64_t row = -reach_.down; row <= reach_.down; row++) {
      parameters += "const eulerc_kept_row *" + rowName(row) + ", ";
      calls += (row > -reach_.down ? ", row(" : "row(") + number(row) + ")";
    }
    out_ += "// The rows that eulerc_advance takes.\n";
    define("WINDOW(row)", calls);
    out_ += "\n// One step of points j … j + EULERC_WIDTH - 1 of row i0. Fields are read at `at`.\n"
            "EULERC_INLINE void eulerc_advance(" +
            parameters +
            "realv *next EULERC_FIELDS,\n    const long i0, const long j, const long "
            "at, const eulerc_constants *c, const real t, const real h) {\n  const long i1 = " +
            (system_.period == 1 ? "j" : number(system_.period) + " * j") + ";\n";
    std::string results;
    for (const StepOfEquation &equation : step_.equations)
      results += resultOf(equation);
    out_ += results;
    for (const StepOfEquation &equation : step_.equations)
      out_ += "  next[" + places_.plane(equation.state, equation.residue) +
              "] = " + resultName(equation) + ";\n";
    out_ += "}\n\n";
  }

  std::string resultName(const StepOfEquation &equation) const {
    return "new_" + places_.plane(equation.state, equation.residue);
  }

  std::string resultOf(const StepOfEquation &equation) {
    const StepFunction &f = equation.interior;
    std::string text = "  const realv " + resultName(equation) + " = eulerc_" + vectorName(f) +
                       "(i0, EULERC_INDICES(i1" + Places::signedTerm(equation.residue, "") + ", " +
                       number(system_.period) + "), c, t, h";
    for (const WindowEntry &entry : f.window)
      text += ", " + windowVector(entry, equation.residue);
    return text + ");\n";
  }

  /// The name of a vector of the window; declared when it is first asked for.
  std::string windowVector(const WindowEntry &entry, std::int64_t residue) {
    const WindowPlace place = places_.window(entry, residue);
    if (places_.isField(entry.array))
      return declared("f_" + number(static_cast<std::int64_t>(entry.array)) + "_" + place.plane,
                      "eulerc_load(" + places_.pointer(entry.array) + " + " +
                          places_.offset(entry.array, place.plane, "at") + ", 1)");
    const std::string row = rowName(*rowOf(entry)), q = "[" + place.plane + "]";
    const std::string own = declared("s" + place.plane + "_" + row, row + "->own" + q);
    if (*place.near == 0)
      return own;
    declared(own + "_left", row + "->left" + q);
    declared(own + "_right", row + "->right" + q);
    const std::string side = (*place.near < 0 ? "M" : "P") + number(std::abs(*place.near));
    return declared(own + "_" + side, *place.near < 0
                                          ? "EULERC_FROM(EULERC_WIDTH - " + number(-*place.near) +
                                                ", " + own + "_left, " + own + ")"
                                          : "EULERC_FROM(" + number(*place.near) + ", " + own +
                                                ", " + own + "_right)");
  }

  std::string declared(const std::string &name, const std::string &value) {
    if (declared_.insert(name).second)
      out_ += "  const realv " + name + " = " + value + ";\n";
    return name;
  }

  /// Rows go before columns: that is the order in which the rules are asked (ReadText.cpp).
  void ghosts() {
    out_ += "// Lanes from one on have another value, or all have.\n"
            "EULERC_INLINE realv eulerc_replace(const realv v, const bool all, const int from, "
            "const real value) {\n#define EULERC_REPLACED(v, k) (all || 0x##k >= from ? value : "
            "EULERC_LANE(v, k))\n  return "
            "EULERC_MAKE(realv, EULERC_EACH(EULERC_REPLACED, v));\n#undef EULERC_REPLACED\n}\n\n"
            "// Points outside of the grid have the values of a dirichlet rule: those of points "
            "j … of a row.\n"
            "EULERC_INLINE void eulerc_set_ghosts(realv *own, const bool is_above, const bool "
            "is_below, const long j, const eulerc_constants *c) {\n";
    for (const StepOfEquation &equation : step_.equations) {
      const Ghosts &rows = step_.ghosts[equation.state][down];
      const Ghosts &columns = step_.ghosts[equation.state][along];
      const std::string own = "own[" + places_.plane(equation.state, equation.residue) + "]";
      const std::string extent =
          system_.period == 1 ? "c->extent[1]"
                              : "eulerc_floor_div(c->extent[1]" +
                                    Places::signedTerm(system_.period - 1 - equation.residue, "") +
                                    ", " + number(system_.period) + ")";
      const std::string isOutside = eitherOf(rows, "is_above", "is_below");
      std::string from = columns.high ? "(int)clamp(" + extent + " - j, 0L, 16L)" : "16";
      if (columns.low)
        from = "j < 0 ? 0 : " + from;
      const std::string across = eitherOf(columns, "left", "right");
      const bool alike = !isOutside.empty() && !across.empty() &&
                         valueOf(rows, "is_above") == valueOf(columns, "j < 0");
      if (!across.empty())
        out_ += "  " + own + " = eulerc_replace(" + own + ", " + (alike ? isOutside : "false") +
                ", " + from + ", " + valueOf(columns, "j < 0") + ");\n";
      if (!isOutside.empty() && !alike)
        out_ += "  " + own + " = " + isOutside + " ? (realv)(" + valueOf(rows, "is_above") +
                ") : " + own + ";\n";
    }
    out_ += "}\n\n";
  }

  /// When a point is beyond a side with a dirichlet rule: "is_above || is_below"; "" for never.
  static std::string eitherOf(const Ghosts &sides, const std::string &low,
                              const std::string &high) {
    if (sides.low && sides.high)
      return "(" + low + " || " + high + ")";
    return sides.low ? low : sides.high ? high : "";
  }

  /// What is there.
  std::string valueOf(const Ghosts &sides, const std::string &isLow) const {
    const auto name = [&](std::size_t uniform) { return "c->" + step_.uniforms[uniform].name; };
    const std::string low = name(sides.low ? *sides.low : *sides.high);
    const std::string high = name(sides.high ? *sides.high : *sides.low);
    return low == high ? low : isLow + " ? " + low + " : " + high;
  }

  const Step &step_;
  const System &system_;
  const Places &places_;
  const Reach reach_;
  std::string out_;
  std::set<std::string> declared_; ///< vectors of the window that have a name
};

/// Whether the sides of an axis have rules that tiles can follow: all states go round, or none.
bool hasKnownSides(const System &system, std::size_t axis) {
  for (std::size_t state = 0; state < system.stateCount; state++) {
    const Sides &sides = system.arrays[state].boundary[axis];
    if ((sides.low.kind == Rule::Kind::Periodic) != isPeriodic(system, axis))
      return false;
    // Classes would be mirrored into one another, and round a ring they would have to go on.
    if (axis == along && system.period > 1 &&
        (isPeriodic(system, axis) || sides.low.kind == Rule::Kind::Neumann ||
         sides.high.kind == Rule::Kind::Neumann))
      return false;
  }
  return true;
}

} // namespace

bool canStrip(const Step &step) {
  const System &system = step.system;
  if (system.extents.size() != 2 || step.readsFar || step.equations.size() > 30)
    return false;
  if (!hasKnownSides(system, down) || !hasKnownSides(system, along))
    return false;
  // Along the rows of a ring, lanes beyond an end have other places and indices than their own.
  const bool isRing = isPeriodic(system, along);
  if (isRing && system.arrays.size() > system.stateCount)
    return false;
  const Places places(step, false);
  for (const StepOfEquation &equation : step.equations) {
    if (equation.edgeDiffers || equation.vector.scalarBecause)
      return false;
    if (isRing && anyNode(equation.interior.body, [](const Expr &node) {
          return node.op == Op::Index && node.integer == static_cast<std::int64_t>(along);
        }))
      return false;
    for (const WindowEntry &entry : equation.interior.window) {
      const auto near = places.window(entry, equation.residue).near, row = rowOf(entry);
      // Fields lie in memory: beyond the ends of the grid there is none but the own point's.
      const std::int64_t most = places.isField(entry.array) ? 0 : 4;
      if (!near || !row || std::max(std::abs(*near), std::abs(*row)) > most)
        return false;
    }
  }
  return true;
}

std::string stripsPoint(const Step &step, const Places &places) { return Text(step, places).run(); }

} // namespace eulerc::compiler
