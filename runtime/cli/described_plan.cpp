// Finds the device and the request of a run, plans it, and prints the plan (described_plan.h).

#include "cli/described_plan.h"

#include <optional>

#include <fmt/format.h>

#include "backend/select_backend.h"
#include "base/memory.h"
#include "cli/effects.h"
#include "cli/guard.h"
#include "cli/plan.h"
#include "cli/set_up.h"
#include "cli/slab_plan.h"
#include "cli/tuning.h"
#include "forms/shared.h"
#include "model/precision.h"
#include "model/stages.h"
#include "opencl/launch_parts.h"
#include "planning/request.h"

namespace eulerc {
namespace {

using Note = std::function<void(const std::string &)>;

DeviceLimits plannedDevice(const Options &options) {
  if (options.assumed)
    return *options.assumed;
  const Guard guard(options);
  const std::vector<DeviceInfo> devices = listDevices();
  if (devices.empty())
    throw Error(Error::Kind::Run, "no OpenCL device found to plan for; describe one with --assume "
                                  "compute-units=COUNT,local-memory=BYTES");
  return devices[options.device.empty() ? 0 : chooseDevice(devices, options.device)].limits;
}

/// Whether the processor takes the steps itself, without OpenCL.
bool isOnHost(const Options &options) {
  if (options.backend != Backend::Auto)
    return options.backend != Backend::OpenCL;
  if (!options.device.empty() || !options.slabs.devices.empty() ||
      isForDevices(options.tuning, options.buildOptions))
    return false;
  return options.assumed ? options.assumed->isCpu : isProcessorUsual();
}

/// What the backend serial takes unless it is asked for more: steps point by point.
Tuning plannedTuning(const Options &options) {
  Tuning tuning = options.tuning;
  const bool isPlain = options.backend == Backend::Serial && tuning.scheme == Scheme::Auto &&
                       options.measuring != Measuring::Always;
  if (!isPlain)
    return tuning;
  tuning.scheme = Scheme::Linear;
  if (tuning.vectorWidth == 0)
    tuning.vectorWidth = 1;
  return tuning;
}

/// Components of the states alone; a request counts those of a method's intermediate states as
/// well.
std::int64_t componentsOfStates(const Model &model, const PlanRequest &request) {
  const int all = model.method.levelStates;
  return all > 0 ? request.components / all * model.program.stateCount : request.components;
}

/// Whether an estimate has room for the state, and for two vectors of floats beside it.
bool hasRoomForEstimate(const Solver &solver) {
  const std::int64_t bytes = realSize(solver.model().program.precision) + 2 * sizeof(float);
  return times(solver.components(), bytes) < availableHostMemory();
}

/// Steps of the run, for which a solver that chooses stages has as many as they need.
std::int64_t plannedSteps(Solver &solver, const Options &options, const Note &note) {
  const bool areOpen = solver.model().method.stageLevels > 0 && solver.stages() == 0;
  const bool hasDt = options.dt || options.stableDt || solver.timespan().hasDt;
  if (options.steps && !(areOpen && hasDt))
    return Solver::planSteps(0, 1, *options.steps).steps;
  const Run run = planRun(solver, options);
  if (!areOpen)
    return run.steps;
  if (!hasRoomForEstimate(solver)) {
    note(fmt::format("how many stages a step needs is not known, for there is no memory for an "
                     "estimate: the plan is of {} (--stages)",
                     usualStages));
    return run.steps;
  }
  solver.onNote(note);
  if (!options.stableDt && options.overTime.restart.empty())
    restart(solver, options, run.from);
  solver.chooseStages(run);
  return run.steps;
}

/// What slabs cost beside the steps of the first one.
std::string textOfSlabs(const Model &model, const SlabPlan &slabs, const Grid &slab,
                        const Plan &plan, const PlanRequest &request) {
  const CutGrid &cut = slabs.grid;
  const double step =
      plannerOf(model).secondsOfStep(request, plan) * static_cast<double>(model.method.stages);
  SlabPiece piece{&slab, unexchangedRows(cut.domains.front(), cut.cut.ghostDepth), cut.cut.radius};
  piece.isLastInParts = !cut.cut.rowsAreQuick;
  const bool hides =
      hidesExchanges(withLevels(plan, Levels{cut.cut.steps * model.method.stages}), piece);
  const double launches = piece.isLastInParts ? 2 : 1;
  return slabPlanText(slabs, step,
                      hides ? launches * step * plan.timeSteps(plan.levelsPerLaunch) : 0);
}

} // namespace

std::string describePlan(Solver &solver, const Options &options, const Note &note) {
  const std::int64_t steps = plannedSteps(solver, options, note);
  const Model &model = solver.model();
  Grid grid;
  model.host.grid(solver.params().data(), &grid);
  const DeviceLimits device = plannedDevice(options);
  Tuning tuning = plannedTuning(options);
  const auto requestOf = [&](const Grid &of) {
    return planRequest(model, solver.params(), of, device, tuning, steps * model.method.stages);
  };
  const std::optional<SlabPlan> slabs = planSlabs(solver, options, grid, [&](const Grid &slab) {
    Pace pace = paceOf(model, requestOf(slab));
    pace.leavesOld = isOnHost(options);
    return pace;
  });
  if (slabs) {
    tuning = tuningOf(model, slabs->grid.cut, tuning);
    grid = slabOf(grid, slabs->grid.domains.front(), slabs->grid.cut.radius);
  }
  PlanRequest request = requestOf(grid);
  if (slabs && slabs->grid.cut.ghostDepth > 0)
    request.interval = slabs->grid.cut.steps * model.method.stages;
  const Plan plan = plannerOf(model).plan(request);
  requirePlan(plan);
  for (const std::string &text : unfollowedHints(tuning, plan))
    note(text);
  const std::string others =
      options.explain && tuning.scheme == Scheme::Auto
          ? candidatesText(expectedTrials(model, request), componentsOfStates(model, request))
          : "";
  return fmt::format("plan of {}\n{}{}{}", model.name,
                     slabs ? textOfSlabs(model, *slabs, grid, plan, request) : "",
                     planText(plan, request), others);
}

} // namespace eulerc
