// Overlapped tiles of lines in registers (templates/registers/registers_line.cl), and what skewed
// ones (skewed.cpp) call as well.
//
//   y[i - 1] + y[i + 1]  →  eulerc_advance(left, own, right, next, …, j, …)  one step of points j …
//                           eulerc_set_ghosts(kept, j, …)  the values of those outside of the grid
//
// Macros say how far the right-hand side looks, which components neighbours read, and which are
// mirrored beyond an end.
#include "Forms.h"

#include "FunctionText.h"
#include "Includes.h"
#include "Spell.h"
#include "WindowVectors.h"
#include "codegen/Obstacles.h"

namespace eulerc::compiler {
namespace {

/// The components that work-items show to neighbours in a direction: those that are read there, and
/// of states that are mirrored at the high end those that a ghost may be the image of. That may be
/// of another class; and where more than one ghost is seen, it may lie before the vector.
std::uint64_t shownTo(const Stencil &stencil, int direction) {
  const std::int64_t period = stencil.period;
  const std::uint64_t all = (std::uint64_t{1} << period) - 1;
  std::uint64_t bits = stencil.componentsRead(0, -direction);
  for (std::size_t state = 0; state < stencil.stateCount; state++) {
    const StencilAxis &along = stencil.arrays[state].along[0];
    if (along.high.kind != Rule::Kind::Neumann)
      continue;
    const std::int64_t ghosts = period * (*along.behind + 1) - 1;
    if (direction < 0 ? *along.behind > 0 : ghosts > 1)
      bits |= all << (static_cast<std::int64_t>(state) * period);
  }
  return bits;
}

class LinePrinter : Printer {
public:
  explicit LinePrinter(const Places &places) : Printer(places), vectors_(places) {}

  std::string run() {
    macros();
    out_ += vectors_.helpers();
    advance();
    ghosts();
    return std::move(out_);
  }

private:
  void macros() {
    const std::uint64_t low = stencil_.mirrored(0, false), high = stencil_.mirrored(0, true);
    fact("reach", *stencil_.reach(0), "points that the right-hand side looks along the line");
    endFacts();
    components("read_by_right", shownTo(stencil_, 1), "that a neighbour to the right reads");
    components("read_by_left", shownTo(stencil_, -1), "that a neighbour to the left reads");
    components("mirror_low", low, "that are mirrored before the grid");
    components("mirror_high", high, "that are mirrored behind it");
    if (low | high)
      define("MIRRORS", "", "some are");
    out_ += "\n";
  }

  void advance() {
    out_ += "// One step of points j … j + EULERC_WIDTH - 1, given them and their neighbours: a "
            "vector for each component.\n" +
            stepInlined(step_) +
            "void eulerc_advance(const realv *left, const realv *own, const realv *right, realv "
            "*next EULERC_FIELDS,\n    const long j, const bool alike, const eulerc_constants *c, "
            "const eulerc_moment now) {\n  const long " +
            places_.lastIndexAt("j") + ";\n";
    for (std::size_t q = 0; q < step_.equations.size(); q++) {
      const std::string k = number(q);
      out_ += "  const realv s" + k + " = own[" + k + "], s" + k + "_left = left[" + k + "], s" +
              k + "_right = right[" + k + "];\n";
    }
    out_ += vectors_.textInto("next", Points::Any, [this](const WindowRead &read) {
      return vectorOf(read);
    }) + "}\n\n";
  }

  std::string vectorOf(const WindowRead &read) {
    if (places_.isField(read.at.array))
      return vectors_.field(read);
    return vectors_.between("s" + places_.window(read).plane, *read.near());
  }

  void ghosts() {
    const std::int64_t period = step_.system.period;
    out_ += "// Points outside of the grid have the values of its boundary rule, unless that "
            "mirrors.\n" +
            stepInlined(step_) +
            "void eulerc_set_ghosts(realv *kept, const long j, const eulerc_constants *c) {\n";
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
        ghost(kept, "eulerc_lanes_less(" + i + ", EULERC_SPLAT_LONG(0))", ghosts.low);
      if (hasHigh)
        ghost(kept, "eulerc_lanes_greater_equal(" + i + ", EULERC_SPLAT_LONG(c->extent[0]))",
              ghosts.high);
    }
    out_ += "}\n\n";
  }

  void ghost(const std::string &kept, const std::string &outside,
             const std::optional<std::size_t> &uniform) {
    out_ += "  " + kept + " = EULERC_SELECT(" + outside + ", EULERC_SPLAT(" +
            places_.ghost(uniform) + "), " + kept + ");\n";
  }

  WindowVectors vectors_;
};

} // namespace

std::string lineText(const Places &places) { return LinePrinter(places).run(); }

static bool suitsRegisters(const Places &places) {
  return takes(Form::Registers, places.stencil());
}

static std::string registersKernels(const Places &places) {
  return when("EULERC_KEPT",
              lineText(places) + include("line_ends.h") +
                  onlyIf("!defined(EULERC_SKEWED_WIDTH)", include("registers_line.cl")));
}

const FormText registersForm = {suitsRegisters, registersKernels};

} // namespace eulerc::compiler
