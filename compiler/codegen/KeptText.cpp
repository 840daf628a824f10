#include "KeptText.h"

#include "WindowVectors.h"

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

class Text {
public:
  Text(const Step &step, bool isDouble)
      : step_(step), places_(step, isDouble), vectors_(step, places_) {}

  std::string run() {
    macros();
    advance();
    ghosts();
    return std::move(out_);
  }

private:
  void macros() {
    out_ += "// Components that a neighbour to the right, or to the left, reads: bits.\n"
            "#define EULERC_READ_BY_RIGHT " +
            number(readBeyond(step_, places_, -1)) + "\n#define EULERC_READ_BY_LEFT " +
            number(readBeyond(step_, places_, 1)) + "\n#define EULERC_REACH " +
            number(reachOf(step_, places_)) + " // in points\n\n";
  }

  void advance() {
    out_ +=
        "// One step of points j … j + EULERC_WIDTH - 1, given them and their neighbours: a vector "
        "for each component.\n"
        "EULERC_INLINE void eulerc_advance(const realv *left, const realv *own, const realv "
        "*right, realv *next EULERC_FIELDS,\n    const long j, const "
        "eulerc_constants *c, const real t, const real h) {\n  const long " +
        places_.lastIndexAt("j") + ";\n  const long at = c->lead + j;\n";
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
    if (places_.isField(entry.array))
      return vectors_.near(places_.pointer(entry.array),
                           places_.offset(entry.array, place.plane, "at"), place, "eulerc_load",
                           "1");
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
        "// Points outside of the grid have the values of its boundary rule.\n"
        "EULERC_INLINE void eulerc_set_ghosts(realv *kept, const long j, const eulerc_constants "
        "*c) {\n";
    for (const StepOfEquation &equation : step_.equations) {
      const Ghosts &ghosts = step_.ghosts[equation.state][0];
      const std::string kept = "kept[" + places_.plane(equation.state, equation.residue) + "]";
      const std::string i = "i_" + places_.plane(equation.state, equation.residue);
      out_ += "  const longv " + i + " = EULERC_INDICES(" + number(period) + " * j" +
              Places::signedTerm(equation.residue, "") + ", " + number(period) + ");\n";
      ghost(kept, i + " < EULERC_SPLAT_LONG(0)", ghosts.low);
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
  WindowVectors vectors_;
  std::string out_;
};

/// Whether the ends have rules that such a scheme can follow: all states go round, or none does and
/// none is mirrored.
bool hasKnownEnds(const System &system, bool wraps) {
  for (std::size_t state = 0; state < system.stateCount; state++) {
    const Sides &sides = system.arrays[state].boundary[0];
    if (sides.low.kind == Rule::Kind::Neumann || sides.high.kind == Rule::Kind::Neumann ||
        (sides.low.kind == Rule::Kind::Periodic) != wraps)
      return false;
  }
  return true;
}

} // namespace

bool canOverlap(const Step &step) {
  const System &system = step.system;
  if (system.extents.size() != 1 || step.readsFar)
    return false;
  const bool wraps = system.arrays[0].boundary[0].low.kind == Rule::Kind::Periodic;
  // Round a ring the classes and the fields would have to go on as well.
  if (!hasKnownEnds(system, wraps) ||
      (wraps && (system.period > 1 || system.arrays.size() > system.stateCount)))
    return false;
  const Places places(step, false);
  for (const StepOfEquation &equation : step.equations) {
    if (equation.edgeDiffers || equation.vector.scalarBecause)
      return false;
    // Nor does an index go on: points beyond an end have those of the other one.
    if (wraps &&
        anyNode(equation.interior.body, [](const Expr &node) { return node.op == Op::Index; }))
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

std::size_t vectorsInFlight(const Step &step) {
  const std::int64_t left = readBeyond(step, Places(step, false), -1);
  // Its own vector, the one to the right, and the one to the left where that is read.
  return 2 * step.equations.size() +
         static_cast<std::size_t>(std::popcount(static_cast<std::uint64_t>(left)));
}

std::string keptText(const Step &step, bool isDouble) { return Text(step, isDouble).run(); }

} // namespace eulerc::compiler
