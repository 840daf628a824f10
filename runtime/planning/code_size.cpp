// Operations in a kernel's code and the time to build it (code_size.h), fitted to measured builds.

#include "planning/code_size.h"

#include "forms/shared.h"

namespace eulerc {

using forms::least, forms::most, forms::real;

double codeOf(const PlanRequest &request, const Plan &plan) {
  if (plan.form->codeOfLevels)
    return plan.form->codeOfLevels(request, plan);
  const Sizes sizes = sizesOf(plan);
  const std::int64_t lanes = request.device.isCpu ? 1 : plan.vectorWidth;
  const double points = real(lanes * most(sizes.kept, 1) * most(sizes.writtenDeep, 1));
  const double inside = request.stencil.flopsPerComponent * real(request.grid.components);
  const double atEdge = request.stencil.edgeFlopsPerComponent * real(request.grid.components);
  // Blocks of 2-D and 3-D tiles write out each vector twice, and with code for the sides.
  const bool isBlock = plan.form->scheme == Scheme::Overlapped && request.grid.rank > 1;
  return isBlock && !request.device.isCpu ? points * (2 * inside + atEdge / 2)
                                          : points * inside + atEdge;
}

namespace {

double secondsOfText(const PlanRequest &request, const Plan &plan) {
  const double code = codeOf(request, plan);
  if (request.device.isCpu)
    return 1 + 4e-4 * code;
  // Builds of tiles kept whole take as long as the operations of all levels of a step suggest
  // ("Build times" in bench/notes.md).
  if (plan.form->scheme == Scheme::Linear)
    return 0.3 + 4e-4 * code;
  if (plan.form->codeOfLevels)
    return 0.4 + 5.5e-4 * code;
  const double ofStep = code * real(request.stages);
  if (request.grid.rank == 1)
    return 0.3 + 3e-4 * ofStep;
  const bool isWrittenTwice = request.stencil.guards != Guards::None; // with guards and without
  return (isWrittenTwice ? 1.2 : 0.4) + 1.1e-4 * ofStep;
}

} // namespace

double secondsToBuild(const PlanRequest &request, const Plan &plan) {
  constexpr double ofLimited = 0.5; // the text was already parsed for the plan without a limit
  const bool isLimited = plan.groupsPerUnit > 0 && request.tuning.groupsPerUnit == 0 &&
                         plan.form->groupsPerUnit == nullptr;
  return secondsOfText(request, plan) * (isLimited ? ofLimited : 1);
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
  else if (asked.tileSteps == 0 && plan.form->codeOfLevels && steps > 1)
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
