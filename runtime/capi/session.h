// Session: a solver and what its options ask for, as the functions of the C entry see it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <eulerc/model.h>

#include "cli/options.h"
#include "schedule/schedule.h"

namespace eulerc {

struct Session {
  explicit Session(const Model &model) : solver(model) { options.command = {model.name}; }

  std::unique_ptr<Ranks> ranks;
  std::function<void()> serve; ///< of ranks but 0
  Solver solver;
  Options options;
  Start start; ///< of the last restart()
  std::optional<Run> planned;
  bool isStepping = false; ///< calls come from a callback
  std::string text;        ///< what statistics() has given away
};

/// What the program is and what options its solvers have, as JSON: for people and machines that
/// cannot read C++.
std::string descriptionOf(const Model &model);

/// Throws Usage for options that are of the command line alone.
void refuseOfCommandLine(const Options &options);

} // namespace eulerc
