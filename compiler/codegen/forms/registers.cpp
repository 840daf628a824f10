// Overlapped tiles of lines in registers (templates/registers/registers_line.cl). Skewed tiles
// (skewed.cpp) call the same functions.
//
//   y[i - 1] + y[i + 1]  →  eulerc_advance(left, own, right, next, …, j, …)  one step of points j …
//                           eulerc_set_ghosts(kept, j, …)  the values of points outside of the grid
//
// Macros give the reach of the right-hand side, the components that neighbours read, and the
// components that are mirrored beyond an end.
#include "Forms.h"

#include "FunctionText.h"
#include "Includes.h"
#include "Spell.h"
#include "WindowVectors.h"
#include "codegen/Unsupported.h"

namespace eulerc::compiler {
namespace {

class LinePrinter : Printer, WindowSource {
public:
  explicit LinePrinter(const AddressMap &map) : Printer(map), WindowSource(line_), line_(map) {}

  std::string run() {
    macros();
    out_ += line_.helpers();
    advance();
    ghosts();
    return out_.take();
  }

private:
  void macros() {
    const std::uint64_t low = stencil_.mirrored(0, false), high = stencil_.mirrored(0, true);
    fact("reach", *stencil_.reach(0), "points that the right-hand side looks along the line");
    endFacts();
    components("read_by_right", shownTo(stencil_, 0, 1), "that a neighbour to the right reads");
    components("read_by_left", shownTo(stencil_, 0, -1), "that a neighbour to the left reads");
    components("mirror_low", low, "that are mirrored before the grid");
    components("mirror_high", high, "that are mirrored behind it");
    if (low | high)
      define("MIRRORS", "", "some are");
    out_ += "\n";
  }

  void advance() {
    out_ += "// One step of points j … j + EULERC_WIDTH - 1, given them and their neighbours: a "
            "vector for each component.\n";
    const auto body = out_.block(
        "{}void eulerc_advance(const realv *left, const realv *own, const realv *right, realv "
        "*next EULERC_FIELDS,\n    const long j, const bool full, const eulerc_constants *c, "
        "const eulerc_moment now)",
        stepInlinedInLines(step_));
    out_.line("const long {};", map_.lastIndexAt("j"));
    for (std::size_t q = 0; q < step_.equations.size(); q++)
      out_.line("const realv s{0} = own[{0}], s{0}_left = left[{0}], s{0}_right = right[{0}];", q);
    out_ += line_.textInto("next", Points::PartialTile, *this);
  }

  std::string load(const WindowRead &read) override { return "s" + map_.window(read).plane; }

  void ghosts() {
    out_ += "// Points outside of the grid have the values of its boundary rule, unless that "
            "mirrors.\n";
    const auto body =
        out_.block("{}void eulerc_set_ghosts(realv *kept, const long j, const eulerc_constants *c)",
                   stepInlinedInLines(step_));
    for (const StepOfEquation &equation : step_.equations) {
      const Ghosts &ghosts = step_.ghosts[equation.state][0];
      const Sides &sides = system_.arrays[equation.state].boundary[0];
      const bool hasLow = !sides.low.isMirror();
      const bool hasHigh = !sides.high.isMirror();
      const std::string q = map_.plane(equation.state, equation.residue);
      if (hasLow || hasHigh)
        out_.line("const longv i_{} = EULERC_INDICES({} * j{}, {});", q, system_.period,
                  AddressMap::signedTerm(equation.residue, ""), system_.period);
      if (hasLow)
        ghost(q, "eulerc_lanes_less(i_" + q + ", EULERC_SPLAT_LONG(0))", ghosts.low);
      if (hasHigh)
        ghost(q, "eulerc_lanes_greater_equal(i_" + q + ", EULERC_SPLAT_LONG(c->extent[0]))",
              ghosts.high);
    }
  }

  void ghost(const std::string &q, const std::string &outside,
             const std::optional<std::size_t> &uniform) {
    out_.line("kept[{0}] = EULERC_SELECT({1}, EULERC_SPLAT({2}), kept[{0}]);", q, outside,
              map_.ghost(uniform));
  }

  WindowVectors line_;
};

} // namespace

std::string lineText(const AddressMap &map) { return LinePrinter(map).run(); }

static std::string registersKernels(const AddressMap &map) {
  return when("EULERC_KEPT",
              lineText(map) + include("line_ends.h") +
                  onlyIf("!defined(EULERC_SKEWED_WIDTH)",
                         levelsText(map.step(), map.stencil()) + include("registers_line.cl")));
}

static constexpr Kernel namedRegisters[] = {
    {"overlapped", "registers", 1, 1, FormFamily::Registers, "EULERC_TILED EULERC_KEPT=2"},
    {"overlapped", "persistent", 1, 1, FormFamily::Registers,
     "EULERC_TILED EULERC_KEPT=2 EULERC_PERSISTENT_ROUNDS=64"}};

const FormText registersForm = {FormFamily::Registers, nullptr, registersKernels, nullptr,
                                namedRegisters};

} // namespace eulerc::compiler
