// What the planners of all tilings share: blocks, local memory, work-groups, and the figures that
// follow from the geometry.
//
//   String, n = 80,000, d = 3 → blocks of 2 points = 4 components, 20,000 blocks
//
// A tiling is planned in three steps: startTiling (blocks; whether tiles are possible at all), the
// scheme's choice of D, S and W, and finishTiling (work-groups, launches, bytes, share).

#include "planning/shared.h"

#include <bit>
#include <cmath>
#include <initializer_list>

namespace eulerc {

Tiling tilingOfPlan(const Plan &plan) {
  return {plan.units,
          plan.blockUnits,
          plan.margin,
          plan.tileWidth,
          plan.tileSteps,
          plan.tiles,
          plan.walls,
          plan.steps,
          {plan.box[0], plan.box[1], plan.box[2]},
          0,
          plan.tallBoxes,
          plan.lowBox};
}

eulerc_tiling tilingOf(const Plan &plan) {
  return std::bit_cast<eulerc_tiling>(tilingOfPlan(plan));
}

Plan withSteps(Plan plan, std::int64_t steps) {
  plan.steps = steps;
  if (!plan.takesLevels())
    plan.launches = steps;
  else if (plan.swaps || plan.isResident())
    plan.launches = planning::ceilDiv(steps, plan.stepsPerLaunch);
  else
    plan.launches = eulerc_launches(tilingOf(plan));
  plan.lastKernel = plan.levels > 0 && steps % plan.levels != 0 ? "eulerc_strips_rest" : "";
  return plan;
}

/// To the nearest of so many equal steps between a number and its double.
static double rounded(double ratio, double steps) {
  return std::exp2(std::round(std::log2(ratio) * steps) / steps);
}

planning::gpu::Speed planning::gpu::speedOf(const PlanRequest &request) {
  // Of a compute unit of an H200, by the same measurement.
  constexpr double bytes = 3.2e10, flops = 2.5e11;
  const DeviceRates &rates = request.device.rates;
  if (request.device.isCpu || !rates.known())
    return {};
  const double units = real(most(1, request.device.computeUnits));
  const bool isDouble = request.realSize == 8;
  const double computed = isDouble ? 2 * rates.doubleFlops : rates.flops;
  Speed speed;
  speed.memory = rounded(rates.bytes / units / bytes, 4);
  if (computed > 0)
    speed.arithmetic = rounded(computed / units / flops, 4);
  // What a launch takes depends on the driver and the host, and is not the same twice.
  speed.launch = rounded(rates.launch / launchSeconds, 1);
  return speed;
}

std::int64_t mostTiles(const Plan &plan) {
  return plan.walls || plan.swaps ? plan.tiles : plan.tiles + 1;
}

namespace planning {

std::int64_t shownAcross(const PlanRequest &request) {
  return request.stencil.shownAcross > 0 ? request.stencil.shownAcross : request.grid.components;
}

std::int64_t shownAround(const PlanRequest &request) {
  return request.stencil.shownAround > 0 ? request.stencil.shownAround : request.grid.components;
}

std::int64_t itemsOf(const PlanRequest &request, std::int64_t otherwise) {
  return least(wished(request.tuning.workGroupSize, otherwise), request.device.maxWorkGroupSize);
}

std::int64_t widestVector(const PlanRequest &request) {
  if (request.tuning.vectorWidth > 0)
    return request.tuning.vectorWidth;
  const std::int64_t fits = request.device.vectorBytes / request.realSize;
  std::int64_t width = 1;
  while (width < 16 && 2 * width <= fits)
    width *= 2;
  return width;
}

void refuse(Plan &plan, Refusal why, std::int64_t needed, std::int64_t available) {
  if (plan.refusal != Refusal::None)
    return;
  plan.refusal = why;
  plan.needed = needed;
  plan.available = available;
}

double roundsOf(std::int64_t tiles, std::int64_t units, std::int64_t few) {
  return tiles <= few * units ? real(ceilDiv(tiles, units)) : real(tiles) / real(units);
}

/// Points of a row of a tile with a margin block at each side, by columns also of what is held back
/// (tiles.h); rows of a grid are aligned in it, and vectors beside their ends touch a little more.
std::int64_t planePoints(const Plan &plan, std::int64_t width) {
  const std::int64_t held =
      plan.walls ? 0 : eulerc_held_units(plan.blockUnits, plan.margin, plan.isFlat);
  const std::int64_t points =
      ((width + 2) * plan.blockUnits + held) * (plan.unitBytes / plan.pointBytes);
  return plan.isFlat ? points : roundUp(points + 48, 16);
}

std::int64_t localBytes(const Plan &plan, std::int64_t width) {
  return (plan.walls ? 2 : 1) * planePoints(plan, width) * plan.pointBytes;
}

bool fits(const PlanRequest &request, const Plan &plan, std::int64_t width) {
  return localBytes(plan, width) < request.device.localMemory;
}

/// Work-items of a tile walked by columns. Each computes a vector of a block, so that a block has
/// four values for each of them (ch. 8): many work-items make long blocks, and few of those fit. As
/// many as leave room for 16 blocks, in half warps of an NVIDIA GPU at least.
std::int64_t columnItems(const PlanRequest &request) {
  std::int64_t items = request.tuning.workGroupSize;
  if (items == 0) {
    items = request.device.isCpu ? 1 : 256;
    while (items > 32 && (16 + 2) * 4 * items * request.realSize >= request.device.localMemory)
      items /= 2;
  }
  return least(items, request.device.maxWorkGroupSize);
}

/// Units of a block: at least the reach, so that a block needs its neighbours alone. In a flat
/// vector the access distance rounded up to whole vectors.
std::int64_t blockUnits(const PlanRequest &request, const Plan &plan, std::int64_t unitComponents) {
  std::int64_t units = most(request.reach, 1);
  const std::int64_t lanes = plan.vectorWidth;
  const bool vectors = lanes > 1;
  if (request.grid.rank == 1) {
    const std::int64_t group = vectors ? lanes * unitComponents : 4; // the thesis's float4
    units = most(units, ceilDiv(roundUp(most(request.accessDistance, 1), group), unitComponents));
  }
  if (!plan.walls) // walked by columns
    units = most(units, ceilDiv(4 * plan.workGroupSize, unitComponents));
  return vectors && request.grid.rank == 1 ? roundUp(units, lanes) : units;
}

Plan startTiling(const PlanRequest &request, const char *scheme, bool columns) {
  Plan plan;
  plan.scheme = scheme;
  plan.steps = request.steps;
  plan.walls = !columns;
  if (request.accessDistance < 0 || request.reach < 0)
    refuse(plan, Refusal::Unbounded);
  else if (request.stencil.readsFar)
    refuse(plan, Refusal::FarReads);
  else if (request.stencil.wraps)
    refuse(plan, Refusal::Wraps);
  if (plan.refusal != Refusal::None)
    return plan;

  const LinearForm form = request.tuning.linearForm;
  const bool scalar = form == LinearForm::ScalarBlocked || form == LinearForm::ScalarStrided;
  plan.form = scalar ? "scalar" : "vector";
  plan.kernel = columns ? "eulerc_columns" : "eulerc_rows";
  plan.vectorWidth = scalar ? 1 : widestVector(request);
  plan.shifts = !request.device.isCpu;

  std::int64_t components = request.unitComponents;
  if (components == 0) {
    components = request.grid.components;
    for (int axis = 1; axis < request.grid.rank; axis++)
      components *= request.grid.extent[axis];
  }
  if (columns)
    plan.workGroupSize = columnItems(request);
  plan.units = request.grid.extent[0];
  plan.unitBytes = components * request.realSize;
  plan.pointBytes = request.grid.components * request.realSize;
  plan.isFlat = request.grid.rank == 1;
  plan.blockUnits = blockUnits(request, plan, components);
  plan.blocks = ceilDiv(plan.units, plan.blockUnits);

  // By rows whole blocks cross global memory, by columns blocks are long: the copies beside them
  // are cut to what is read (8.3), in whole vectors.
  plan.margin = plan.blockUnits;
  if (columns)
    plan.margin =
        least(request.grid.rank == 1 ? roundUp(request.reach, plan.vectorWidth) : request.reach,
              plan.blockUnits);
  return plan;
}

std::int64_t diamonds(Strategy strategy, std::int64_t computeUnits, std::int64_t m) {
  switch (strategy) {
  case Strategy::Multiplicative:
    return m * computeUnits;
  case Strategy::Additive: // m = 0, 1, 2, ...
    return m - 1 + computeUnits;
  default: // an odd launch has one more, when half diamonds count: a multiple of the compute units
    return m * computeUnits - 1;
  }
}

bool admits(const PlanRequest &request, Plan &plan, std::int64_t width) {
  plan.tileWidth = width;
  if (plan.blocks < width)
    refuse(plan, Refusal::TooSmall, width, plan.blocks);
  else if (!fits(request, plan, width))
    refuse(plan, Refusal::LocalMemory, localBytes(plan, width), request.device.localMemory);
  return plan.refusal == Refusal::None;
}

/// Units that a tile loads and stores. Rows in the middle of a long tile are all but alike, so that
/// of more than 4096 steps some stand for those after them; else it is exact.
std::int64_t tileTraffic(const eulerc_tiling &t, std::int64_t launch, std::int64_t number) {
  const eulerc_tile tile = eulerc_tile_of(t, launch, number);
  const eulerc_range steps = eulerc_tile_steps(t, launch);
  const std::int64_t stride = 1 + (steps.last - steps.first) / 8192;
  std::int64_t sum = 0;
  for (std::int64_t step = steps.first; step < steps.last;) {
    const bool outer = step == steps.first || step + stride >= steps.last;
    const std::int64_t rows = outer ? 1 : stride;
    const auto rowOf = [&](std::int64_t at) {
      return eulerc_row_of(tile, static_cast<int>(at - tile.centre));
    };
    const eulerc_span row = rowOf(step);
    for (const eulerc_spans &crossing : {eulerc_loads_of(tile, row, rowOf(step - 1)),
                                         eulerc_stores_of(tile, row, rowOf(step + 1))})
      for (const eulerc_span &units : {crossing.left, crossing.right})
        sum += rows * (units.last - units.first);
    step += rows;
  }
  return sum;
}

/// The same of all tiles of a launch: all but the outer ones are alike.
std::int64_t launchTraffic(const eulerc_tiling &t, std::int64_t launch) {
  const std::int64_t tiles = eulerc_tiles(t, launch);
  std::int64_t sum = 0;
  for (std::int64_t tile = 0; tile < tiles;) {
    const std::int64_t alike = tiles > 8 && tile == 3 ? tiles - 7 : 1;
    sum += alike * tileTraffic(t, launch, tile);
    tile += alike;
  }
  return sum;
}

/// Work-items of a tile walked by rows, in whole warps. Where many tiles wait for a compute unit, a
/// fifth of the vectors of the widest row: several work-groups are then resident, and few
/// work-items wait at each barrier (measured on an H200: 128 for 640 vectors, 64 for 340). Where
/// tiles are few, a vector for each, up to what hides nothing more. On a CPU a tile is the work of
/// one work-item.
std::int64_t rowItems(const PlanRequest &request, const Plan &plan) {
  std::int64_t items = request.tuning.workGroupSize;
  if (items == 0 && request.device.isCpu)
    items = 1;
  if (items == 0) {
    const std::int64_t values =
        plan.tileWidth * plan.blockUnits * plan.unitBytes / request.realSize;
    const std::int64_t vectors = ceilDiv(values, plan.vectorWidth * request.grid.components);
    const bool many = plan.tiles > 2 * request.device.computeUnits;
    items = least(roundUp(ceilDiv(vectors, many ? 5 : 1), 32), 128);
  }
  return least(items, request.device.maxWorkGroupSize);
}

void finishTiling(const PlanRequest &request, Plan &plan, std::int64_t width,
                  std::int64_t tileSteps) {
  plan.tileWidth = width;
  plan.tileSteps = plan.stepsPerLaunch = tileSteps;
  const std::int64_t period = 2 * (width - tileSteps);
  plan.tiles = plan.blocks <= width ? 1 : 1 + ceilDiv(plan.blocks - width, period);
  plan.localBytes = localBytes(plan, width);
  plan.planePoints = planePoints(plan, width);
  if (plan.walls)
    plan.workGroupSize = rowItems(request, plan);

  // Work-groups take tiles in turns; a multiple of the compute units gives each as many. Planned
  // for the launches that have more tiles.
  const std::int64_t units = most(request.device.computeUnits, 1);
  const std::int64_t tiles = mostTiles(plan);
  plan.workGroups = tiles < units ? tiles : tiles - tiles % units;
  plan.tilesPerGroupLeast = tiles / plan.workGroups;
  plan.tilesPerGroupMost = ceilDiv(tiles, plan.workGroups);

  plan = withSteps(plan, plan.steps);
  eulerc_tiling geometry = tilingOf(plan);
  geometry.steps = 8 * tileSteps; // long enough for launches 2 and 3 to be whole
  const double crossing = real(launchTraffic(geometry, 2) + launchTraffic(geometry, 3));
  plan.globalShare = crossing / (4 * real(tileSteps) * real(plan.units));
}

} // namespace planning
} // namespace eulerc
