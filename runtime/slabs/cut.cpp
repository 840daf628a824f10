// Chooses ghost zones and exchanges of slabs by a model of their costs (cut.h).

#include "slabs/cut.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "base/memory.h"
#include "base/refuse.h"
#include "forms/forms.h"
#include "layout/convert.h"
#include "model/model_lists.h"
#include "model/precision.h"
#include "model/stages.h"

namespace eulerc {
namespace {

/// The most time steps between two exchanges, without a hint.
constexpr std::int64_t mostSteps = 32;
/// Ghost zones are computed redundantly. A ghost zone of more than one step takes at most a 32nd of
/// a slab; if one launch needs more, at most an 8th.
constexpr std::int64_t leastShare = 32, shareOfLaunch = 8;

/// Bytes a second from a GPU into host memory (two H100s of one host).
constexpr double transferRate = 44e9;
/// Seconds of an exchange in addition to the transfer: host, events, small launches.
constexpr double latency = 3e-5;
/// Seconds until the host has seen that rows have arrived, and the next commands begin.
constexpr double delay = 1e-4;
/// The share of a launch in which rows must be transferred to be hidden behind the other rows (four
/// H200s, one run each: below 0.7 no program was slower, at about 0.8 some were, at 0.95 all were).
constexpr double quickShare = 0.75;

/// "rows", "planes" or "points": the units that a grid is cut into. Points of several residue
/// classes stay together.
std::string rowsName(const WholeGrid &whole) {
  if (whole.grid.rank > 1)
    return whole.grid.rank == 2 ? "rows" : "planes";
  return whole.grid.classes == 1
             ? "points"
             : fmt::format("groups of {0} points (i % {0})", whole.grid.classes);
}

/// Whether ghost rows have the same equation as the rows that they copy: the slowest axis is
/// periodic for all reads or for none, and the equation of a ring of points does not depend on the
/// place.
bool areGhostsAlike(const WholeGrid &whole) {
  const StencilFacts &stencil = whole.model.stencil;
  const bool isRing = goesRound(whole.model) && whole.grid.rank == 1;
  return !stencil.mixedRing &&
         !(isRing && (stencil.knowsPlace || whole.fileRow % whole.grid.classes != 0));
}

/// Ghost rows that a level makes invalid: the larger of the stencil's radius and the reach of
/// values of the whole grid. -1: unbounded, so each slab holds all rows.
std::int64_t radiusOf(const WholeGrid &whole) {
  const StencilFacts &stencil = whole.model.stencil;
  const std::int64_t globals = rowsOfGlobals(whole.model, whole.grid);
  return stencil.radius[0] < 0 || globals < 0 || !areGhostsAlike(whole)
             ? -1
             : std::max({stencil.radius[0], stencil.pointReach, globals});
}

/// Levels of a step that make ghost rows invalid. All do if values of the whole grid are read.
std::int64_t spoilingLevels(const Model &model) {
  const std::int64_t all = model.method.stages;
  return model.stencil.readsGlobals ? all : std::min(all, model.stencil.readingLevels[0]);
}

void requireCuts(const WholeGrid &whole, int slabs) {
  if (whole.grid.extent[0] < slabs)
    refuse(fmt::format("{} slabs need as many {}, and the grid has {}", slabs, rowsName(whole),
                       whole.grid.extent[0]));
}

/// Rows of a slab, and the number of its neighbours.
struct SlabSize {
  std::int64_t rows;
  int sides;
};

double bytesOfRow(const WholeGrid &whole) {
  return static_cast<double>(sentValues(whole.grid, travellingStates(whole.model), {0, 1}) *
                             realSize(whole.model.program.precision));
}

/// Rows that reach the neighbours well within a launch. The rows of the second side are read from
/// the device after those of the first, and are written while the next are read.
double quickRows(const WholeGrid &whole, int sides, const Pace &pace) {
  return (quickShare * pace.ofLaunch - delay) * transferRate / ((sides + 1) * bytesOfRow(whole));
}

/// Steps between exchanges on a GPU with a known pace: the number for which latency and redundant
/// rows cost least, limited so that the rows of all sides are transferred within a launch (four
/// H200s, 512³ points: 4 steps 1,095 Gcomp/s, 8 steps 860), or well within it if two launches or
/// more fit between exchanges.
double cheapestSteps(const WholeGrid &whole, const SlabSize &slab, std::int64_t ofStep,
                     const Pace &pace) {
  const double row = pace.seconds / static_cast<double>(slab.rows);
  const double cheapest = std::sqrt(latency / (static_cast<double>(ofStep) * row));
  const double launch = static_cast<double>(pace.steps) * pace.seconds;
  const double hidden =
      launch * transferRate / (slab.sides * bytesOfRow(whole) * static_cast<double>(ofStep));
  const double most = std::min(cheapest, hidden);
  const double quick = quickRows(whole, slab.sides, pace) / static_cast<double>(ofStep);
  return quick >= 2 * static_cast<double>(pace.steps) ? std::min(most, quick) : most;
}

/// Whether an exchange after each level moves much less than one after several levels, which needs
/// all components.
bool readsFew(const WholeGrid &whole) {
  const StencilFacts &stencil = whole.model.stencil;
  return readsSomeComponents(whole.model, whole.grid) && whole.model.method.stages == 1 &&
         2 * std::popcount(stencil.readsBefore) <= stencil.componentsPerPoint &&
         2 * std::popcount(stencil.readsBehind) <= stencil.componentsPerPoint;
}

/// Steps between exchanges on processors for which latency and redundant rows cost least. On
/// average half of a ghost zone is computed, since fewer of its rows are valid with each level.
std::int64_t cheapestOfProcessors(const WholeGrid &whole, const SlabSize &slab, std::int64_t ofStep,
                                  const Pace &pace) {
  constexpr double coreRate = 5e8; // values that a core computes in a second, about
  const auto values =
      static_cast<double>(sentValues(whole.grid, travellingStates(whole.model), {0, 1}));
  const double row = values / (coreRate * static_cast<double>(pace.cores));
  return std::llround(std::sqrt(2 * latency / (slab.sides * static_cast<double>(ofStep) * row)));
}

/// Steps between exchanges on processors, in whole launches if they fit: shorter launches cost more
/// than the redundant rows of thin slabs (two cores, 192³ points: 3 steps 0.69 s, 8 steps 0.53 s).
std::int64_t stepsOfProcessors(const WholeGrid &whole, const SlabSize &slab, std::int64_t ofStep,
                               const Pace &pace) {
  const std::int64_t rows = slab.rows / ofStep;
  const std::int64_t most = std::clamp<std::int64_t>(rows / leastShare, 1, mostSteps);
  const std::int64_t cheapest = cheapestOfProcessors(whole, slab, ofStep, pace);
  // Launches of two steps gain less than exchanging all components costs (D3Q19, 64³: 1.06 s; with
  // an exchange after each step 0.84 s).
  if (cheapest <= 1 && pace.steps <= 2 && readsFew(whole))
    return 1;
  if (pace.steps > most)
    return std::min(std::max(most, rows / shareOfLaunch), pace.steps);
  return std::max<std::int64_t>(1, std::min(most, cheapest) / pace.steps) * pace.steps;
}

/// Time steps between two exchanges, in whole launches if they fit.
std::int64_t stepsBetween(const WholeGrid &whole, const Slabs &hints, const SlabSize &slab,
                          std::int64_t ofStep, const Pace &pace) {
  if (hints.ghostSteps == 0 && pace.seconds <= 0)
    return stepsOfProcessors(whole, slab, ofStep, pace);
  if (hints.ghostSteps == 0 && pace.steps == 1 && readsFew(whole))
    return 1;
  const std::int64_t best =
      hints.ghostSteps > 0 ? hints.ghostSteps
                           : std::llround(std::min(cheapestSteps(whole, slab, ofStep, pace), 64.0));
  const std::int64_t steps = std::max<std::int64_t>(1, best / pace.steps) * pace.steps;
  return std::clamp<std::int64_t>(steps, 1, std::max<std::int64_t>(1, slab.rows / (4 * ofStep)));
}

[[noreturn]] void refuseThin(const WholeGrid &whole, int slabs, std::int64_t thinnest,
                             const Cut &cut, std::int64_t levels) {
  const std::int64_t rows = whole.grid.extent[0];
  const std::int64_t most = std::max<std::int64_t>(1, rows / cut.ghostDepth);
  const std::string why = fmt::format(
      "the thinnest one has {}, and its ghost zone takes {} ({} a level, {} level{} a step, {} "
      "step{})",
      thinnest, cut.ghostDepth, cut.radius, levels, levels == 1 ? "" : "s", cut.steps,
      cut.steps == 1 ? "" : "s");
  if (slabs <= most)
    refuse(fmt::format("{} slabs of {} {} are too uneven: {}; give them more even shares", slabs,
                       rows, rowsName(whole), why));
  refuse(fmt::format("{} slabs of {} {} are too many: {}; at most {} fit", slabs, rows,
                     rowsName(whole), why, most));
}

} // namespace

std::int64_t rowsRead(const Monitor &monitor, const Model &model, const Grid &grid) {
  const std::int64_t row = grid.rank == 1 ? grid.classes : 1;
  const bool isCutInClasses = row > 1 && goesRound(model) && monitor.reach > 0;
  return monitor.reach < 0 || isCutInClasses ? -1 : (monitor.reach + row - 1) / row;
}

std::int64_t rowsOfGlobals(const Model &model, const Grid &grid) {
  std::int64_t rows = 0;
  for (const Monitor &global : globalsOf(model)) {
    const std::int64_t own = rowsRead(global, model, grid);
    rows = rows < 0 || own < 0 ? -1 : std::max(rows, own);
  }
  return rows;
}

bool readsSomeComponents(const Model &model, const Grid &grid) {
  const StencilFacts &stencil = model.stencil;
  return grid.classes == 1 && rowsOfGlobals(model, grid) == 0 &&
         stencil.readsBefore != allComponents && stencil.readsBehind != allComponents;
}

Tuning tuningOf(const Model &model, const Cut &cut, Tuning asked) {
  const bool hasTiles = model.stencil.radius[0] >= 0;
  if (!cut.isGathered || !hasTiles)
    return asked;
  if (asked.scheme == Scheme::Auto)
    asked.scheme = Scheme::Linear;
  if (asked.scheme != Scheme::Linear)
    refuse(fmt::format("{} cannot have slabs here: each of them holds all rows, and takes linear "
                       "steps; take --scheme linear, or one device",
                       schemeName(asked.scheme)));
  return asked;
}

bool goesRound(const Model &model) { return (model.stencil.circles & 1) != 0; }

bool readsFar(const WholeGrid &whole) { return radiusOf(whole) < 0; }

CutGrid cutOf(const WholeGrid &whole, int slabs, const Slabs &hints, const Pace &pace) {
  requireCuts(whole, slabs);
  std::vector<double> shares = hints.shares;
  if (shares.empty())
    shares.assign(static_cast<std::size_t>(slabs), 1);
  const std::vector<std::int64_t> rows = cutRows(whole.grid.extent[0], shares);
  const std::int64_t thinnest = *std::ranges::min_element(rows);
  Cut cut;
  cut.radius = radiusOf(whole);
  cut.leavesOld = pace.leavesOld;
  cut.isGathered = cut.radius < 0 && slabs > 1;
  if (cut.isGathered) {
    cut.radius = 0;
    cut.steps = std::numeric_limits<std::int64_t>::max();
    return {cut, wholeSlabsOf(rows)};
  }
  const std::int64_t levels = spoilingLevels(whole.model), ofStep = cut.radius * levels;
  if (ofStep <= 0 || slabs == 1) {
    cut.steps = std::numeric_limits<std::int64_t>::max();
    return {cut, slabsOf(rows, 0, goesRound(whole.model))};
  }
  const int sides = slabs > 2 || goesRound(whole.model) ? 2 : 1;
  cut.steps = hints.ghostSteps > 0 && !hints.areMeasured
                  ? hints.ghostSteps
                  : stepsBetween(whole, hints, {thinnest, sides}, ofStep, pace);
  cut.ghostDepth = times(cut.steps, ofStep);
  cut.rowsAreQuick = static_cast<double>(cut.ghostDepth) <= quickRows(whole, sides, pace);
  if (cut.ghostDepth > thinnest)
    refuseThin(whole, slabs, thinnest, cut, levels);
  return {cut, slabsOf(rows, cut.ghostDepth, goesRound(whole.model))};
}

} // namespace eulerc
