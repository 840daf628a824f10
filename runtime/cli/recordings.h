// What a run records: files of states and tables, each at other output times.
//
//   --save u.h5 --every 1 --save line.h5 --only u --every 0.01 --probe u[3] --table u.csv
//   → three recordings; an option that says what or when belongs to the recording before it
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
  std::string file; ///< of a table "": standard output
  std::optional<OutputTimes> outputTimes;
  std::string when;                    ///< as given, "--every 0.1"; "" if nothing was
  Selection selection;                 ///< of states
  std::vector<std::string> components; ///< of a table
  std::vector<std::string> places;     ///< of each: "--probe", "--probe-file at.txt, line 3"

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
  /// Of the first option that says when; also where nothing is recorded.
  std::optional<Recording> first;
  std::vector<std::string> repeated; ///< options that are given twice to one recording
  std::vector<std::string> notes;    ///< of what has no effect
};

/// Throws Usage for options that contradict each other. Monitors make a table where an output time
/// is given and nothing else is recorded.
Recordings recordingsOf(const RecordingWords &words, bool hasMonitors, bool isSweep);

} // namespace eulerc
