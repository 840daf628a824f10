// Planners of the persistent forms of the linear scheme. A launch takes many steps, and its
// work-groups wait for each other after each step: linear steps while a GPU's cache holds the state
// (linear_persistent.cl), and loops over many points (persistent_sums.cl).
//
//   seven points, 128³, 132 compute units → eulerc_linear_persistent, 128 work-groups of 512, 8
//   planes each, 256 steps a launch
//   1,024 bodies → eulerc_persistent_sums, 128 work-groups that have 8 points each

#include "forms/forms.h"
#include "forms/linear.h"

#include <algorithm>

namespace eulerc::forms {
namespace {

// Work-items of a work-group: "Small states" in bench/notes.md.
constexpr std::int64_t workItems = 512;
constexpr std::int64_t mostDeep = 20;
/// Limits of a launch: about a millisecond, so that the GPU can still draw a screen.
constexpr std::int64_t launchLevels = 256;
constexpr double launchSeconds = 1e-3;

/// Bytes of both copies of the state, and of the fields.
double bytesOf(const PlanRequest &request) {
  return real(request.components) * (request.stateBytes + request.fieldBytes);
}

/// Makes work-groups take whole rows, if they hold at least four, so that no lane is idle at the
/// end of a row.
void fillRows(const PlanRequest &request, Plan &plan) {
  const std::int64_t across = ceilDiv(request.grid.extent[request.grid.rank - 1], plan.vectorWidth);
  const std::int64_t items = request.tuning.workGroupSize;
  if (4 * across > items)
    return;
  auto &shape = shapeOf<Linear>(plan);
  shape.vectorsAcross = across;
  plan.workGroupSize = items - items % across;
  plan.workGroups = streamingGroups(request, plan, shape);
}

/// The plan of planLinear() for GPUs, with work-items that stream over `deep` rows or planes.
Plan planDeep(PlanRequest request, std::int64_t deep) {
  request.tuning.linearForm = LinearForm::VectorGroups;
  request.tuning.vectorsDeep = deep;
  if (request.tuning.workGroupSize == 0)
    request.tuning.workGroupSize = least(workItems, request.device.maxWorkGroupSize);
  // A work-item has 128 registers in so large work-groups: narrow vectors pay sooner.
  constexpr double manyOperations = 35;
  if (request.grid.rank == 3)
    request.tuning.vectorWidth = lanesOfColumns(request, manyOperations);
  Plan plan = planLinear(request);
  if (plan.alignment == RowAlignment::Grid)
    fillRows(request, plan);
  return plan;
}

/// Parts that a work-group takes in turn.
std::int64_t roundsOf(const PlanRequest &request, const Plan &plan) {
  return ceilDiv(plan.workGroups, request.device.coResident);
}

/// Rows or planes that a work-group reads in a step, for all its parts.
std::int64_t readBy(const PlanRequest &request, const Plan &plan) {
  return roundsOf(request, plan) *
         (shapeOf<Linear>(plan).vectorsDeep + most(request.reachAlong[0], 0));
}

/// Seconds of a step: a barrier, and the longer of moving and computing. `busy` accounts for lanes
/// that are idle, `read` for rows or planes that work-groups read of their neighbours.
double secondsOf(const PlanRequest &request, const Plan &plan) {
  const double units = real(request.device.coResident);
  const std::int64_t deep = shapeOf<Linear>(plan).vectorsDeep;
  const double room =
      units * real(roundsOf(request, plan) * deep * plan.workGroupSize * plan.vectorWidth);
  const double busy = room / real(request.points);
  const double beside = real(most(request.reachAlong[0], 0));
  const double read = 1 + beside / real(deep);
  const gpu::Speed speed = gpu::speedOf(request);
  const GpuFigures &figures = figuresOf(request);
  const double moving =
      bytesOf(request) * (1 + read) / 2 / (units * figures.persistent.bytes * speed.memory);
  const double computing =
      real(request.components) * request.flops / (units * figures.operations * speed.arithmetic);
  return figures.wait + busy * (moving > computing ? moving : computing);
}

/// Values of the whole grid are computed before a launch: a launch of several levels would use them
/// for all its levels.
Unsupported unsupportedGlobals(const StencilFacts &stencil) {
  if (!stencil.readsGlobals)
    return {};
  return {.why = Reason::NoOverlap,
          .reason = "has no values of the whole grid where a launch takes several levels"};
}

std::optional<std::string> cure(const Plan &) { return "another --linear-form"; }

Plan planPersistent(const PlanRequest &request) {
  Plan plan = planDeep(request, most(request.tuning.vectorsDeep, 1));
  for (std::int64_t deep = 2; deep <= mostDeep && request.tuning.vectorsDeep == 0; deep++)
    if (const Plan deeper = planDeep(request, deep);
        readBy(request, deeper) < readBy(request, plan))
      plan = deeper;
  plan.form = &persistent;
  plan.kernel = "eulerc_linear_persistent";
  plan.expected.seconds = secondsOf(request, plan);
  plan.workGroups = least(plan.workGroups, request.device.coResident);
  plan.levelsPerLaunch = request.wholeSteps(launchLevels);
  plan.shape = Persistent{shapeOf<Linear>(plan)};
  plan.unsupported = unsupportedGlobals(request.stencil);
  return withLevels(plan, request.steps);
}

std::string macros(const Plan &plan) {
  return macrosOfSteps(plan, shapeOf<Persistent>(plan)) +
         macrosOfRounds(plan, plan.levelsPerLaunch.count);
}

/// Each level is a round.
Tiling tiling(const Plan &plan) {
  Tiling tiling = {};
  tiling.tileSteps = 1;
  tiling.steps = plan.levels.count;
  return tiling;
}

bool isWorthTrying(const PlanRequest &request) {
  return request.device.coResident > 1 && !request.stencil.readsFar &&
         !request.stencil.readsGlobals && isCached(request);
}

/// Sets the members that both forms have in common.
template <class Shape> constexpr Form inOneLaunch(Form form) {
  form.linearForm = LinearForm::Persistent;
  form.onGpus = form.onProcessors = form.onHost = false;
  form.reads = optionsOfLinear;
  form.tiling = tiling;
  form.copies = Copies::OfRounds;
  form.isWhole = true;
  return rowOf<Shape>(form);
}

// ---- loops over many points ---------------------------------------------------------------------

/// The request for `sums`, with a work-group for each compute unit.
PlanRequest ofSums(PlanRequest request) {
  request.tuning.linearForm = LinearForm::Sums;
  if (!request.device.isCpu)
    request.tuning.workGroups = hintOr(request.tuning.workGroups, request.device.coResident);
  return request;
}

std::string macrosOfSums(const Plan &plan) {
  return sums.macros(plan) + macrosOfRounds(plan, plan.levelsPerLaunch.count);
}

/// Whether waiting instead of launching may save more than a twentieth of a step.
bool isWorthTryingSums(const PlanRequest &request) {
  const PlanRequest asked = ofSums(request);
  return request.device.coResident > 1 && takesSums(asked) && !request.stencil.readsGlobals &&
         costOfSteps(asked, planSums(asked)) < 20 * figuresOf(request).launch;
}

Unsupported unsupportedLoops(const StencilFacts &stencil) {
  if (stencil.sourceValues > 0 && !stencil.readsGlobals)
    return {};
  return {.why = Reason::NoOverlap, .reason = "has no loops over many points"};
}

Plan planPersistentSums(const PlanRequest &request) {
  const PlanRequest asked = ofSums(request);
  if (!takesSums(asked) || request.tuning.vectorWidth > 1 || request.stencil.readsGlobals)
    return planPersistent(request);
  Plan plan = planSums(asked);
  const double launched = costOfSteps(asked, plan);
  plan.form = &persistentSums;
  plan.kernel = "eulerc_persistent_sums";
  plan.workGroups = least(plan.workGroups, request.device.coResident);
  const auto levels = static_cast<std::int64_t>(launchSeconds / launched);
  plan.levelsPerLaunch = request.wholeSteps(std::clamp<std::int64_t>(levels, 1, launchLevels));
  const double launching = figuresOf(request).launch * gpu::speedOf(request).launch;
  plan.expected.seconds = std::max(launched - launching, 0.0) + figuresOf(request).wait;
  return withLevels(plan, request.steps);
}

} // namespace

bool isCached(const PlanRequest &request) {
  const GpuFigures::Persistent &figures = figuresOf(request).persistent;
  const bool isKnown = request.device.lastCache > 0 && request.device.assumed[0] == '\0';
  return bytesOf(request) <= (isKnown ? figures.cacheShare * real(request.device.lastCache)
                                      : real(figures.unitCache * request.device.computeUnits));
}

const Form persistent = inOneLaunch<Persistent>({.name = "persistent",
                                                 .scheme = Scheme::Linear,
                                                 .plan = planPersistent,
                                                 .macros = macros,
                                                 .cure = cure,
                                                 .listsEvents = true,
                                                 .elsewhere = "{0} has no such form",
                                                 .isWorthTrying = isWorthTrying});
const Form persistentSums = inOneLaunch<Sums>(
    {.name = "persistent",
     .scheme = Scheme::Linear,
     .mostRank = 1,
     .unsupported = unsupportedLoops,
     .plan = planPersistentSums,
     .macros = macrosOfSums,
     .lines = [](const Plan &plan,
                 const PlanRequest &request) { return sums.lines(plan, request); },
     .moreLines = [](const Plan &plan) { return sums.moreLines(plan); },
     .isWorthTrying = isWorthTryingSums});

} // namespace eulerc::forms
