#include "slabs/cut.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "base/refuse.h"

namespace eulerc {
namespace {

/// Time steps between two exchanges, at most, where nothing else is asked for.
constexpr std::int64_t mostSteps = 32;
/// A ghost zone is computed twice: it takes that part of a slab at most, but one step's.
constexpr std::int64_t leastShare = 16;

/// "rows", "planes" or "points": what a grid is cut into.
const char *rowsName(const Job &job) {
  return job.grid.rank == 1 ? "points" : job.grid.rank == 2 ? "rows" : "planes";
}

/// Rows that a level spoils; -1: no number says that.
std::int64_t radiusOf(const Job &job) {
  const StencilFacts &stencil = job.model.stencil;
  return stencil.radius[0] < 0 ? -1 : std::max(stencil.radius[0], stencil.pointReach);
}

void requireCuts(const Job &job, int slabs) {
  const StencilFacts &stencil = job.model.stencil;
  if (radiusOf(job) < 0)
    refuse(fmt::format(
        "{} cannot be cut into slabs: its points read at distances that differ from point to "
        "point, or sum over many points ({}); take one device",
        job.model.source, job.model.program.accessWitness));
  if (goesRound(job.model) && job.grid.rank == 1 &&
      (stencil.knowsPlace || job.fileRow % job.grid.classes != 0))
    refuse(fmt::format("{} cannot be cut into slabs: a line that goes round is cut where all its "
                       "points have the same equation; take one device",
                       job.model.source));
  if (job.grid.extent[0] < slabs)
    refuse(fmt::format("{} slabs need as many {}, and the grid has {}", slabs, rowsName(job),
                       job.grid.extent[0]));
}

} // namespace

bool goesRound(const Model &model) { return (model.stencil.circles & 1) != 0; }

CutGrid cutOf(const Job &job, int slabs, const Slabs &hints) {
  requireCuts(job, slabs);
  std::vector<double> shares = hints.shares;
  if (shares.empty())
    shares.assign(static_cast<std::size_t>(slabs), 1);
  const std::vector<std::int64_t> rows = cutRows(job.grid.extent[0], shares);
  const std::int64_t thinnest = *std::ranges::min_element(rows);
  Cut cut;
  cut.radius = radiusOf(job);
  const std::int64_t ofStep = cut.radius * job.model.method.stages;
  if (ofStep == 0 || slabs == 1) {
    cut.steps = std::numeric_limits<std::int64_t>::max();
    return {cut, slabsOf(rows, 0, goesRound(job.model))};
  }
  cut.steps = hints.ghostSteps > 0
                  ? hints.ghostSteps
                  : std::clamp<std::int64_t>(thinnest / (leastShare * ofStep), 1, mostSteps);
  cut.ghostDepth = cut.steps * ofStep;
  if (cut.ghostDepth > thinnest)
    refuse(fmt::format(
        "{} slabs of {} {} are too many: the thinnest one has {}, and its ghost zone takes {} "
        "({} a level, {} level{} a step, {} step{}); at most {} fit",
        slabs, job.grid.extent[0], rowsName(job), thinnest, cut.ghostDepth, cut.radius,
        job.model.method.stages, job.model.method.stages == 1 ? "" : "s", cut.steps,
        cut.steps == 1 ? "" : "s", std::max<std::int64_t>(1, job.grid.extent[0] / cut.ghostDepth)));
  return {cut, slabsOf(rows, cut.ghostDepth, goesRound(job.model))};
}

} // namespace eulerc
