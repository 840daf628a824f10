// Parses and checks the options of step control (control_options.h).

#include "cli/control_options.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/text.h"
#include "cli/option_values.h"
#include "schedule/time_schedule.h"

namespace eulerc {
namespace {

/// "1e-4", "u=1e-4,v=1e-6", or "1e-4,v=1e-6": of all states, of single ones, or of both.
Values toleranceOf(const char *option, const std::string &text) {
  Values values;
  for (const std::string &part : split(text, ',')) {
    const std::size_t equals = part.find('=');
    const bool isNamed = equals != std::string::npos;
    const std::string name = isNamed ? part.substr(0, equals) : "";
    const double value = realOf(option, isNamed ? part.substr(equals + 1) : part);
    if (std::ranges::find(values, name, &Values::value_type::first) != values.end())
      refuse(isNamed ? fmt::format("the state '{}' is named twice", name)
                     : fmt::format("{}: '{}' gives two tolerances to all states; one of a single "
                                   "state has its name, as in NAME={}",
                                   option, text, part));
    values.emplace_back(name, value);
  }
  return values;
}

void take(StepControl &control, const Values &values, double Tolerance::*which) {
  for (const auto &[name, value] : values)
    if (name.empty())
      control.tolerance.*which = value;
  for (const auto &[name, value] : values) {
    if (name.empty())
      continue;
    auto own = std::ranges::find(control.of, name, &std::pair<std::string, Tolerance>::first);
    if (own == control.of.end())
      own = control.of.insert(own, {name, control.tolerance});
    own->second.*which = value;
  }
}

/// A length that was given; 0: none was.
double lengthOf(const std::optional<double> &given) {
  if (given && !(*given > 0))
    refuse(fmt::format("the length of a step must be a finite number above zero, not {}", *given));
  return given.value_or(0);
}

/// Whether it is a table of all steps; those of a controlled run are the accepted ones.
bool takesEachStep(const Recording &recording) {
  return !recording.isStates() && recording.outputTimes && recording.outputTimes->steps == 1;
}

} // namespace

void addControlOptions(CLI::App &app, ControlOptions &o) {
  addValue(app, "--rtol", "REL|NAME=REL,...",
           "steps as long as their error allows: of a value's size, of all states or of some "
           "(methods bs32, dopri5; default: 1e-3)",
           [&o](auto &text) { o.relative = toleranceOf("--rtol", text); });
  addValue(app, "--atol", "ABS|NAME=ABS,...", "the same, in the units of the state (default: 1e-6)",
           [&o](auto &text) { o.absolute = toleranceOf("--atol", text); });
  addValue(app, "--controller", "NAME",
           "what they follow from: pi, the last two errors (default), or i, the last one, as SciPy "
           "has it",
           [&o](auto &text) {
             o.controller = chosen<StepControl::Controller>(
                 "--controller", text,
                 {{"i", StepControl::Controller::Integral},
                  {"pi", StepControl::Controller::ProportionalIntegral}});
           });
  addValue(app, "--dt-min", "H", "the shortest step then",
           [&o](auto &text) { o.least = realOf("--dt-min", text); });
  addValue(app, "--dt-max", "H", "the longest step then",
           [&o](auto &text) { o.most = realOf("--dt-max", text); });
}

void refuseBesideControl(const Options &o) {
  const TimeOptions &t = o.overTime;
  if (!t.resume.empty())
    return; // refused with all else that has been said already
  if (!o.control.isAsked()) {
    if (o.control.least || o.control.most)
      refuse(fmt::format("{} bounds steps that their error controls; give --rtol or --atol as well",
                         o.control.least ? "--dt-min" : "--dt-max"));
    return;
  }
  const auto countsSteps = [](const Recording &each) {
    return each.outputTimes && each.outputTimes->steps && !takesEachStep(each);
  };
  const char *other = o.steps                                              ? "--steps"
                      : std::ranges::any_of(t.recordings.all, countsSteps) ? "--every COUNTsteps"
                                                                           : nullptr;
  if (other != nullptr)
    refuse(fmt::format("{} cannot be combined with --rtol, --atol and --controller, which choose "
                       "the length of each step",
                       other));
}

void requireTimes(const Recording &recording, const Run &run) {
  if (takesEachStep(recording))
    return;
  const OutputTimes &outputTimes = *recording.outputTimes;
  if (outputTimes.steps)
    refuse("errors control how long the steps of this run are; give a time in place of COUNTsteps");
  TimeSchedule(outputTimes, run);
}

void controlSteps(Solver &solver, const Options &options) {
  StepControl control;
  take(control, options.control.relative, &Tolerance::relative);
  take(control, options.control.absolute, &Tolerance::absolute);
  control.controller = options.control.controller.value_or(control.controller);
  control.least = options.control.least.value_or(0);
  control.most = lengthOf(options.control.most);
  control.first = lengthOf(options.dt);
  solver.control(control); // refuses what cannot be
  if (options.stableDt)
    control.first = solver.stableStep();
  solver.control(control);
}

Run planStrides(double from, double to) {
  return Solver::planTimes(from, to, to > from ? to - from : 1);
}

} // namespace eulerc
