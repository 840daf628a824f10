// Planner of the form `persistent` for loops over many points (persistent_sums.cl): a launch takes
// many steps, between which the work-groups of `sums` wait for each other.
//
//   1,024 bodies, 132 compute units → eulerc_persistent_sums, 128 work-groups that have 8 points
//   each

#include "forms/forms.h"
#include "forms/linear.h"

#include <algorithm>

namespace eulerc::forms {
namespace {

/// The request for `sums`, with a work-group for each compute unit.
PlanRequest ofSums(PlanRequest request) {
  request.tuning.linearForm = LinearForm::Sums;
  if (!request.device.isCpu)
    request.tuning.workGroups = hintOr(request.tuning.workGroups, request.device.coResident);
  return request;
}

std::string macros(const Plan &plan) {
  return sums.macros(plan) + macrosOfRounds(plan, plan.levelsPerLaunch.count);
}

/// Where waiting in place of launching may save a twentieth of a step.
bool isWorthTrying(const PlanRequest &request) {
  const PlanRequest asked = ofSums(request);
  return request.device.coResident > 1 && takesSums(asked) && !request.stencil.readsGlobals &&
         costOfSteps(asked, planSums(asked)) < 20 * figuresOf(request).launch;
}

Unsupported unsupported(const StencilFacts &stencil) {
  if (stencil.sourceValues > 0 && !stencil.readsGlobals)
    return {};
  return {.why = Reason::NoOverlap, .reason = "has no loops over many points"};
}

Plan planPersistentSums(const PlanRequest &request) {
  constexpr std::int64_t mostLevels = 256;
  constexpr double launchSeconds = 1e-3; // so that no screen waits
  const PlanRequest asked = ofSums(request);
  if (!takesSums(asked) || request.tuning.vectorWidth > 1 || request.stencil.readsGlobals)
    return persistent.plan(request);
  Plan plan = planSums(asked);
  const double launched = costOfSteps(asked, plan);
  plan.form = &persistentSums;
  plan.kernel = "eulerc_persistent_sums";
  plan.workGroups = least(plan.workGroups, request.device.coResident);
  const auto levels = static_cast<std::int64_t>(launchSeconds / launched);
  plan.levelsPerLaunch = request.wholeSteps(std::clamp<std::int64_t>(levels, 1, mostLevels));
  const double launching = figuresOf(request).launch * gpu::speedOf(request).launch;
  plan.expected.seconds = std::max(launched - launching, 0.0) + figuresOf(request).wait;
  return withLevels(plan, request.steps);
}

} // namespace

const Form persistentSums = rowOf<Sums>({
    .name = "persistent",
    .scheme = Scheme::Linear,
    .linearForm = LinearForm::Persistent,
    .onGpus = false,
    .onProcessors = false,
    .onHost = false,
    .mostRank = 1,
    .reads = optionsOfLinear,
    .unsupported = unsupported,
    .plan = planPersistentSums,
    .macros = macros,
    .tiling = [](const Plan &plan) { return persistent.tiling(plan); },
    .lines = [](const Plan &plan, const PlanRequest &request) { return sums.lines(plan, request); },
    .moreLines = [](const Plan &plan) { return sums.moreLines(plan); },
    .copies = Copies::OfRounds,
    .isWhole = true,
    .isWorthTrying = isWorthTrying,
});

} // namespace eulerc::forms
