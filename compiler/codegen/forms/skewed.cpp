// Skewed tiles of lines, in the caches of processors: several steps in flight, vectors of a block
// together (templates/skewed/skewed.h).
//
//   eulerc_advance_together(left, own, right, next, j, …)  one step of both vectors of a block
#include "Forms.h"

#include "FunctionText.h"
#include "Includes.h"
#include "Spell.h"
#include "WindowVectors.h"
#include "codegen/Obstacles.h"

#include <bit>

namespace eulerc::compiler {
namespace {

class TogetherPrinter : Printer {
public:
  explicit TogetherPrinter(const Places &places) : Printer(places) {}

  std::string run() {
    define("SKEWED_TOGETHER", "2", "vectors of a component in a block");
    out_ += "\n// One step of points j … j + 2 * EULERC_WIDTH - 1, all alike, given them and their "
            "neighbours: of all\n// components a vector of those at even places, then one of those "
            "at odd ones.\n" +
            stepInlined(step_) +
            "void eulerc_advance_together(const realv *left, const realv *own, const realv "
            "*right, realv *next EULERC_FIELDS,\n    const long j, const eulerc_constants *c, "
            "const eulerc_moment now) {\n  const long " +
            places_.lastIndexAt("j") + ";\n";
    for (const char *place : {"even", "odd"})
      for (std::size_t q = 0; q < step_.equations.size(); q++) {
        const std::string k = number(q);
        const std::string at = (*place == 'e' ? "[" : "[EULERC_COMPONENTS + ") + k + "]";
        const std::string name = std::string(place) + k;
        out_ += "  const realv " + name + " = own" + at + ", " + name + "_left = left" + at + ", " +
                name + "_right = right" + at + ";\n";
      }
    for (const std::int64_t odd : {0, 1}) {
      WindowVectors vectors(places_, "    ");
      out_ += "  {\n" +
              vectors.textInto(odd == 0 ? "next" : "(next + EULERC_COMPONENTS)", Points::Alike,
                               [&](const WindowRead &read) {
                                 // Two points farther lies the same place of the next vector.
                                 const std::int64_t at = odd + *read.near();
                                 const bool isOdd = at % 2 != 0;
                                 return vectors.between((isOdd ? "odd" : "even") +
                                                            places_.window(read).plane,
                                                        (at - isOdd) / 2);
                               }) +
              "  }\n";
    }
    out_ += "}\n\n";
    return std::move(out_);
  }
};

/// "" for one vector at a time.
std::string togetherText(const Places &places) {
  return vectorsTogether(places.step(), places.stencil()) > 1 ? TogetherPrinter(places).run() : "";
}

bool suitsSkewed(const Places &places) { return takes(Form::Registers, places.stencil()); }

std::string skewedKernels(const Places &places) {
  return when("EULERC_SKEWED_WIDTH",
              togetherText(places) + includes({"boxes.h", "skewed.h", "skewed.cl"}));
}

std::string skewedTiles(const Places &places) {
  return "#define EULERC_KEPT eulerc_kept\n"
         "constexpr int eulerc_kept = eulerc::processors::stepsInFlight(" +
         number(vectorsInFlight(places.step(), places.stencil())) +
         ", EULERC_WIDTH * sizeof(real) >= 64);\n\n" + lineText(places) + togetherText(places) +
         includeHost("line_ends.h") + includeHost("launch.h") + includeHost("skewed.h") +
         "#define EULERC_HOST_TILE eulerc_delayed_tile\n#define EULERC_IN_FLIGHT eulerc_kept\n" +
         includeHost("tiles_host.h");
}

} // namespace

const FormText skewedForm = {suitsSkewed, skewedKernels, skewedTiles};

std::size_t vectorsTogether(const Step &step, const Stencil &stencil) {
  const bool isInOrder =
      stencil.arrays.size() > stencil.stateCount || !step.loops.empty() || stencil.usesIndex(0);
  return stencil.period == 1 && *stencil.reach(0) > 0 && isShortStep(step) && !isInOrder ? 2 : 1;
}

std::size_t vectorsInFlight(const Step &step, const Stencil &stencil) {
  // Its own vectors, those to the right, and those to the left that are read: of two that come
  // together the next point to the left asks for the odd one alone.
  const auto readBefore = [&](std::int64_t distance) {
    return static_cast<std::size_t>(std::popcount(stencil.componentsRead(
        [&](const StencilRead &read) { return *read.distance[0] <= -distance; })));
  };
  const std::size_t together = vectorsTogether(step, stencil);
  return 2 * together * stencil.equations.size() + readBefore(1) +
         (together > 1 ? readBefore(2) : 0);
}

} // namespace eulerc::compiler
