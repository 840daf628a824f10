// Skewed tiles of lines, in the caches of processors. Several steps are in flight, and the vectors
// of a block are computed together (templates/skewed/skewed.h).
//
//   eulerc_advance_together(left, own, right, next, j, …)  one step of both vectors of a block
#include "Forms.h"

#include "FunctionText.h"
#include "Includes.h"
#include "Spell.h"
#include "WindowVectors.h"
#include "codegen/Unsupported.h"

#include <bit>

namespace eulerc::compiler {
namespace {

/// The source of a block's two vectors: one of the points at even places, one of those at odd
/// places.
class BlockSource : public WindowSource {
public:
  BlockSource(const AddressMap &map, WindowVectors &vectors, std::int64_t odd)
      : WindowSource(vectors), map_(map), odd_(odd) {}

  /// A distance of two points is the same place of the next vector.
  std::string vector(const WindowRead &read) override {
    const std::int64_t at = odd_ + *read.near();
    const bool isOdd = at % 2 != 0;
    return vectors_.between((isOdd ? "odd" : "even") + load(read), (at - isOdd) / 2);
  }

private:
  std::string load(const WindowRead &read) override { return map_.window(read).plane; }

  const AddressMap &map_;
  const std::int64_t odd_;
};

class TogetherPrinter : Printer {
public:
  explicit TogetherPrinter(const AddressMap &map) : Printer(map) {}

  std::string run() {
    define("SKEWED_TOGETHER", "2", "vectors of a component in a block");
    out_ += "\n// One step of points j … j + 2 * EULERC_WIDTH - 1, all alike, given them and their "
            "neighbours: of all\n// components a vector of those at even places, then one of those "
            "at odd ones.\n";
    advance();
    return out_.take();
  }

private:
  void advance() {
    const auto body = out_.block(
        "{}void eulerc_advance_together(const realv *left, const realv *own, const realv *right, "
        "realv *next EULERC_FIELDS,\n    const long j, const eulerc_constants *c, const "
        "eulerc_moment now)",
        stepInlinedInLines(step_));
    out_.line("const long {};", map_.lastIndexAt("j"));
    for (const auto &[name, first] : {std::pair("even", ""), {"odd", "EULERC_COMPONENTS + "}})
      for (std::size_t q = 0; q < step_.equations.size(); q++)
        out_.line("const realv {0}{1} = own[{2}{1}], {0}{1}_left = left[{2}{1}], {0}{1}_right = "
                  "right[{2}{1}];",
                  name, q, first);
    for (const std::int64_t odd : {0, 1}) {
      WindowVectors vectors(map_, "    ");
      BlockSource source(map_, vectors, odd);
      out_.line("{{");
      out_ += vectors.textInto(odd == 0 ? "next" : "(next + EULERC_COMPONENTS)", Points::FullTile,
                               source);
      out_.line("}}");
    }
  }
};

/// The step of two vectors together; "" if steps compute one vector at a time.
std::string togetherText(const AddressMap &map) {
  return vectorsTogether(map.step(), map.stencil()) > 1 ? TogetherPrinter(map).run() : "";
}

std::string skewedKernels(const AddressMap &map) {
  return when("EULERC_SKEWED_WIDTH",
              togetherText(map) + includes({"boxes.h", "skewed.h", "skewed.cl"}));
}

/// Tiles keep events in registers, which costs no more than storing them.
std::string skewedTiles(const AddressMap &host) {
  const AddressMap map(host.step(), host.stencil(), host.isDouble());
  return "#define EULERC_KEPT eulerc_kept\n"
         "constexpr int eulerc_kept = eulerc::processors::stepsInFlight(" +
         number(vectorsInFlight(map.step(), map.stencil())) +
         ", EULERC_WIDTH * sizeof(real) >= 64);\n\n" + lineText(map) + togetherText(map) +
         includeHost("line_ends.h") + includeHost("launch.h") + includeHost("skewed.h") +
         "#define EULERC_HOST_TILE eulerc_skewed_tile\n#define EULERC_IN_FLIGHT eulerc_kept\n" +
         includeHost("tiles_host.h");
}

constexpr Kernel namedSkewed[] = {{"overlapped", "skewed", 1, 1, FormFamily::Registers,
                                   "EULERC_TILED EULERC_KEPT=2 EULERC_SKEWED_WIDTH=64"}};

} // namespace

const FormText skewedForm = {FormFamily::Registers, nullptr, skewedKernels, skewedTiles,
                             namedSkewed};

std::size_t vectorsTogether(const Step &step, const Stencil &stencil) {
  const bool isInOrder =
      stencil.arrays.size() > stencil.stateCount || !step.loops.empty() || stencil.usesIndex(0);
  return stencil.period == 1 && *stencil.reach(0) > 0 && isShortStep(step) && !isInOrder ? 2 : 1;
}

std::size_t vectorsInFlight(const Step &step, const Stencil &stencil) {
  // The vectors of the points themselves, those to the right, and those to the left that are read.
  // Of two vectors together, the next point to the left needs only the odd one.
  const auto readBefore = [&](std::int64_t distance) {
    return static_cast<std::size_t>(std::popcount(stencil.componentsRead(
        [&](const StencilRead &read) { return *read.distance[0] <= -distance; })));
  };
  const std::size_t together = vectorsTogether(step, stencil);
  return 2 * together * stencil.equations.size() + readBefore(1) +
         (together > 1 ? readBefore(2) : 0);
}

} // namespace eulerc::compiler
