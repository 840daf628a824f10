// EndText: the ends of the interior's rows in vectors, on the host.
//
//   u[y][x - 1] of points 0 … 15  →  the vector at x - 1, whose first lane is set by the rule of
//                                    axis x
#include "StepPrinters.h"

#include "FunctionText.h"
#include "Spell.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace eulerc::compiler {
namespace {

/// The number of points in memory before the first row, and after the last one.
constexpr std::int64_t pointsBeyond = 16;

/// Whether the values beyond a side are one constant, or those at the other end.
bool isPlain(const Rule &rule) { return !rule.hasImage() || rule.isRing(); }

/// The arrays that are read along the row; nullopt if some read cannot be computed in vectors.
std::optional<std::set<std::size_t>> readBeside(const AddressMap &map) {
  const Step &step = map.step();
  std::set<std::size_t> arrays;
  for (const StepOfEquation &equation : step.equations)
    for (const WindowRead &read : map.edge(equation)) {
      if (!read.near() || std::abs(*read.near()) >= pointsBeyond)
        return std::nullopt;
      const Sides &sides = step.system.arrays[read.entry.array].boundary.back();
      if (*read.near() == 0)
        continue;
      if (!isPlain(sides.low) || !isPlain(sides.high))
        return std::nullopt;
      arrays.insert(read.entry.array);
    }
  return arrays;
}

std::string besideFunction(const AddressMap &map, std::size_t array) {
  const Step &step = map.step();
  const Sides &sides = step.system.arrays[array].boundary.back();
  const Ghosts &ghosts = step.ghosts[array].back();
  const auto beyond = [&](const Rule &rule, const std::optional<std::size_t> &ghost,
                          const std::string &other) {
    if (rule.isRing())
      return "eulerc_load(p " + other + " c->row, 1)";
    return "EULERC_SPLAT(" + (ghost ? "c->" + step.uniforms[*ghost].name : std::string("0")) + ")";
  };
  return "// Points i … of a row of " + step.system.arrays[array].identifier +
         ", of which `value` was loaded from p: some may lie beyond an end.\n"
         "EULERC_INLINE realv " +
         besideName(step, array) + "(const realv value, " + map.pointerType(array) +
         "p, const long i, const eulerc_constants *c) {\n"
         "  if (i < 0)\n    return EULERC_SELECT(eulerc_lanes_below(-i), " +
         beyond(sides.low, ghosts.low, "+") +
         ", value);\n"
         "  if (i + EULERC_WIDTH > c->row)\n"
         "    return EULERC_SELECT(eulerc_lanes_below(c->row - i), value, " +
         beyond(sides.high, ghosts.high, "-") + ");\n  return value;\n}\n\n";
}

/// Rows are too short for the hardware prefetcher ("Linear steps" in bench/notes.md).
constexpr std::int64_t rowsAhead = 2;

/// Prefetches for each array the vector that no point before has read, some rows ahead.
std::string fetchText(const AddressMap &map) {
  std::map<std::string, std::int64_t> farthest; // by the component's place in memory
  for (const StepOfEquation &equation : map.step().equations)
    for (const WindowRead &read : map.interior(equation)) {
      const std::string component = map.pointer(read.entry.array) + " + " +
                                    map.offset(read.entry.array, map.window(read).plane, "@");
      const std::int64_t deep = read.at.distance.front().value_or(0);
      const auto [it, isNew] = farthest.emplace(component, deep);
      it->second = std::max(it->second, deep);
    }
  std::string text = "// What vectors of rows behind this one will read from memory.\n"
                     "#undef EULERC_FETCHES\n#define EULERC_FETCHES 1\n"
                     "EULERC_INLINE void eulerc_fetch(const real *y EULERC_FIELDS, const "
                     "eulerc_row *row, const long j, const eulerc_constants *c) {\n"
                     "  const long at = row->base + j + " +
                     number(rowsAhead) + " * c->stride[1];\n";
  for (const auto &[component, deep] : farthest) {
    const std::string at = "at" + AddressMap::signedTerm(deep, " * c->stride[0]");
    text +=
        "  eulerc_prefetch(" + std::string(component).replace(component.find('@'), 1, at) + ");\n";
  }
  return text + "}\n\n";
}

} // namespace

std::string besideName(const Step &step, std::size_t array) {
  return "eulerc_beside_" + step.system.arrays[array].identifier;
}

std::string endText(const AddressMap &map) {
  const Step &step = map.step();
  const Stencil &stencil = map.stencil();
  const EdgeRows rows = edgeRowsOf(map);
  const bool fetches = stencil.axes.size() == 3 && stencil.hasVectors() && !isLargeStep(step);
  std::string fetch = fetches ? fetchText(map) : "";
  if (stencil.axes.size() == 1 || !rows.ends || !rows.inVectors || stencil.period > 1 ||
      !step.loops.empty() || isLargeStep(step))
    return fetch;
  const auto arrays = readBeside(map);
  if (!arrays || arrays->empty())
    return fetch;
  std::string text = fetch + "#undef EULERC_END_VECTORS\n#define EULERC_END_VECTORS 1\n";
  for (const std::size_t array : *arrays)
    text += besideFunction(map, array);
  return text + vectorPoint(map, Where::RowEnd);
}

} // namespace eulerc::compiler
