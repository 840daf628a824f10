#include "KeptText.h"

#include "FunctionText.h"
#include "WindowText.h"
#include "WindowVectors.h"
#include "codegen/Obstacles.h"

#include <algorithm>
#include <bit>

namespace eulerc::compiler {
namespace {

std::string number(std::int64_t value) { return std::to_string(value); }

/// Points to the farthest one that is read.
std::int64_t reachOf(const Step &step, const Places &places) {
  std::int64_t most = 0;
  for (const StepOfEquation &equation : step.equations)
    for (const WindowEntry &entry : equation.interior.window)
      if (!places.isField(entry.array))
        most = std::max(most, std::abs(*places.window(entry, equation.residue).near));
  return most;
}

/// A bit for each component that is read on one side of a point.
std::int64_t readBeyond(const Step &step, const Places &places, std::int64_t direction) {
  std::int64_t bits = 0;
  for (const StepOfEquation &equation : step.equations)
    for (const WindowEntry &entry : equation.interior.window) {
      const WindowPlace place = places.window(entry, equation.residue);
      if (!places.isField(entry.array) && *place.near * direction > 0)
        bits |= std::int64_t{1} << std::stol(place.plane);
    }
  return bits;
}

/// Points to the farthest one behind a point at which it reads a state; 0: none behind it.
std::int64_t reachBehind(const Step &step, const Places &places, std::size_t state) {
  std::int64_t most = 0;
  for (const StepOfEquation &equation : step.equations)
    for (const WindowEntry &entry : equation.interior.window)
      if (entry.array == state)
        most = std::max(most, *places.window(entry, equation.residue).near);
  return most;
}

/// The components that work-items show to neighbours in a direction: those that are read there, and
/// of states that are mirrored at the high end those that a ghost may be the image of. That may be
/// of another class; and where more than one ghost is seen, it may lie before the vector.
std::int64_t shownTo(const Step &step, const Places &places, std::int64_t direction) {
  const std::int64_t period = step.system.period, all = (std::int64_t{1} << period) - 1;
  std::int64_t bits = readBeyond(step, places, -direction);
  for (std::size_t state = 0; state < step.system.stateCount; state++) {
    if (step.system.arrays[state].boundary[0].high.kind != Rule::Kind::Neumann)
      continue;
    const std::int64_t reach = reachBehind(step, places, state);
    const std::int64_t ghosts = period * (reach + 1) - 1;
    if (direction < 0 ? reach > 0 : ghosts > 1)
      bits |= all << (static_cast<std::int64_t>(state) * period);
  }
  return bits;
}

bool usesIndex(const Step &step) {
  return std::ranges::any_of(step.equations, [](const StepOfEquation &equation) {
    return anyNode(equation.interior.body, [](const Expr &node) { return node.op == Op::Index; });
  });
}

class Text {
public:
  Text(const Step &step, bool isDouble)
      : step_(step), places_(step, isDouble), isRing_(isRing(step.system, 0)),
        vectors_(step, places_,
                 isRing_ && usesIndex(step) ? "EULERC_INDICES_ROUND" : "EULERC_INDICES") {}

  std::string run() {
    macros();
    if (isRing_ && usesIndex(step_))
      indices();
    if (step_.system.arrays.size() > step_.system.stateCount)
      fields();
    advance();
    ghosts();
    return std::move(out_);
  }

private:
  void macros() {
    out_ += "// Components that a neighbour to the right, or to the left, reads: bits.\n"
            "#define EULERC_READ_BY_RIGHT " +
            number(shownTo(step_, places_, 1)) + "\n#define EULERC_READ_BY_LEFT " +
            number(shownTo(step_, places_, -1)) + "\n#define EULERC_REACH " +
            number(reachOf(step_, places_)) +
            " // in points\n// Components that are mirrored beyond an end of the grid.\n"
            "#define EULERC_MIRROR_LOW " +
            number(mirrored(step_, places_, 0, false)) + "\n#define EULERC_MIRROR_HIGH " +
            number(mirrored(step_, places_, 0, true)) + "\n\n";
  }

  void indices() {
    out_ += "// Indices i, i + period …: beyond an end of the grid those of the other one.\n"
            "EULERC_INLINE longv eulerc_indices_round(const long i, const long period, const "
            "eulerc_constants *c) {\n"
            "  if (i >= 0 && i + (EULERC_WIDTH - 1) * period < c->extent[0])\n"
            "    return EULERC_INDICES(i, period);\n"
            "#define EULERC_ROUND(i, k) eulerc_wrap((i) + 0x##k * period, c->extent[0])\n"
            "  return EULERC_MAKE(longv, EULERC_EACH(EULERC_ROUND, i));\n"
            "#undef EULERC_ROUND\n}\n"
            "#define EULERC_INDICES_ROUND(i, period) eulerc_indices_round(i, period, c)\n\n";
  }

