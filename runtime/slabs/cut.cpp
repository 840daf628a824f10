#include "slabs/cut.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "base/refuse.h"
#include "model/model_lists.h"

namespace eulerc {
namespace {

/// Time steps between two exchanges, at most, where nothing else is asked for.
constexpr std::int64_t mostSteps = 32;
/// A ghost zone is computed twice: it takes that part of a slab at most, but one step's.
constexpr std::int64_t leastShare = 16;

/// "rows", "planes" or "points": what a grid is cut into.
const char *rowsName(const WholeGrid &whole) {
  return whole.grid.rank == 1 ? "points" : whole.grid.rank == 2 ? "rows" : "planes";
}

/// Rows that a level spoils; -1: no number says that.
std::int64_t radiusOf(const WholeGrid &whole) {
  const StencilFacts &stencil = whole.model.stencil;
  return stencil.radius[0] < 0 ? -1 : std::max(stencil.radius[0], stencil.pointReach);
}

void requireCuts(const WholeGrid &whole, int slabs) {
  const StencilFacts &stencil = whole.model.stencil;
  if (radiusOf(whole) < 0)
    refuse(fmt::format(
        "{} cannot be cut into slabs: its points read at distances that differ from point to "
        "point, or sum over many points ({}); take one device",
        whole.model.source, whole.model.program.accessWitness));
  if (stencil.mixedRing)
    refuse(
        fmt::format("{} cannot be cut into slabs: along the slowest axis some states or fields go "
                    "round and others do not; take one device",
                    whole.model.source));
  if (goesRound(whole.model) && whole.grid.rank == 1 &&
      (stencil.knowsPlace || whole.fileRow % whole.grid.classes != 0))
    refuse(fmt::format("{} cannot be cut into slabs: a line that goes round is cut where all its "
                       "points have the same equation; take one device",
                       whole.model.source));
  for (const Monitor &global : globalsOf(whole.model))
    if (global.reach != 0)
      refuse(fmt::format("{} cannot be cut into slabs: '{}' is a value of the whole grid that is "
                         "made of neighbouring points; take one device",
                         whole.model.source, global.name));
  if (whole.grid.extent[0] < slabs)
    refuse(fmt::format("{} slabs need as many {}, and the grid has {}", slabs, rowsName(whole),
                       whole.grid.extent[0]));
}

} // namespace

bool goesRound(const Model &model) { return (model.stencil.circles & 1) != 0; }

CutGrid cutOf(const WholeGrid &whole, int slabs, const Slabs &hints) {
  requireCuts(whole, slabs);
  std::vector<double> shares = hints.shares;
  if (shares.empty())
    shares.assign(static_cast<std::size_t>(slabs), 1);
  const std::vector<std::int64_t> rows = cutRows(whole.grid.extent[0], shares);
  const std::int64_t thinnest = *std::ranges::min_element(rows);
  Cut cut;
  cut.radius = radiusOf(whole);
  const std::int64_t ofStep = cut.radius * whole.model.method.stages;
  if (ofStep == 0 || slabs == 1) {
    cut.steps = std::numeric_limits<std::int64_t>::max();
    return {cut, slabsOf(rows, 0, goesRound(whole.model))};
  }
  cut.steps =
      hints.ghostSteps > 0
          ? hints.areMeasured
                ? std::clamp<std::int64_t>(hints.ghostSteps, 1,
                                           std::max<std::int64_t>(1, thinnest / (4 * ofStep)))
                : hints.ghostSteps
          : std::clamp<std::int64_t>(thinnest / (leastShare * ofStep), 1, mostSteps);
  cut.ghostDepth = cut.steps * ofStep;
  if (cut.ghostDepth > thinnest)
    refuse(fmt::format(
        "{} slabs of {} {} are too many: the thinnest one has {}, and its ghost zone takes {} "
        "({} a level, {} level{} a step, {} step{}); at most {} fit",
        slabs, whole.grid.extent[0], rowsName(whole), thinnest, cut.ghostDepth, cut.radius,
        whole.model.method.stages, whole.model.method.stages == 1 ? "" : "s", cut.steps,
        cut.steps == 1 ? "" : "s",
        std::max<std::int64_t>(1, whole.grid.extent[0] / cut.ghostDepth)));
  return {cut, slabsOf(rows, cut.ghostDepth, goesRound(whole.model))};
}

} // namespace eulerc
