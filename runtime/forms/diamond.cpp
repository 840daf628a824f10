// Planner of the diamond schemes (thesis, ch. 6 to 8): D blocks wide, D/2 steps a launch.
//
//   String, n = 80,000, 30 compute units with 16,384 bytes → 59 diamonds of 340 blocks, 10,944
//   bytes
//
// By rows, the half diamonds at the ends of the state belong to tiles of even launches (walls). By
// columns, they are tiles of odd launches, as in the thesis: a tile with a half diamond, walked
// along its diagonals, would need half as much memory again.

#include "forms/forms.h"
#include "forms/interlocking.h"

namespace eulerc::forms {
namespace {

/// The widest diamonds that fit, of the numbers that the strategy tries; `leastWidth` if the system
/// is small.
std::int64_t diamondWidth(const PlanRequest &request, const Interlocking &shape) {
  const std::int64_t units = most(request.device.computeUnits, 1);
  for (std::int64_t m = 1;; m++) {
    const std::int64_t count = diamonds(request.tuning.strategy, units, m);
    if (count < 1)
      continue;
    const std::int64_t width = roundUp(ceilDiv(shape.blocks, count), 2);
    if (width <= leastWidth) // a small system: fewer diamonds than the strategy wants
      return leastWidth;
    if (fits(request, shape, width))
      return width;
  }
}

Plan planDiamonds(const PlanRequest &request) {
  Plan plan = request.tuning.scheme == Scheme::DiamondColumns
                  ? startTiling(request, diamondColumnsScalar, diamondColumns)
                  : startTiling(request, diamondScalar, diamond);
  if (!plan.isPossible())
    return plan;
  const Tuning &tuning = request.tuning;
  std::int64_t width = roundUp(tuning.tileBlocks, 2);
  if (tuning.tileSteps > 0) { // D and S say the same
    const std::int64_t needed = 2 * request.hintedLevels();
    if (width > 0 && width != needed) {
      plan.levelsPerLaunch = request.hintedLevels();
      refuse(plan, Reason::TileShape, needed, width);
      return plan;
    }
    width = needed;
  }
  if (!admits(request, plan, width > 0 ? width : leastWidth))
    return plan;
  if (width == 0)
    width = diamondWidth(request, shapeOf<Interlocking>(plan));
  finishTiling(request, plan, width, width / 2);
  return plan;
}

/// On processors, diamonds keep a part of the state in a cache. Local memory is ordinary memory
/// there, so diamonds of few steps are as fast as diamonds that fill it, and a launch of them is
/// measured sooner.
std::vector<Tuning> fallbacks(const PlanRequest &request) {
  if (!request.device.isCpu)
    return {};
  PlanRequest asked = request;
  asked.tuning.scheme = Scheme::Diamond;
  const Plan planned = planDiamonds(asked);
  std::vector<Tuning> found;
  for (const std::int64_t steps : {256, 64})
    if (planned.levelsPerLaunch > steps * request.stages) {
      asked.tuning.tileSteps = steps;
      found.push_back(asked.tuning);
    }
  if (found.empty())
    found.push_back(asked.tuning);
  return found;
}

Form formOf(Scheme scheme, bool byPoints) {
  Form form = formOfTiling(scheme, byPoints, planDiamonds);
  form.reads |= OptionStrategy;
  if (scheme == Scheme::Diamond && !byPoints)
    form.fallbacks = fallbacks;
  return form;
}

} // namespace

const Form diamond = formOf(Scheme::Diamond, false), diamondScalar = formOf(Scheme::Diamond, true),
           diamondColumns = formOf(Scheme::DiamondColumns, false),
           diamondColumnsScalar = formOf(Scheme::DiamondColumns, true);

} // namespace eulerc::forms