  /// Fields lie in memory, and tiles go on beyond the ends of the grid: in registers far beyond.
  void fields() {
    const std::string function =
        "EULERC_INLINE realv eulerc_load_field(EULERC_GLOBAL const real *field, const long j, "
        "const eulerc_constants *c) {\n";
    if (isRing_)
      out_ += "// A field at points j …: beyond an end of the grid at those of the other one.\n" +
              function +
              "  if (j >= 0 && j + EULERC_WIDTH <= c->row)\n"
              "    return eulerc_load(field + j, 1);\n"
              "  real values[EULERC_WIDTH];\n"
              "  for (int k = 0; k < EULERC_WIDTH; k++)\n"
              "    values[k] = field[eulerc_wrap(j + k, c->row)];\n"
              "  return EULERC_VECTOR_OF(values);\n}\n\n";
    else
      out_ +=
          "// A field at points j …: beyond an end of the grid, where nobody uses the value, at "
          "points of it.\n" +
          function +
          "#ifdef EULERC_SHIFTS\n"
          "  const long last = (c->row - 1) / EULERC_WIDTH * EULERC_WIDTH;\n"
          "  return eulerc_load(field + eulerc_clamp(j, 0, last), 1);\n"
          "#else // a vector beyond an end: memory holds that\n"
          "  return eulerc_load(field + j, 1);\n"
          "#endif\n}\n\n";
  }

  void advance() {
    out_ +=
        "// One step of points j … j + EULERC_WIDTH - 1, given them and their neighbours: a vector "
        "for each component.\n" +
        stepInlined(step_) +
        "void eulerc_advance(const realv *left, const realv *own, const "
        "realv "
        "*right, realv *next EULERC_FIELDS,\n    const long j, const "
        "eulerc_constants *c, const real t, const real h) {\n  const long " +
        places_.lastIndexAt("j") + ";\n";
    for (std::size_t q = 0; q < step_.equations.size(); q++) {
      const std::string k = number(static_cast<std::int64_t>(q));
      out_ += "  const realv s" + k + " = own[" + k + "], s" + k + "_left = left[" + k + "], s" +
              k + "_right = right[" + k + "];\n";
    }
    out_ += vectors_.textInto("next", [this](const WindowEntry &entry, std::int64_t residue) {
      return vectorOf(entry, residue);
    }) + "}\n\n";
  }

  std::string vectorOf(const WindowEntry &entry, std::int64_t residue) {
    const WindowPlace place = places_.window(entry, residue);
    if (places_.isField(entry.array)) {
      const std::string value = "eulerc_load_field(" + places_.pointer(entry.array) + " + " +
                                places_.offset(entry.array, place.plane, "c->lead") + ", j, c)";
      return vectors_.declared(value, value);
    }
    std::string own = "s" + place.plane;
    if (*place.near == 0)
      return own;
    const std::string value =
        *place.near < 0
            ? "EULERC_FROM(EULERC_WIDTH" + Places::signedTerm(*place.near, "") + ", " + own +
                  "_left, " + own + ")"
            : "EULERC_FROM(" + number(*place.near) + ", " + own + ", " + own + "_right)";
    return vectors_.declared(own + place.along, value);
  }

  void ghosts() {
    const std::int64_t period = step_.system.period;
    out_ +=
        "// Points outside of the grid have the values of its boundary rule, unless that mirrors.\n"
        "EULERC_INLINE void eulerc_set_ghosts(realv *kept, const long j, const eulerc_constants "
        "*c) {\n";
    for (const StepOfEquation &equation : step_.equations) {
      const Ghosts &ghosts = step_.ghosts[equation.state][0];
      const Sides &sides = step_.system.arrays[equation.state].boundary[0];
      const bool hasLow = sides.low.kind != Rule::Kind::Neumann;
      const bool hasHigh = sides.high.kind != Rule::Kind::Neumann;
      if (!hasLow && !hasHigh)
        continue;
      const std::string kept = "kept[" + places_.plane(equation.state, equation.residue) + "]";
      const std::string i = "i_" + places_.plane(equation.state, equation.residue);
      out_ += "  const longv " + i + " = EULERC_INDICES(" + number(period) + " * j" +
              Places::signedTerm(equation.residue, "") + ", " + number(period) + ");\n";
      if (hasLow)
        ghost(kept, i + " < EULERC_SPLAT_LONG(0)", ghosts.low);
      if (hasHigh)
        ghost(kept, i + " >= EULERC_SPLAT_LONG(c->extent[0])", ghosts.high);
    }
    out_ += "}\n\n";
  }

  void ghost(const std::string &kept, const std::string &outside,
             const std::optional<std::size_t> &uniform) {
    out_ += "  " + kept + " = EULERC_SELECT(EULERC_MASK(" + outside + "), EULERC_SPLAT(" +
            (uniform ? "c->" + step_.uniforms[*uniform].name : std::string("0")) + "), " + kept +
            ");\n";
  }

  const Step &step_;
  const Places places_;
  const bool isRing_;
  WindowVectors vectors_;
  std::string out_;
};

} // namespace

bool canOverlap(const Step &step) { return step.system.extents.size() == 1 && !lineObstacle(step); }

std::size_t vectorsInFlight(const Step &step) {
  const std::int64_t left = readBeyond(step, Places(step, false), -1);
  // Its own vector, the one to the right, and the one to the left where that is read.
  return 2 * step.equations.size() +
         static_cast<std::size_t>(std::popcount(static_cast<std::uint64_t>(left)));
}

std::string keptText(const Step &step, bool isDouble) { return Text(step, isDouble).run(); }

} // namespace eulerc::compiler
