// Planner of the honeycomb schemes (thesis, ch. 9; by columns: 9.5): D blocks wide, S steps a
// launch.
//
//   String, n = 80,000, 30 compute units with 16,384 bytes, S = 20 → 30 honeycombs of 360 blocks

#include "forms/forms.h"
#include "forms/interlocking.h"

namespace eulerc::forms {
namespace {

/// The thesis found the best S between D / 12.5 (GTX 280) and D / 15 (GTX 580); 14 is in between.
constexpr std::int64_t widthPerStep = 14;

/// Launches of fewer steps cost more than they compute.
constexpr std::int64_t fewestSteps = 16;

/// S for honeycombs of D blocks without a hint.
std::int64_t defaultTileSteps(std::int64_t width) {
  return least(most(width / widthPerStep, fewestSteps), most(width / 2, 1));
}

/// D and S of W honeycombs that cover the state: eq. 9.1, raised to an even number.
struct HoneycombShape {
  std::int64_t width, tileSteps;
};
HoneycombShape honeycombShape(const PlanRequest &request, const Interlocking &shape,
                              std::int64_t tiles) {
  std::int64_t tileSteps = request.hintedLevels();
  if (tileSteps == 0) { // eq. 9.1 with S = D / r, solved for D, gives about D, and S follows from D
    const std::int64_t r = widthPerStep;
    tileSteps = defaultTileSteps(r * shape.blocks / (r * (2 * tiles - 1) - 2 * (tiles - 1)));
  }
  const std::int64_t width = ceilDiv(shape.blocks + 2 * tileSteps * (tiles - 1), 2 * tiles - 1);
  return {roundUp(width, 2), tileSteps};
}

Plan planHoneycombs(const PlanRequest &request) {
  Plan plan = request.tuning.scheme == Scheme::HoneycombColumns
                  ? startTiling(request, honeycombColumnsScalar, honeycombColumns)
                  : startTiling(request, honeycombScalar, honeycomb);
  if (!plan.isPossible())
    return plan;
  const Tuning &tuning = request.tuning;
  const std::int64_t hint = request.hintedLevels();
  plan.levelsPerLaunch = hint;
  const std::int64_t smallest = most(hint > 0 ? 2 * hint : leastWidth, 2);

  if (tuning.tileBlocks > 0) {
    const std::int64_t width = roundUp(tuning.tileBlocks, 2);
    if (hint > 0 && width < 2 * hint)
      refuse(plan, Reason::TileShape, 2 * hint, width);
    else if (admits(request, plan, width))
      finishTiling(request, plan, width, hint > 0 ? hint : defaultTileSteps(width));
    return plan;
  }
  if (!admits(request, plan, smallest))
    return plan;

  // W is raised from the compute units until a tile fits. No W below the first one tried here can
  // fit, since D > blocks / (2 W - 1). A small system has fewer tiles than compute units.
  const auto &shape = shapeOf<Interlocking>(plan);
  const std::int64_t widest =
      request.device.localMemory / ((shape.walls ? 2 : 1) * shape.blockUnits * shape.unitBytes);
  std::int64_t tiles = most(request.device.computeUnits, 1);
  tiles = most(tiles, (shape.blocks / widest + 1) / 2);
  tiles = least(tiles, shape.blocks);
  HoneycombShape tile = honeycombShape(request, shape, tiles);
  const auto tooNarrow = [&] { return tile.width < most(smallest, 2 * tile.tileSteps); };
  while (tiles > 1 && tooNarrow())
    tile = honeycombShape(request, shape, --tiles);
  while (!tooNarrow() && !fits(request, shape, tile.width))
    tile = honeycombShape(request, shape, ++tiles);
  if (tooNarrow()) // W jumped over the narrowest tile, which fits
    tile = {smallest, most(smallest / 2, 1)};
  finishTiling(request, plan, tile.width, tile.tileSteps);
  return plan;
}

/// For lines whose reach is too long for overlapped tiles: honeycombs hold them in local memory.
std::vector<Tuning> fallbacks(const PlanRequest &request) {
  if (request.device.isCpu || request.grid.rank > 1 ||
      request.tuning.linearForm != LinearForm::Auto)
    return {};
  Tuning tuning = request.tuning;
  tuning.scheme = Scheme::Honeycomb;
  return {tuning};
}

Form formOf(Scheme scheme, bool byPoints) {
  Form form = formOfTiling(scheme, byPoints, planHoneycombs);
  if (scheme == Scheme::Honeycomb && !byPoints)
    form.fallbacks = fallbacks;
  return form;
}

} // namespace

const Form honeycomb = formOf(Scheme::Honeycomb, false),
           honeycombScalar = formOf(Scheme::Honeycomb, true),
           honeycombColumns = formOf(Scheme::HoneycombColumns, false),
           honeycombColumnsScalar = formOf(Scheme::HoneycombColumns, true);

} // namespace eulerc::forms
