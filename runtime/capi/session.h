// Session: a solver and what its options ask for, as the functions of the C entry see it.
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
  std::function<void()> serve; ///< of ranks but 0
  Solver solver;
  Options options;
  Start start; ///< of the last restart()
  std::optional<Run> planned;
  bool isStepping = false;                       ///< calls come from a callback
  std::string text;                              ///< what statistics() has given away
  std::function<void(const std::string &)> note; ///< may be empty
  std::set<std::string> told;                    ///< what was said of options
};

/// Plans its run, if there is no plan yet.
void requirePlan(Session &s);
/// How often the run records something.
std::int64_t recordsOf(const Session &s, const Run &run);
/// When the first of the recordings looks; nothing where no option says.
std::optional<OutputTimes> outputTimesOf(const Session &s);
/// Whether errors control the steps. A run that goes on has its tolerances from the checkpoint.
bool isControlled(const Session &s);

/// Says which options have no effect in the run that was begun; each once for a solver.
void tellEffects(Session &s);
/// The same when the run has shown where and how it was computed.
void tellEffectsOnSteps(Session &s);

/// What the program is and what options its solvers have, as JSON: for people and machines that
/// cannot read C++.
std::string descriptionOf(const Model &model);

/// Throws Usage for options that are of the command line alone.
void refuseOfCommandLine(const Options &options);

} // namespace eulerc
