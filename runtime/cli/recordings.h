// Recordings: the files of states, tables and lists of events that a run writes, each at its own
// output times.
//
//   --save u.h5 --every 1 --save line.h5 --only u --every 0.01 --probe u[3] --table u.csv
//   → three recordings; options for contents or times belong to the recording before them
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <eulerc/output_times.h>

namespace eulerc {

/// Options of recordings, in the order of the command line: "--save", "u.h5".
using RecordingWords = std::vector<std::pair<std::string, std::string>>;

struct Recording {
  enum class Kind { States, Table, Events };
  Kind kind = Kind::States;
  std::string file; ///< "": standard output, for tables
  std::optional<OutputTimes> outputTimes;
  std::string when;                    ///< as given, "--every 0.1"; "": not given
  Selection selection;                 ///< of states
  std::vector<std::string> components; ///< of a table
  std::vector<std::string> places;     ///< origin of each: "--probe", "--probe-file at.txt, line 3"

  bool isTable() const { return kind == Kind::Table; }
  bool isStates() const { return kind == Kind::States; }
  bool isEvents() const { return kind == Kind::Events; }
  const char *outputTimesOption() const {
    return outputTimes && outputTimes->times ? "--at" : "--every";
  }
  /// "'u.h5'", "the table on standard output"
  std::string name() const;
};

struct Recordings {
  std::vector<Recording> all;
  /// The output times of the first option that gives some, even if nothing is recorded.
  std::optional<Recording> first;
  std::vector<std::string> repeated; ///< options that are given twice for one recording
  std::vector<std::string> notes;    ///< about options without effect
};

/// Throws Usage for options that contradict each other. If output times are given and nothing else
/// is recorded, monitors make a table.
Recordings recordingsOf(const RecordingWords &words, bool hasMonitors, bool isSweep);

} // namespace eulerc
