#include "planning/code_size.h"

#include "forms/shared.h"

namespace eulerc {
namespace {

using forms::least, forms::most, forms::real;

/// Kinds of tiles, beside plain ones, that a kernel of streaming tiles is written for: those at
/// sides, and the others.
constexpr double kindsOfEdges = 2;

/// Of each component in a level of a streaming tile: what it loads, shows its neighbours, stores,
/// and adds up for its method.
constexpr double besideRightHandSide = 24;

/// Instructions of a streaming tile's levels over their operations, of which many are fused.
/// Counted for sm_90: 27 points, two steps, 11,900 (of 18,400 operations); Gray-Scott by RK4, four
/// rows of four lanes, 22,500 (41,500), a row of two lanes 5,300 (5,200); elastic waves, three
/// steps, 3,000 (3,200).
constexpr double instructionsOfLevels = 0.5;

} // namespace

double codeOf(const PlanRequest &request, const Plan &plan) {
  const Sizes sizes = sizesOf(plan);
  const std::int64_t lanes = request.device.isCpu ? 1 : plan.vectorWidth;
  const double points = real(lanes * most(sizes.kept, 1) * most(sizes.vectorsDeep, 1));
  const double inside = request.stencil.flopsPerComponent * real(request.grid.components);
  const double atEdge = request.stencil.edgeFlopsPerComponent * real(request.grid.components);
  // Blocks of planes have each vector twice, and with its walls (a dendrite, three vectors of 4 a
  // work-item: 13,061 instructions of PTX; linear 2,644).
  const bool isBlock = plan.form->scheme == Scheme::Overlapped && request.grid.rank > 1;
  if (!plan.form->writesLevels)
    return isBlock && !request.device.isCpu ? points * (2 * inside + atEdge / 2)
                                            : points * inside + atEdge;
  const std::int64_t layers = 2 * most(request.reachAlong[0], 1) + 1;
  const double beside = besideRightHandSide * real(request.grid.components);
  return instructionsOfLevels * points * real(plan.levelsPerLaunch.count * layers) *
         (inside + kindsOfEdges * atEdge + beside);
}

double secondsToBuild(const PlanRequest &request, const Plan &plan) {
  const double code = codeOf(request, plan);
  if (request.device.isCpu)
    return 1 + 4e-4 * code;
  // H200, empty caches, 44 drawn programs: linear steps of 500 to 1,700 operations 0.4 to 1.1 s;
  // streaming tiles of 560 to 13,700 0.5 to 10; tiles kept whole, by the operations of all levels
  // of a step: 1,200 to 17,600 of planes 0.3 to 2.1, 360 to 6,600 of lines 0.3 to 3.
  if (plan.form->scheme == Scheme::Linear)
    return 0.3 + 4e-4 * code;
  if (plan.form->writesLevels)
    return 0.4 + 5.5e-4 * code;
  const double ofStep = code * real(request.stages);
  if (request.grid.rank == 1)
    return 0.3 + 4e-4 * ofStep;
  const bool isWrittenTwice = request.stencil.guards != Guards::None; // with guards and without
  return (isWrittenTwice ? 1.2 : 0.4) + 1.1e-4 * ofStep;
}

bool isSoonBuilt(const PlanRequest &request, const Plan &plan) {
  return request.device.isHost || codeOf(request, plan) <= mostCode;
}

Tuning withLessCode(const PlanRequest &request, const Tuning &tuning, const Plan &plan) {
  constexpr std::int64_t wide = 4;
  const Tuning &asked = request.tuning;
  const Sizes sizes = sizesOf(plan);
  const std::int64_t steps = plan.levelsPerLaunch / Levels(request.stages);
  Tuning less = tuning;
  if (asked.vectorWidth == 0 && plan.vectorWidth > wide && !request.device.isCpu)
    less.vectorWidth = plan.vectorWidth / 2;
  else if (asked.tileSteps == 0 && plan.form->writesLevels && steps > 1)
    less.tileSteps = most(1, least(steps - 1, static_cast<std::int64_t>(real(steps) * mostCode /
                                                                        codeOf(request, plan))));
  else if (asked.kept == 0 && sizes.kept > 1)
    less.kept = sizes.kept / 2;
  else if (asked.vectorsDeep == 0 && sizes.vectorsDeep > 1)
    less.vectorsDeep = sizes.vectorsDeep / 2;
  else if (asked.vectorWidth == 0 && plan.vectorWidth > 1 && !request.device.isCpu)
    less.vectorWidth = plan.vectorWidth / 2;
  return less;
}

} // namespace eulerc
