// Blocks, local memory, work-groups and memory traffic of diamonds and honeycombs (interlocking.h),
// and the functions of their Form.

#include "forms/interlocking.h"

namespace eulerc {

std::int64_t mostTiles(const Interlocking &tiles) {
  return tiles.walls ? tiles.tiles : tiles.tiles + 1;
}

namespace forms {

/// Points of a row of a tile with a ghost zone block at each side; by columns also points that are
/// held back (tiles.h). Rows of 2-D and 3-D grids have room for alignment, and for the vectors at
/// their ends, which extend beyond the rows.
std::int64_t planePoints(const Interlocking &shape, std::int64_t width) {
  const std::int64_t held =
      shape.walls ? 0 : eulerc_held_units(shape.blockUnits, shape.ghostZone, shape.isFlat);
  const std::int64_t points =
      ((width + 2) * shape.blockUnits + held) * (shape.unitBytes / shape.pointBytes);
  return shape.isFlat ? points : roundUp(points + 48, 16);
}

std::int64_t localBytes(const Interlocking &shape, std::int64_t width) {
  return (shape.walls ? 2 : 1) * planePoints(shape, width) * shape.pointBytes;
}

bool fits(const PlanRequest &request, const Interlocking &shape, std::int64_t width) {
  return localBytes(shape, width) < request.device.localMemory;
}

/// Work-items of a tile walked by columns. Each work-item computes a vector of four values of a
/// block (ch. 8), so many work-items make long blocks, and few long blocks fit. Halved from 256,
/// down to 32, until local memory has room for 16 blocks.
std::int64_t columnItems(const PlanRequest &request) {
  std::int64_t items = request.tuning.workGroupSize;
  if (items == 0) {
    items = request.device.isCpu ? 1 : 256;
    while (items > 32 && (16 + 2) * 4 * items * request.realSize >= request.device.localMemory)
      items /= 2;
  }
  return least(items, request.device.maxWorkGroupSize);
}

/// Units of a block: at least the reach, so that a block reads its two neighbours only. In 1-D also
/// at least the access distance, rounded up to whole vectors.
std::int64_t blockUnits(const PlanRequest &request, const Plan &plan, std::int64_t unitComponents) {
  const auto &shape = shapeOf<Interlocking>(plan);
  std::int64_t units = most(request.reach, 1);
  const std::int64_t lanes = plan.vectorWidth;
  const bool vectors = lanes > 1;
  if (request.grid.rank == 1) {
    const std::int64_t group = vectors ? lanes * unitComponents : 4; // the thesis's float4
    units = most(units, ceilDiv(roundUp(most(request.accessDistance, 1), group), unitComponents));
  }
  if (!shape.walls) // walked by columns
    units = most(units, ceilDiv(4 * plan.workGroupSize, unitComponents));
  return vectors && request.grid.rank == 1 ? roundUp(units, lanes) : units;
}

Plan startTiling(const PlanRequest &request, const Form &scalar, const Form &vector) {
  const LinearForm asked = request.tuning.linearForm;
  const bool byPoints = asked == LinearForm::ScalarBlocked || asked == LinearForm::ScalarStrided;
  const bool columns =
      vector.scheme == Scheme::DiamondColumns || vector.scheme == Scheme::HoneycombColumns;
  Plan plan = planOf<Interlocking>(request, byPoints ? scalar : vector);
  auto &shape = shapeOf<Interlocking>(plan);
  shape.walls = !columns;
  if (!plan.isPossible())
    return plan;

  plan.kernel = columns ? "eulerc_columns" : "eulerc_rows";
  plan.vectorWidth = byPoints ? 1 : widestVector(request);
  shape.shifts = !request.device.isCpu;

  std::int64_t components = request.unitComponents;
  if (components == 0) {
    components = request.grid.components;
    for (int axis = 1; axis < request.grid.rank; axis++)
      components *= request.grid.extent[axis];
  }
  if (columns)
    plan.workGroupSize = columnItems(request);
  shape.units = request.grid.extent[0];
  shape.unitBytes = components * request.realSize;
  shape.pointBytes = request.grid.components * request.realSize;
  shape.isFlat = request.grid.rank == 1;
  shape.blockUnits = blockUnits(request, plan, components);
  shape.blocks = ceilDiv(shape.units, shape.blockUnits);

  // By rows, whole blocks cross global memory as ghost zones. By columns, blocks are long, so ghost
  // zones are cut to the points that are read (8.3), in whole vectors.
  shape.ghostZone = shape.blockUnits;
  if (columns)
    shape.ghostZone =
        least(request.grid.rank == 1 ? roundUp(request.reach, plan.vectorWidth) : request.reach,
              shape.blockUnits);
  return plan;
}

std::int64_t diamonds(Strategy strategy, std::int64_t computeUnits, std::int64_t m) {
  switch (strategy) {
  case Strategy::Multiplicative:
    return m * computeUnits;
  case Strategy::Additive: // m = 0, 1, 2, ...
    return m - 1 + computeUnits;
  default: // an odd launch has one more tile (half diamonds): a multiple of the compute units
    return m * computeUnits - 1;
  }
}

bool admits(const PlanRequest &request, Plan &plan, std::int64_t width) {
  auto &shape = shapeOf<Interlocking>(plan);
  shape.tileWidth = width;
  if (shape.blocks < width)
    refuse(plan, Reason::TooSmall, width, shape.blocks);
  else if (!fits(request, shape, width))
    refuse(plan, Reason::LocalMemory, localBytes(shape, width), request.device.localMemory);
  return plan.isPossible();
}

/// Units that a tile loads and stores. Exact for tiles of fewer than 8192 rows. In longer tiles,
/// where rows in the middle are almost equal, one row is counted for several.
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

/// Units that all tiles of a launch load and store. Inner tiles are equal, so one is counted for
/// all.
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

/// Work-items of a tile walked by rows, in whole warps. If there are many tiles a compute unit, a
/// fifth of the vectors of the widest row: several work-groups are then resident, and few
/// work-items wait at each barrier. If tiles are few, one work-item a vector, up to 128; more hide
/// no more latency. On a CPU one work-item computes a tile.
std::int64_t rowItems(const PlanRequest &request, const Plan &plan) {
  const auto &shape = shapeOf<Interlocking>(plan);
  std::int64_t items = request.tuning.workGroupSize;
  if (items == 0 && request.device.isCpu)
    items = 1;
  if (items == 0) {
    const std::int64_t values =
        shape.tileWidth * shape.blockUnits * shape.unitBytes / request.realSize;
    const std::int64_t vectors = ceilDiv(values, plan.vectorWidth * request.grid.components);
    const bool many = shape.tiles > 2 * request.device.computeUnits;
    items = least(roundUp(ceilDiv(vectors, many ? 5 : 1), 32), 128);
  }
  return least(items, request.device.maxWorkGroupSize);
}

void finishTiling(const PlanRequest &request, Plan &plan, std::int64_t width,
                  std::int64_t tileSteps) {
  auto &shape = shapeOf<Interlocking>(plan);
  shape.tileWidth = width;
  plan.levelsPerLaunch = tileSteps;
  const std::int64_t period = 2 * (width - tileSteps);
  shape.tiles = shape.blocks <= width ? 1 : 1 + ceilDiv(shape.blocks - width, period);
  shape.localBytes = localBytes(shape, width);
  shape.planePoints = planePoints(shape, width);
  if (shape.walls)
    plan.workGroupSize = rowItems(request, plan);

  // Work-groups take tiles in turns. A multiple of the compute units gives each the same number, in
  // the launches that have more tiles.
  const std::int64_t units = most(request.device.computeUnits, 1);
  const std::int64_t tiles = mostTiles(shape);
  plan.workGroups = tiles < units ? tiles : tiles - tiles % units;

  plan = withLevels(plan, plan.levels);
  eulerc_tiling geometry = tilingOf(plan);
  geometry.steps = 8 * tileSteps; // long enough for launches 2 and 3 to be whole
  const double crossing = real(launchTraffic(geometry, 2) + launchTraffic(geometry, 3));
  plan.expected.globalShare = crossing / (4 * real(tileSteps) * real(shape.units));
}

// ---- what the forms say of their plans ----------------------------------------------------------

namespace {

Unsupported unsupportedBlocks(const StencilFacts &stencil) {
  return {.why = stencil.readsGlobals ? Reason::Globals
                 : stencil.readsFar   ? Reason::FarReads
                 : stencil.wraps      ? Reason::Wraps
                                      : Reason::None};
}

std::string macrosOfTiling(const Plan &plan) {
  const auto &shape = shapeOf<Interlocking>(plan);
  return fmt::format("{} -DEULERC_TILED -DEULERC_INTERLOCKING_PLANE={}{}{}", sizesOfGroups(1, 1, 1),
                     shape.planePoints, shape.walls ? "" : " -DEULERC_INTERLOCKING_COLUMNS",
                     shape.shifts ? " -DEULERC_SHIFTS" : "");
}

std::vector<PlanLine> linesOfBlocks(const Plan &plan, const PlanRequest &request) {
  const auto &shape = shapeOf<Interlocking>(plan);
  const std::int64_t blockBytes = shape.blockUnits * shape.unitBytes;
  return {
      line("tile width D", "{} blocks", shape.tileWidth), line("blocks", "{}", shape.blocks),
      line("block size B", "{} components = {} bytes", blockBytes / request.realSize, blockBytes),
      localMemoryLine(plan, request),
      line("tiles", "{} in even launches, {} in odd ones", shape.tiles,
           shape.walls ? shape.tiles - 1 : shape.tiles + 1)};
}

std::string reasonOfBlocks(const Plan &plan) {
  const auto &shape = shapeOf<Interlocking>(plan);
  const Unsupported &found = plan.unsupported;
  const std::int64_t blockBytes = shape.blockUnits * shape.unitBytes;
  std::string why;
  if (found.why == Reason::TooSmall)
    why = fmt::format("needs at least {} blocks of {} bytes for a tile; the system has {}",
                      found.needed, blockBytes, found.available);
  else if (found.why == Reason::LocalMemory)
    why = fmt::format("needs more than {} bytes of local memory for a tile of {} blocks of {} "
                      "bytes; the device has {}",
                      found.needed, shape.tileWidth, blockBytes, found.available);
  else if (found.why == Reason::TileShape)
    why = fmt::format("with --tile-steps {} needs tiles of {}{} blocks; --tile-blocks gives {}",
                      plan.timeSteps(plan.levelsPerLaunch),
                      (plan.form->reads & OptionStrategy) != 0 ? "" : "at least ", found.needed,
                      found.available);
  return why;
}

std::optional<std::string> cureOfBlocks(const Plan &plan) {
  if (plan.unsupported.why == Reason::LocalMemory)
    return "--scheme linear";
  return plan.unsupported.why == Reason::TileShape ? std::optional("") : std::nullopt;
}

} // namespace

Form formOfTiling(Scheme scheme, bool byPoints, Plan (*plan)(const PlanRequest &)) {
  return rowOf<Interlocking>({.name = byPoints ? "scalar" : "vector",
                              .scheme = scheme,
                              .onHost = false,
                              .reads = OptionLinearForm | OptionTileBlocks | OptionTileSteps,
                              .unsupported = unsupportedBlocks,
                              .plan = plan,
                              .macros = macrosOfTiling,
                              .lines = linesOfBlocks,
                              .reason = reasonOfBlocks,
                              .cure = cureOfBlocks,
                              .copies = Copies::OfLevels,
                              .isWhole = true});
}

} // namespace forms
} // namespace eulerc
