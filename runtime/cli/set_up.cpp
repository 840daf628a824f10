// Gives a solver its params, files and start, and plans its run (set_up.h).

#include "cli/set_up.h"

#include <fmt/format.h>

#include "base/refuse.h"
#include "cli/control_options.h"
#include "cli/start.h"

namespace eulerc {

namespace {

/// Throws Usage unless params of the command line equal those of the checkpoint.
void requireSameParams(const Options &options, const std::vector<ParamValue> &given,
                       const Solver &resumed) {
  const Model &model = resumed.model();
  for (const auto &[name, text] : options.params)
    for (int i = 0; i < model.program.paramCount; i++) {
      const auto k = static_cast<std::size_t>(i);
      const std::string mine = paramText(model.program.params[i], given[k]);
      const std::string its = paramText(model.program.params[i], resumed.params()[k]);
      if (name == model.program.params[i].name && mine != its)
        refuse(fmt::format("cannot resume from '{}': it is of {} = {}, not of --set {}={}",
                           options.overTime.resume, name, its, name, mine));
    }
}

/// Sets params; those of the checkpoint for a resumed run, before files are read, whose sizes they
/// give.
void setParams(Solver &solver, const Options &options) {
  for (const auto &[name, value] : options.params)
    solver.set(name, value);
  if (options.overTime.resume.empty())
    return;
  const std::vector<ParamValue> given = solver.params();
  solver.takeParams(options.overTime.resume);
  requireSameParams(options, given, solver);
}

/// Throws Usage for options that contradict --resume, before the checkpoint is read.
void refuseBesideResume(const Options &options) {
  if (options.overTime.resume.empty())
    return;
  const char *other = options.t0                          ? "--t0"
                      : options.firstStep                 ? "--first-step"
                      : options.stableDt                  ? "--dt auto"
                      : !options.initials.empty()         ? "--init"
                      : options.control.isAsked()         ? "--rtol, --atol or --controller"
                      : options.control.least             ? "--dt-min"
                      : options.control.most              ? "--dt-max"
                      : options.verify                    ? "--verify"
                      : !options.overTime.restart.empty() ? "--restart"
                                                          : nullptr;
  if (other != nullptr)
    refuse(
        fmt::format("{} cannot be combined with --resume: a run goes on as it began, with another "
                    "end, dt, stages or recordings at most; --restart takes the state alone",
                    other));
}

} // namespace

void setUp(Solver &solver, const Options &options) {
  refuseBesideResume(options);
  setParams(solver, options);
  if (!options.fields.empty() || !options.data.empty())
    solver.shape(); // refuses inconsistent params before files
  for (const auto *files : {&options.fields, &options.data})
    for (const auto &[name, file] : *files)
      solver.readSizes(name, file);
  for (const auto &[name, file] : options.fields)
    solver.loadField(name, file);
  for (const auto &[name, file] : options.data)
    solver.loadData(name, file);
  if (options.stages > 0)
    solver.useStages(options.stages);
  solver.useBackend(options.backend);
  if (options.ranks != nullptr)
    solver.useRanks(*options.ranks);
  if (options.slabs.isAsked() || options.slabs.ghostSteps > 0 || options.slabs.areMeasured)
    solver.useSlabs(options.slabs);
  solver.useThreads(options.threads);
  solver.tune(options.tuning);
  solver.measure(options.measuring);
  solver.useBuildOptions(options.buildOptions);
}

Start restart(Solver &solver, const Options &options, double from) {
  Start start{from};
  if (options.overTime.restart.empty())
    solver.restart(from);
  else
    start = solver.restartFrom(options.overTime.restart, options.t0);
  for (const auto &[state, file] : options.initials)
    solver.loadValues(state, file);
  return start;
}

void checkRestart(Solver &solver, const Options &options) {
  if (!options.overTime.restart.empty())
    solver.checkRestartFrom(options.overTime.restart);
  for (const auto &[state, file] : options.initials)
    solver.checkValues(state, file);
}

namespace {

double endOf(const Solver &solver, const Options &options) {
  const Timespan span = solver.timespan();
  if (!options.tEnd && !span.hasTo)
    refuse(fmt::format("{} gives no end time; give --t-end or --steps", solver.model().source));
  return options.tEnd.value_or(span.to);
}

/// The longest stable step. Throws if the run would need more than 10^12 of them.
double stableStep(Solver &solver, const Options &options, const Start &begin) {
  constexpr double mostSteps = 1e12; // a launch takes at least a microsecond
  const double dt = solver.stableStep();
  if (options.steps)
    return dt;
  const double end = endOf(solver, options);
  if (const double steps = (end - begin.time) / dt; steps > mostSteps)
    refuse(
        fmt::format("--dt auto: the longest stable step at t = {} is {:.3g}, and the run to t = {} "
                    "would take {:.3g} such steps; let steps grow with the solution (--rtol), or "
                    "give a dt",
                    begin.time, dt, end, steps));
  return dt;
}

/// The beginning of the run. Sets the solver to it if its state must be known.
Start beginOf(Solver &solver, const Options &options) {
  const double from = options.t0.value_or(solver.timespan().from);
  if (options.overTime.restart.empty() && !options.stableDt)
    return {from};
  Start start = restart(solver, options, from);
  start.before = options.firstStep.value_or(start.before);
  return start;
}

[[noreturn]] void refuseWithoutDt(const Model &model) {
  if (model.method.errorOrder > 0 && !model.stencil.usesStep)
    refuse(fmt::format("{} gives no dt; give one with --dt, take --dt auto, or let errors control "
                       "the steps: --rtol 1e-3",
                       model.source));
  refuse(fmt::format("{} gives no dt; give one with --dt, or take --dt auto", model.source));
}

} // namespace

Run planFromStart(Solver &solver, const Options &options, const Start &begin) {
  const Timespan span = solver.timespan();
  if (!options.dt && !span.hasDt && !options.stableDt && !options.control.isAsked())
    refuseWithoutDt(solver.model());
  if (options.control.isAsked()) {
    controlSteps(solver, options);
    return planStrides(begin.time, endOf(solver, options));
  }
  const double dt =
      options.stableDt ? stableStep(solver, options, begin) : options.dt.value_or(span.dt);
  Start start = begin;
  if (options.overTime.restart.empty())
    start = startOf(solver, options, dt);
  if (options.steps)
    return Solver::planSteps(start, dt, *options.steps);
  return Solver::planTimes(start, endOf(solver, options), dt);
}

Run resumeRun(Solver &solver, const Options &options) {
  return solver.resume(options.overTime.resume, {options.tEnd, options.steps, options.dt});
}

Run planRun(Solver &solver, const Options &options) {
  return planFromStart(solver, options, beginOf(solver, options));
}

} // namespace eulerc
