// What work-items of tiles in registers show each other through local memory, for each level of a
// step.
//
//   du/dt = v, then dv/dt reads u at i - 1 and i + 1  →  nothing before level 0, u before level 1
#include "StepPrinters.h"

#include "FunctionSize.h"
#include "Spell.h"

#include <algorithm>
#include <bit>

namespace eulerc::compiler {
namespace {

/// Adds all classes of each state, because the image at a mirrored end may be of another class.
std::uint64_t withClasses(const Stencil &stencil, std::uint64_t components) {
  const std::uint64_t classes = (std::uint64_t{1} << stencil.period) - 1;
  std::uint64_t all = components;
  for (std::size_t state = 0; stencil.period > 1 && state < stencil.stateCount; state++) {
    const std::uint64_t own = classes << (static_cast<std::int64_t>(state) * stencil.period);
    all |= (components & own) != 0 ? own : 0;
  }
  return all;
}

/// For each stage, the components that points read at other points, along `fromAxis` or a later
/// axis, as bits.
std::vector<std::uint64_t> readBeside(const Stencil &stencil, std::size_t fromAxis) {
  std::vector<std::uint64_t> components;
  for (std::size_t stage = 0; stage < stencil.stages; stage++)
    components.push_back(withClasses(stencil, stencil.componentsRead([&](const StencilRead &read) {
      return read.isAt(stage) &&
             std::any_of(read.distance.begin() + static_cast<std::ptrdiff_t>(fromAxis),
                         read.distance.end(),
                         [](const auto &along) { return along.value_or(0) != 0; });
    })));
  return components;
}

/// An expression that selects the value of a stage: "((stage) <= 1 ? 3 : 4)".
std::string byStage(const std::vector<std::uint64_t> &values) {
  std::string text = number(values.back());
  for (std::size_t stage = values.size() - 1; stage-- > 0;)
    if (values[stage] != values[stage + 1])
      text = "((stage) <= " + number(stage) + " ? " + number(values[stage]) + " : " + text + ")";
  return text;
}

} // namespace

std::uint64_t shownTo(const Stencil &stencil, std::size_t axis, int direction) {
  const std::int64_t period = stencil.period;
  const std::uint64_t all = (std::uint64_t{1} << period) - 1;
  std::uint64_t bits = stencil.componentsRead(axis, -direction);
  for (std::size_t state = 0; state < stencil.stateCount; state++) {
    const StencilAxis &along = stencil.arrays[state].along[axis];
    if (!along.high.isMirror())
      continue;
    const std::int64_t ghosts = period * (*along.behind + 1) - 1;
    if (direction < 0 ? *along.behind > 0 : ghosts > 1)
      bits |= all << (static_cast<std::int64_t>(state) * period);
  }
  return bits;
}

std::string shownAtText(const Stencil &stencil, std::size_t fromAxis) {
  return "EULERC_INLINE ulong eulerc_shown_at(const int stage) {\n  return " +
         byStage(readBeside(stencil, fromAxis)) + ";\n}\n";
}

std::size_t levelsTogether(const Step &step) {
  constexpr std::size_t mostLevels = 8;
  const Cycle &cycle = step.system.cycle;
  return cycle.isOpen() || cycle.stages() > mostLevels || isLargeStep(step) ? 1 : cycle.stages();
}

std::string levelsText(const Step &step, const Stencil &stencil) {
  const std::size_t together = levelsTogether(step);
  const std::vector<std::uint64_t> read = readBeside(stencil, 0);
  std::uint64_t ever = 0;
  for (const std::uint64_t components : read)
    ever |= components;
  return "enum { eulerc_levels_together = " + number(together) +
         " }; // levels of a step that are written out one after the other\n"
         "// What points read of others, by the stage if that is known then.\n"
         "EULERC_INLINE ulong eulerc_shown_in(const int stage) {\n  return " +
         (together == stencil.stages ? byStage(read) : number(ever)) +
         ";\n}\n"
         "// The number of an exchange in a tile: of level `stage` behind level `first`, with "
         "which "
         "a step begins.\n"
         "EULERC_INLINE int eulerc_exchange(const int first, const int stage) {\n"
         "  int before = 0, ofStep = 0;\n"
         "  EULERC_FOR(other, eulerc_levels_together) {\n"
         "    before += other < stage && eulerc_shown_in(other) != 0;\n"
         "    ofStep += eulerc_shown_in(other) != 0;\n  }\n"
         "  return first / eulerc_levels_together * ofStep + before;\n}\n";
}

std::size_t shownComponents(const Step &step, const Stencil &stencil, std::size_t fromAxis) {
  const bool isKnown = fromAxis > 0 || levelsTogether(step) == stencil.stages;
  std::uint64_t ever = 0;
  int most = 1;
  for (const std::uint64_t shown : readBeside(stencil, fromAxis)) {
    ever = isKnown ? shown : ever | shown;
    most = std::max(most, std::popcount(ever));
  }
  return static_cast<std::size_t>(most);
}

} // namespace eulerc::compiler
