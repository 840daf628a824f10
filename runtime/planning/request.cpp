// Makes a PlanRequest from a model, params, a grid, a device and hints (request.h).

#include "planning/request.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "base/memory.h"
#include "base/refuse.h"
#include "base/text.h"
#include "forms/hints.h"
#include "layout/layout.h"
#include "model/stages.h"
#include "state/state.h"

namespace eulerc {
namespace {

/// "linear, diamond": the schemes that read a hint.
std::string namesOf(const Hint &hint) {
  std::vector<std::string> names;
  for (const Scheme scheme : allSchemes)
    if (isKnownBy(scheme, hint))
      names.emplace_back(schemeName(scheme));
  return joined(names);
}

/// Sets the reach of points in the canonical grid. The model's reach is counted in points of the
/// user's grid; along the last axis a canonical point holds one of them for each residue class.
void setReach(PlanRequest &request, const Model &model, const std::vector<ParamValue> &params) {
  std::int64_t reach[maxRank] = {};
  model.program.reach(params.data(), reach);
  request.reach = reach[0];
  if (model.stencil.pointReach >= 0 && reach[0] >= 0)
    request.reach = model.stencil.pointReach;
  else if (request.grid.rank == 1 && reach[0] > 0)
    request.reach = (reach[0] + request.grid.classes - 1) / request.grid.classes;
  for (int axis = 0; axis < model.program.rank; axis++) {
    const bool isLast = axis + 1 == model.program.rank;
    const std::int64_t classes = isLast ? request.grid.classes : 1;
    request.reachAlong[axis] = model.stencil.keepsLayers ? model.stencil.layerReach[axis]
                               : reach[axis] < 0         ? -1
                                                         : (reach[axis] + classes - 1) / classes;
  }
  if (!model.stencil.keepsLayers)
    request.reachAlong[0] = request.reach;
}

} // namespace

PlanRequest planRequest(const Model &model, const std::vector<ParamValue> &params,
                        const DeviceLimits &device, const Tuning &tuning, std::int64_t levels) {
  Grid grid;
  model.host.grid(params.data(), &grid);
  return planRequest(model, params, grid, device, tuning, levels);
}

PlanRequest planRequest(const Model &model, const std::vector<ParamValue> &params, const Grid &grid,
                        const DeviceLimits &device, const Tuning &tuning, std::int64_t levels) {
  PlanRequest request;
  request.stencil = model.stencil;
  request.grid = grid;
  std::int64_t extents[maxRank] = {};
  model.program.extents(params.data(), extents);
  extents[0] = componentsAlong(grid, extents[0]);
  // Levels also read and write the intermediate states of a method.
  const int states =
      model.method.levelStates > 0 ? model.method.levelStates : model.program.stateCount;
  request.components = states;
  for (int axis = 0; axis < model.program.rank; axis++)
    request.components = times(request.components, extents[axis]);
  request.points = pointsOf(request.grid);
  request.steps = levels;
  request.levelsOfStep = model.method.stages;
  request.stages = levelsOfTiles(model, device.isCpu && hasHostCode(tuning.tileForm));
  request.realSize = realSize(model.program.precision);
  request.device = device;
  request.tuning = tuning;
  request.accessDistance = model.program.accessDistance(params.data());

  const double laterPasses =
      model.host.loopFlops != nullptr ? model.host.loopFlops(params.data()) : 0;
  request.flops = model.stencil.flopsPerComponent + laterPasses;
  request.instructions = model.stencil.instructionsPerComponent + laterPasses;
  request.leastOperations = model.stencil.leastOperations;
  if (model.host.loopOperations != nullptr)
    request.leastOperations += model.host.loopOperations(params.data());
  request.stateBytes = 2 * static_cast<double>(request.realSize);
  request.fieldBytes = static_cast<double>(request.realSize * model.program.fieldCount) / states;

  const bool cuts = request.stages < model.method.stages;
  request.liveOutShare = cuts ? 1
                              : static_cast<double>(liveOutComponents(model, request.grid)) /
                                    (states * request.grid.classes);

  request.unitComponents =
      request.grid.rank == 1
          ? request.grid.components
          : times(makeLayout(request.grid, Arrangement::SoA).stride[0], request.grid.components);
  setReach(request, model, params);
  return request;
}

Pace paceOf(const Model &model, const PlanRequest &request) {
  const Plan plan = plannerOf(model).plan(request);
  if (!plan.isPossible())
    return {};
  const std::int64_t steps =
      std::max<std::int64_t>(1, std::llround(plan.timeSteps(plan.levelsPerLaunch)));
  if (request.device.isCpu || request.device.isHost)
    return {.steps = steps, .cores = std::max<std::int64_t>(1, request.device.computeUnits)};
  const double level = plannerOf(model).secondsOfStep(request, plan); // the model's step
  return {.steps = steps,
          .seconds = level * static_cast<double>(request.levelsOfStep),
          .ofLaunch = level * static_cast<double>(plan.levelsPerLaunch.count)};
}

Plan planOf(const Model &model, PlanRequest request, const Tuning &tuning) {
  request.tuning = tuning;
  return plannerOf(model).plan(request);
}

void requireKnownHints(const Tuning &tuning) {
  std::vector<std::string> made;
  for (const Hint &hint : hints()) {
    if (!hint.made(tuning))
      continue;
    if (tuning.scheme != Scheme::Auto && !isKnownBy(tuning.scheme, hint))
      refuse(fmt::format("{} has no effect with the scheme {}; it is for {}", hint.option,
                         schemeName(tuning.scheme), namesOf(hint)));
    made.push_back(fmt::format("{} is for {}", hint.option, namesOf(hint)));
  }
  const bool known =
      std::ranges::any_of(allSchemes, [&](Scheme scheme) { return knowsHints(scheme, tuning); });
  if (!known)
    refuse(fmt::format("no scheme takes all these options: {}", fmt::join(made, "; ")));
}

void requirePlan(const Plan &plan) {
  if (!plan.isPossible())
    throw Error(isOfMemory(plan.unsupported.why) ? Error::Kind::Run : Error::Kind::Usage,
                unsupportedText(plan));
}

} // namespace eulerc
