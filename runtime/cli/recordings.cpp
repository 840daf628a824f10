// Groups the options of recordings by their order on the command line (recordings.h).

#include "cli/recordings.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <string_view>

#include <fmt/format.h>

#include "base/text.h"
#include "cli/option_values.h"

namespace eulerc {
namespace {

constexpr std::int64_t mostSteps = std::int64_t{1} << 53;

/// Reads "0.5" (time) or "100steps".
OutputTimes everyOf(const std::string &text) {
  for (const std::string_view suffix : {"steps", "step"}) {
    const std::string count = text.substr(0, text.size() - suffix.size());
    if (text.ends_with(suffix) && readInteger(count))
      return OutputTimes::everySteps(wholeOf("--every", count, 1, mostSteps));
  }
  if (!readReal(text))
    refuse(fmt::format("--every: '{}' is neither a time nor a number of steps, as 0.1 or 100steps",
                       text));
  const double period = realOf("--every", text);
  if (!std::isfinite(period) || period <= 0)
    refuse(
        fmt::format("--every: the time between two output times must be above zero, not {}", text));
  return OutputTimes::every(period);
}

OutputTimes atOf(const std::string &text) {
  std::vector<double> times;
  for (const std::string &part : split(text, ',')) {
    times.push_back(realOf("--at", part));
    if (!std::isfinite(times.back()))
      refuse(fmt::format("--at: '{}' is no time", part));
  }
  return OutputTimes::at(times);
}

/// "u, 10, 20" → "u[10][20]"; lines with brackets are unchanged.
std::string componentOf(std::string line) {
  std::erase_if(line, [](unsigned char c) { return std::isspace(c) != 0; });
  if (line.find(',') == std::string::npos)
    return line;
  std::string name;
  for (const std::string &part : split(line, ','))
    name += name.empty() ? part : "[" + part + "]";
  return name;
}

/// Adds the components of a file, one a line.
void takeComponents(Recording &table, const std::string &path) {
  const std::vector<FileLine> lines = linesOf("--probe-file", path);
  if (lines.empty())
    refuse(fmt::format("--probe-file: '{}' names no component; it has one a line, as u[10][20] or "
                       "u,10,20",
                       path));
  for (const FileLine &line : lines) {
    table.components.push_back(componentOf(line.text));
    table.places.push_back(line.place);
  }
}

/// Makes recordings by taking the words one after the other.
class Grouping {
public:
  explicit Grouping(const RecordingWords &words)
      : tables_(std::ranges::count(words, "--table", &RecordingWords::value_type::first)) {
    for (const auto &[option, value] : words)
      take(option, value);
    refuseLone();
    shareOutputTimes();
    refuseTwoOnOutput();
  }

  Recordings result;

private:
  void take(const std::string &option, const std::string &value) {
    if (option == "--save")
      add(Recording::Kind::States).file = value;
    else if (option == "--events")
      add(Recording::Kind::Events).file = value;
    else if (option == "--table")
      takeTable(value);
    else if (option == "--probe")
      takeProbe(value);
    else if (option == "--probe-file")
      takeComponents(tableForProbes(), value);
    else if (option == "--every" || option == "--at")
      takeOutputTimes(option, value);
    else
      takeSelection(option, value);
  }

  void takeProbe(const std::string &component) {
    Recording &table = tableForProbes();
    table.components.push_back(component);
    table.places.emplace_back("--probe");
  }

  Recording &add(Recording::Kind kind) {
    current_ = result.all.size();
    result.all.emplace_back().kind = kind;
    return result.all.back();
  }

  Recording *current() { return current_ ? &result.all[*current_] : nullptr; }

  Recording *lastOf(Recording::Kind kind) {
    for (std::size_t k = result.all.size(); k-- > 0;)
      if (result.all[k].kind == kind) {
        current_ = k;
        return &result.all[k];
      }
    return nullptr;
  }

  /// Whether there is only one table: then all components belong to it, wherever they stand.
  bool isOnlyTable() const { return tables_ <= 1; }

  /// Gives the file to the last table if it has none, else begins a table.
  void takeTable(const std::string &file) {
    Recording *table = lastOf(Recording::Kind::Table);
    const bool isNew = table == nullptr || !table->file.empty();
    Recording &named = isNew ? add(Recording::Kind::Table) : *table;
    named.file = file;
    isClosed_ = !named.components.empty();
  }

