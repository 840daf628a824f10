// What the forms share: numbers, the figures of GPUs, unsupported plans, and what forms say of
// their plans.
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

/// The same plan for another number of levels: other launches of the same kernels, of which the
/// last one may advance fewer levels. For a piece of a run.
Plan withLevels(Plan plan, Levels levels);

namespace forms {

constexpr std::int64_t ceilDiv(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }
constexpr std::int64_t roundUp(std::int64_t a, std::int64_t b) { return ceilDiv(a, b) * b; }
constexpr std::int64_t least(std::int64_t a, std::int64_t b) { return a < b ? a : b; }
constexpr std::int64_t most(std::int64_t a, std::int64_t b) { return a > b ? a : b; }
constexpr double real(std::int64_t count) { return static_cast<double>(count); }

namespace gpu {
/// How the request's device compares with the one that its figures (figuresOf) and the forms'
/// shapes are measured on: what a compute unit moves and computes in a second, and seconds of a
/// launch. Rounded to some percent, so that measuring again changes no plan. 1 where nothing is
/// measured.
struct Speed {
  double memory = 1, arithmetic = 1, launch = 1;
};
Speed speedOf(const PlanRequest &request);
} // namespace gpu

/// What was asked for, or else another number.
constexpr std::int64_t hintOr(std::int64_t hint, std::int64_t otherwise) {
  return hint > 0 ? hint : otherwise;
}

/// The numbers to try, [first, last]: the one that was asked for, or else those given.
constexpr eulerc_range hintAmong(std::int64_t hint, std::int64_t first, std::int64_t last) {
  return {hintOr(hint, first), hintOr(hint, last)};
}

/// Work-items of a work-group: as asked for, or `otherwise`; no more than the device has.
std::int64_t itemsOf(const PlanRequest &request, std::int64_t otherwise);

/// Values in a vector: the hint, or what one instruction computes with, 1 to 16 of them.
std::int64_t widestVector(const PlanRequest &request);

/// Components of a point that have room in the local memory of tiles of grids.
std::int64_t shownAcross(const PlanRequest &request);
std::int64_t shownAround(const PlanRequest &request);

/// Why a form has no plan of a request's program and axes.
Unsupported unsupportedBy(const Form &form, const PlanRequest &request);

/// Says why a plan cannot be; of several causes the first one stays.
void refuse(Plan &plan, Reason why, std::int64_t needed = 0, std::int64_t available = 0);

/// Times that units compute a tile each until all tiles are done: of a few a unit, up to `few`,
/// whole rounds; many are dealt out as they are done.
double roundsOf(std::int64_t tiles, std::int64_t units, std::int64_t few);

/// Of shapes that are offered the one that a model finds fastest, the first of those that are.
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

/// A plan of a form, with nothing but its shape; it may be refused.
template <class Shape> Plan planOf(const PlanRequest &request, const Form &form) {
  Plan plan;
  plan.form = &form;
  plan.levels = request.steps;
  plan.shape = Shape();
  plan.unsupported = unsupportedBy(form, request);
  return plan;
}

/// How many of these levels spoil points along an axis, a reach each, at each side of a tile that
/// overlaps others.
///
///   u' = v, v' = u[i - 1] - 2 * u[i] + u[i + 1], in turn: 8 levels, of which 4 read neighbours → 4
///   u' = v[i] - v[i - 1], v' = u[i + 1] - u[i], in turn: 8 levels, 4 of them to either side → 5
std::int64_t spoilingLevels(const PlanRequest &request, std::int64_t levels, int axis);

// ---- costs --------------------------------------------------------------------------------------

/// What a step computes or what it moves, whichever takes longer, and its share of a launch; or
/// what the planner found.
double costOfSteps(const PlanRequest &request, const Plan &plan);
/// The same of tiles, whose steps take some time however little they compute.
double costOfTiles(const PlanRequest &request, const Plan &plan);

// ---- what forms say of their plans --------------------------------------------------------------

/// Of a shape whatever it has.
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

/// Members of "tiles" in --stats: whatever a shape has of them.
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

/// The row of a form whose plans have that shape: what it leaves open follows from the shape.
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

/// "-DEULERC_ONE=1 …": of a file of several kernels the one that a plan takes.
std::string oneKernel(const Plan &plan);
/// Points, vectors of a row, rows of a work-item, of a work-group.
std::string sizesOfGroups(std::int64_t chunk, std::int64_t across, std::int64_t deep);
/// Rounds of a launch, between which its work-groups wait if they are several.
std::string macrosOfRounds(const Plan &plan, std::int64_t rounds);
/// Of grids whose vectors cover whole rows.
std::string partsOfRows(bool parts, std::int64_t unrolled = 2);

template <class... Values>
PlanLine line(const char *label, fmt::format_string<Values...> format, Values &&...values) {
  return {label, fmt::format(format, std::forward<Values>(values)...)};
}
PlanLine localMemoryLine(const Plan &plan, const PlanRequest &request);

/// "2000 x 1008"
std::string boxText(const std::int64_t (&box)[maxRank]);

/// "12 steps", of a launch
std::string stepsText(const Plan &plan);
/// "fewer --tile-steps, a larger --kept or --scheme linear": the steps if there is more than one.
std::string otherTiles(const Plan &plan, std::vector<std::string> cures);

} // namespace forms
} // namespace eulerc
