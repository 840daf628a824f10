// Options: all options of a solver's command line, parsed.
//
//   argc, argv → Options, or the text of --help or --version
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <eulerc/model/ranks.h>
#include <eulerc/solver.h>

#include "cli/recordings.h"

namespace eulerc {

/// NAME=VALUE pairs of an option, in order.
using Assignments = std::vector<std::pair<std::string, std::string>>;

/// The last value of that name, or "".
std::string lastOf(const Assignments &assignments, std::string_view name);

/// `--sweep K=1:10:10`, `K=1:100:3:log`, `K=1,2,5`, `K=values.txt`
struct Sweep {
  std::string param;
  long double from = 0, to = 0;  ///< which hold all ints of 64 bits
  std::int64_t count = 0;        ///< of values
  bool isLog = false;            ///< values are spaced logarithmically
  std::vector<std::string> list; ///< the values as given; empty: from the range
  std::string file;              ///< file with the list; "": none
};

/// `--slice k=10`: an axis and an index along it.
using Slices = std::vector<std::pair<std::string, std::int64_t>>;

/// Options for results over time.
struct TimeOptions {
  RecordingWords words; ///< as given
  Recordings recordings;
  bool interpolates = false; ///< record states between steps, too
  std::optional<double> steady;
  std::string checkpoint, resume, restart;
  std::optional<double> everyMinutes;
  std::optional<std::string> picture; ///< file; "": on the terminal
  std::vector<std::string> pictureOf; ///< states and outputs that it shows; none: all states
  Slices slices;                      ///< cuts through the grid that it shows
  std::string movie;
  std::vector<Sweep> sweeps;

  bool hasFile(Recording::Kind kind) const;
  bool hasProbes() const;
  /// The first file of states; "" if there is none.
  std::string firstSave() const;
  /// The table of a sweep; "" for standard output.
  std::string sweepTable() const;
};

/// Numbers by the names of states; the name "" stands for all other states.
using Values = std::vector<std::pair<std::string, double>>;

/// Options of step-size control.
struct ControlOptions {
  Values relative, absolute;
  std::optional<StepControl::Controller> controller;
  std::optional<double> least, most;
  bool isAsked() const { return !relative.empty() || !absolute.empty() || controller; }
};

struct Options {
  Assignments params;   ///< name, value as text
  Assignments fields;   ///< field, file
  Assignments data;     ///< data, file
  Assignments initials; ///< state, file of its values at t0
  std::optional<double> t0, tEnd, dt;
  std::optional<std::int64_t> firstStep; ///< steps before t0, which offset random numbers
  bool stableDt = false;                 ///< --dt auto
  int stages = 0;                        ///< of a step; 0: the model's number
  ControlOptions control;
  std::optional<std::int64_t> steps;

  Backend backend = Backend::Auto;
  std::string device; ///< "" leaves the choice to the solver
  Slabs slabs;
  Ranks *ranks = nullptr; ///< null: a single process
  int threads = 0;
  Tuning tuning;
  Measuring measuring = Measuring::WhenItPays;
  bool explain = false;                ///< print how `auto` chose
  bool plan = false;                   ///< print the plan and stop
  std::optional<DeviceLimits> assumed; ///< an assumed device for the plan
  std::string buildOptions;

  TimeOptions overTime;
  std::string output;
  std::string stats;
  bool verify = false;
  std::optional<double> tolerance;
  bool describe = false;
  bool listDevices = false;
  bool quiet = false;
  std::optional<bool> progress;      ///< nullopt: only on a terminal
  std::vector<std::string> command;  ///< all words of the command line
  std::vector<std::string> repeated; ///< options of one value that were given more than once
  std::string answer;                ///< text of --help or --version: print it and stop
};

/// An entry in the list of options: `t-end`, `T`, "end time".
struct OptionEntry {
  std::string name;
  std::string value; ///< word for its value; "": an option without a value
  std::string help;
};
/// All options of a model's solver, for the command line, --help, the man page and Python.
std::vector<OptionEntry> optionsOf(const Model &model);

/// Throws Error(Usage) in the user's words.
Options parseOptions(const Model &model, int argc, char **argv, Ranks *ranks = nullptr);

} // namespace eulerc