  /// The table for the next component. After a table whose components stood before its file,
  /// another table begins.
  Recording &tableForProbes() {
    Recording *table = lastOf(Recording::Kind::Table);
    if (table != nullptr && (isOnlyTable() || !isClosed_))
      return *table;
    isClosed_ = false;
    return add(Recording::Kind::Table);
  }

  void takeOutputTimes(const std::string &option, const std::string &value) {
    Recording &of = current() != nullptr ? *current() : leading_;
    if (!of.when.empty() && !of.when.starts_with(option))
      refuse("--every and --at both say when; give only one");
    if (!of.when.empty())
      result.repeated.push_back(option);
    of.outputTimes = option == "--at" ? atOf(value) : everyOf(value);
    of.when = fmt::format("{} {}", option, value);
    if (!result.first)
      result.first = of;
  }

  void takeSelection(const std::string &option, const std::string &value) {
    const std::optional<std::size_t> where = current_;
    Recording *states = lastOf(Recording::Kind::States);
    current_ = where;
    Selection &selection = (states != nullptr ? *states : leading_).selection;
    const bool isRegion = option == "--region";
    if (isRegion ? !selection.region.empty() : !selection.only.empty())
      result.repeated.push_back(option);
    if (isRegion)
      selection.region = value;
    else
      selection.only = split(value, ',');
  }

  /// Refuses a selection without recordings of states. A selection before all recordings applies to
  /// each recording without its own.
  void refuseLone() {
    const bool hasStates = std::ranges::find(result.all, Recording::Kind::States,
                                             &Recording::kind) != result.all.end();
    const bool isOnly = !leading_.selection.only.empty();
    if (!hasStates && (isOnly || !leading_.selection.region.empty()))
      refuse(fmt::format("{} says what is recorded; give --save FILE as well",
                         isOnly ? "--only" : "--region"));
    for (Recording &each : result.all) {
      if (each.selection.only.empty())
        each.selection.only = leading_.selection.only;
      if (each.selection.region.empty())
        each.selection.region = leading_.selection.region;
    }
  }

  /// Recordings without output times take those of the recording before them; the first recording
  /// takes the output times that are given first.
  void shareOutputTimes() {
    const bool isLeading = leading_.outputTimes.has_value();
    if (isLeading && !result.all.empty() &&
        std::ranges::all_of(result.all,
                            [](const Recording &each) { return each.outputTimes.has_value(); }))
      result.notes.push_back(fmt::format(
          "{} has no effect: each recording says itself when, by --every or --at behind its file",
          leading_.when));
    const Recording *before = isLeading ? &leading_ : result.first ? &*result.first : nullptr;
    for (Recording &each : result.all) {
      if (!each.outputTimes && each.isEvents()) { // events occur at any step
        each.outputTimes = OutputTimes::everySteps(1);
        continue;
      }
      if (!each.outputTimes && before != nullptr) {
        each.outputTimes = before->outputTimes;
        each.when = before->when;
      }
      before = each.outputTimes ? &each : before;
    }
  }

  void refuseTwoOnOutput() const {
    const auto isOnOutput = [](const Recording &each) {
      return each.isTable() && each.file.empty();
    };
    if (std::ranges::count_if(result.all, isOnOutput) > 1)
      refuse("two tables go to standard output; give --table FILE to all but one");
  }

  const std::ptrdiff_t tables_;
  std::optional<std::size_t> current_;
  bool isClosed_ = false; ///< the last table has components and a file
  Recording leading_;     ///< options before all recordings
};

} // namespace

std::string Recording::name() const {
  return file.empty() ? "the table on standard output" : fmt::format("'{}'", file);
}

Recordings recordingsOf(const RecordingWords &words, bool hasMonitors, bool isSweep) {
  Recordings result = Grouping(words).result;
  if (isSweep) // --table is the table of the sweep
    return result;
  for (const Recording &each : result.all)
    if (each.isTable() && each.components.empty() && !hasMonitors)
      refuse(fmt::format("{} would be empty: the program has no monitors; name components with "
                         "--probe",
                         each.name()));
  if (result.all.empty() && result.first && hasMonitors) {
    Recording table = *result.first;
    table.kind = Recording::Kind::Table;
    result.all.push_back(table);
  }
  if (result.all.empty() && result.first)
    result.notes.push_back(fmt::format("{} has no effect without --save or --probe",
                                       result.first->outputTimesOption()));
  return result;
}

} // namespace eulerc
