// Helpers that the files of forms share: integer arithmetic, speeds of GPUs, starting and refusing
// plans, cost models, geometry and figures of tiles, build options and lines of --plan.
#pragma once

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "forms/form.h"
#include "forms/gpu_figures.h"

#include "tiles.h"

namespace eulerc {

/// The geometry of a plan, for templates/interlocking/tiles.h.
eulerc_tiling tilingOf(const Plan &plan);

/// The same plan for a piece of a run of `levels` levels. Kernels stay the same; the last launch
/// may advance fewer levels.
Plan withLevels(Plan plan, Levels levels);

namespace forms {

constexpr std::int64_t ceilDiv(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }
constexpr std::int64_t roundUp(std::int64_t a, std::int64_t b) { return ceilDiv(a, b) * b; }
constexpr std::int64_t least(std::int64_t a, std::int64_t b) { return a < b ? a : b; }
constexpr std::int64_t most(std::int64_t a, std::int64_t b) { return a > b ? a : b; }
constexpr double real(std::int64_t count) { return static_cast<double>(count); }

namespace gpu {
/// The request's device relative to the device of its figures (figuresOf): bytes and operations of
/// a compute unit in a second, and seconds of a launch. Ratios are rounded to a few steps between
/// powers of two, so that measuring again changes no plan. 1 where nothing is measured.
struct Speed {
  double memory = 1, arithmetic = 1, launch = 1;
};
Speed speedOf(const PlanRequest &request);
} // namespace gpu

/// The hint, or `otherwise` if it is 0.
constexpr std::int64_t hintOr(std::int64_t hint, std::int64_t otherwise) {
  return hint > 0 ? hint : otherwise;
}

/// The range of numbers to try: the hint alone, or [first, last] if the hint is 0.
constexpr eulerc_range hintAmong(std::int64_t hint, std::int64_t first, std::int64_t last) {
  return {hintOr(hint, first), hintOr(hint, last)};
}

/// Work-items of a work-group: the hint, or `otherwise`; at most what the device allows.
std::int64_t itemsOf(const PlanRequest &request, std::int64_t otherwise);

/// Values in a vector: the hint, or the width of the device's vector instructions, 1 to 16.
std::int64_t widestVector(const PlanRequest &request);

/// Components of a point that tiles of grids keep in local memory (StencilFacts).
std::int64_t shownAcross(const PlanRequest &request);
std::int64_t shownAround(const PlanRequest &request);

/// Why a form does not support a request's program or its number of axes.
Unsupported unsupportedBy(const Form &form, const PlanRequest &request);

/// Records why a plan is unsupported. The first recorded reason stays.
void refuse(Plan &plan, Reason why, std::int64_t needed = 0, std::int64_t available = 0);

/// Rounds until all tiles are done, one tile a unit and round. Up to `few` tiles a unit the number
/// is rounded up; more tiles keep all units busy almost to the end.
double roundsOf(std::int64_t tiles, std::int64_t units, std::int64_t few);

/// Keeps the fastest of the shapes that are offered; the first one if several take equally long.
template <class Shape> struct Fastest {
  Shape shape = {};
  double seconds = 0;
  bool isThere = false;

  void offer(const Shape &offered, double takes) {
    if (!isThere || takes < seconds)
      *this = {offered, takes, true};
  }
};

template <class Shape> Shape &shapeOf(Plan &plan) { return std::get<Shape>(plan.shape); }
template <class Shape> const Shape &shapeOf(const Plan &plan) {
  return std::get<Shape>(plan.shape);
}

/// A plan of a form with a default shape. The request may be unsupported.
template <class Shape> Plan planOf(const PlanRequest &request, const Form &form) {
  Plan plan;
  plan.form = &form;
  plan.levels = request.steps;
  plan.shape = Shape();
  plan.unsupported = unsupportedBy(form, request);
  return plan;
}

/// How many of `levels` levels make a tile's outermost valid points invalid along an axis, at each
/// side. The ghost zone has a reach of points for each of them.
///
///   u' = v, v' = u[i - 1] - 2 * u[i] + u[i + 1], in turn: 8 levels, of which 4 read neighbours → 4
///   u' = v[i] - v[i - 1], v' = u[i + 1] - u[i], in turn: 8 levels, 4 of them to either side → 5
std::int64_t spoilingLevels(const PlanRequest &request, std::int64_t levels, int axis);

// ---- costs --------------------------------------------------------------------------------------

/// Seconds of a step: the planner's own estimate, or else the larger of computing and moving time
/// plus the step's share of a launch.
double costOfSteps(const PlanRequest &request, const Plan &plan);
/// The same for tiles, whose steps take a minimal time because of their barriers.
double costOfTiles(const PlanRequest &request, const Plan &plan);

// ---- what forms say of their plans --------------------------------------------------------------

/// The geometry of a plan, from the members that its shape has.
template <class Shape> Tiling tilingOf(const Plan &plan) {
  const auto &shape = shapeOf<Shape>(plan);
  Tiling tiling = {};
  tiling.units = shape.units;
  tiling.blockUnits = 1;
  tiling.tileSteps = plan.levelsPerLaunch.count;
  tiling.tiles = shape.tiles;
  tiling.steps = plan.levels.count;
  if constexpr (requires { shape.rounds; })
    tiling.tileSteps /= most(shape.rounds, 1);
  if constexpr (requires { shape.blockUnits; })
    tiling.blockUnits = shape.blockUnits;
  if constexpr (requires { shape.tileWidth; }) {
    tiling.width = shape.tileWidth;
    tiling.ghostZone = shape.ghostZone;
  }
  if constexpr (requires { shape.walls; })
    tiling.walls = shape.walls;
  if constexpr (requires { shape.box; })
    std::ranges::copy(shape.box, tiling.box);
  if constexpr (requires { shape.ghostRows; })
    tiling.ghostRows = shape.ghostRows;
  if constexpr (requires { shape.tallBoxes; }) {
    tiling.tallBoxes = shape.tallBoxes;
    tiling.lowBox = shape.lowBox;
  }
  return tiling;
}

/// Members of "tiles" in --stats, from the members that the shape has.
template <class Shape> std::vector<Figure> figuresOf(const Plan &plan) {
  const auto &shape = shapeOf<Shape>(plan);
  std::vector<Figure> all = {{"count", shape.tiles}};
  const auto add = [&all](std::initializer_list<Figure> more) { all.insert(all.end(), more); };
  if constexpr (requires { shape.blocks; })
    add({{"blocksWide", shape.tileWidth},
         {"blocks", shape.blocks},
         {"blockBytes", shape.blockUnits * shape.unitBytes}});
  else if constexpr (requires { shape.box; })
    add({{"box", std::to_array(shape.box)}});
  else
    add({{"points", shape.tileWidth}, {"pointsStored", shape.blockUnits}});
  if constexpr (requires { shape.kept; })
    add({{"kept", shape.kept}});
  if constexpr (requires { shape.scratchBytes; })
    add({{"scratchBytes", shape.scratchBytes}, {"shared", shape.sharesTiles}});
  else
    add({{"localBytes", shape.localBytes}});
  if constexpr (requires { shape.redundantShare; })
    add({{"redundantShare", shape.redundantShare}});
  add({{"globalShare", plan.expected.globalShare}});
  return all;
}

/// A form whose plans have that shape. Sets tiling, cost and figures by the shape if they are null.
template <class Shape> constexpr Form rowOf(Form form) {
  const auto set = [](auto &open, auto otherwise) { open = open != nullptr ? open : otherwise; };
  if constexpr (requires(Shape shape) { shape.units; }) {
    set(form.tiling, tilingOf<Shape>);
    set(form.cost, costOfTiles);
    set(form.figures, figuresOf<Shape>);
  } else {
    set(form.cost, costOfSteps);
  }
  return form;
}

/// "-DEULERC_ONE=1 …": builds only the plan's kernel of a file of several kernels.
std::string oneKernel(const Plan &plan);
/// EULERC_CHUNK, EULERC_ACROSS and EULERC_DEEP (shapes.h).
std::string sizesOfGroups(std::int64_t chunk, std::int64_t across, std::int64_t deep);
/// Rounds of a launch. Several work-groups wait for each other between rounds.
std::string macrosOfRounds(const Plan &plan, std::int64_t rounds);

template <class... Values>
PlanLine line(const char *label, fmt::format_string<Values...> format, Values &&...values) {
  return {label, fmt::format(format, std::forward<Values>(values)...)};
}
PlanLine localMemoryLine(const Plan &plan, const PlanRequest &request);

/// "2000 x 1008"
std::string boxText(const std::int64_t (&box)[maxRank]);

/// "12 steps": the steps of a launch.
std::string stepsText(const Plan &plan);
/// "fewer --tile-steps, a larger --kept or --scheme linear". The steps are named if a launch has
/// more than one.
std::string otherTiles(const Plan &plan, std::vector<std::string> cures);

} // namespace forms
} // namespace eulerc
