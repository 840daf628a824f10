// Session: a solver together with its options, on which the functions of the C interface work.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <eulerc/model.h>

#include "cli/options.h"

namespace eulerc {

struct Session {
  explicit Session(const Model &model) : solver(model) { options.command = {model.name}; }

  std::unique_ptr<Ranks> ranks;
  std::function<void()> serve; ///< for all ranks but rank 0
  Solver solver;
  Options options;
  Start start; ///< set by the last restart()
  std::optional<Run> planned;
  bool isStepping = false;                       ///< true: calls come from a callback
  std::string text;                              ///< to which statistics() has returned a pointer
  std::function<void(const std::string &)> note; ///< may be empty
  std::set<std::string> told;                    ///< notes on options that were given before
};

/// Plans the run, if it is not planned yet.
void requirePlan(Session &s);
/// The number of times that the run records something.
std::int64_t recordsOf(const Session &s, const Run &run);
/// The output times of the first recording; nullopt: no option gives them.
std::optional<OutputTimes> outputTimesOf(const Session &s);
/// Whether the run has step control. A resumed run takes its tolerances from the checkpoint.
bool isControlled(const Session &s);

/// Notes which options have no effect in the run that was begun; each once for a solver.
void tellEffects(Session &s);
/// Notes this for options whose effect depends on the device and the plan, after some steps.
void tellEffectsOnSteps(Session &s);

/// The program and the options of its solvers as JSON, for callers in other languages.
std::string descriptionOf(const Model &model);

/// Throws Usage if an option is given that only the command line has.
void refuseOfCommandLine(const std::vector<std::string> &words, const Options &options);

} // namespace eulerc
