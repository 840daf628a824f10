#include "cli/sweep.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <memory>
#include <new>

#include <fmt/format.h>

#include "base/refuse.h"
#include "base/text.h"
#include "cli/process.h"
#include "cli/states.h"
#include "model/model_lists.h"
#include "output/growing.h"
#include "reduction/reduce.h"

namespace eulerc {
namespace {

/// A table that is whole after each line.
class Table {
public:
  explicit Table(const std::string &path) {
    if (!path.empty())
      file_ = std::make_unique<GrowingFile>(OutputFile(path));
  }
  void add(const std::string &line) {
    if (!file_) {
      printText(stdout, line);
      return;
    }
    file_->writeLines(end_, line);
    end_ += static_cast<std::int64_t>(line.size());
    file_->publish();
  }

private:
  std::unique_ptr<GrowingFile> file_;
  std::int64_t end_ = 0;
};

/// A param that is swept, and its values as they are given to it.
struct Axis {
  std::string param;
  std::vector<std::string> values;
};

/// What the rows of a table have.
struct Columns {
  bool hasSeeds = false;    ///< of each run
  bool hasOverTime = false; ///< monitors at several output times
};

std::string header(const Model &model, const std::vector<Axis> &axes, const Columns &columns) {
  std::string line;
  for (const Axis &axis : axes)
    line += axis.param + ",";
  line += columns.hasSeeds ? "seed,t,steps" : "t,steps";
  for (const State &state : statesOf(model))
    line += fmt::format(",{0} min,{0} max,{0} norm2", state.name);
  for (const Monitor &monitor : monitorsOf(model))
    line += fmt::format(",{}", monitor.name);
  for (const Monitor &monitor : monitorsOf(model))
    if (columns.hasOverTime)
      line += fmt::format(",{0} max,{0} mean", monitor.name);
  return line + "\n";
}

/// How many numbers header() names behind the params and seeds.
int numbersOf(const Model &model, const Columns &columns) {
  return 2 + 3 * model.program.stateCount + (columns.hasOverTime ? 3 : 1) * model.monitors.count;
}

template <class Real> std::string numbers(const Real *values, std::int64_t count) {
  const auto [least, most] = std::minmax_element(values, values + count);
  return fmt::format(",{},{},{}", exact(*least), exact(*most), exact(norm2Of(values, count)));
}

/// The numbers of a row, each behind a comma.
std::string resultsOf(const Solver &solver, const MonitorsOverTime &over) {
  const Model &model = solver.model();
  const RunRecord &stats = recordOf(solver);
  const std::int64_t steps = solver.control() ? stats.steps.accepted : stats.run.steps;
  std::string line = fmt::format(",{},{}", exact(solver.time()), steps);
  const std::int64_t points = solver.components() / model.program.stateCount;
  for (const StateArray &array : stateArrays(solver))
    line += std::visit([&](const auto *values) { return numbers(values, points); }, array.values);
  for (const Monitor &monitor : monitorsOf(model))
    line += "," + exact(solver.monitor(monitor.name));
  for (std::size_t k = 0; k < over.most.size(); k++)
    line += "," + exact(over.most[k]) + "," + exact(over.sum[k] / static_cast<double>(over.count));
  return line;
}

/// In the form of CSV.
std::string quoted(const std::string &text) {
  std::string result = "\"";
  for (const char c : text)
    result += c == '"' ? "\"\"" : std::string(1, c == '\n' ? ' ' : c);
  return result + "\"";
}

/// The k-th value as it is given to the param.
std::string valueOf(const Sweep &sweep, const Param &param, std::int64_t k) {
  // One division, last: what is a whole number comes out as one.
  const double steps = sweep.count > 1 ? static_cast<double>(sweep.count - 1) : 1;
  const auto number = static_cast<double>(k);
  const double value = !sweep.isLog ? sweep.from + number * (sweep.to - sweep.from) / steps
                       : number == steps
                           ? sweep.to
                           : sweep.from * std::pow(sweep.to / sweep.from, number / steps);
  if (param.type == ParamType::Int && value != std::nearbyint(value))
    refuse(fmt::format("--sweep: {} is a whole number, and {} values from {} to {} are not; one "
                       "would be {}",
                       param.name, sweep.count, sweep.from, sweep.to, value));
  return param.type == ParamType::Int ? fmt::format("{:.0f}", value) : exact(value);
}

std::vector<Axis> axesOf(const std::vector<Sweep> &sweeps, const Model &model) {
  std::vector<Axis> axes;
  for (const Sweep &asked : sweeps) {
    const std::optional<int> param = placeOf(asked.param, paramsOf(model));
    if (!param)
      refuse(fmt::format("--sweep: there is no param '{}'; {}", asked.param,
                         suggestion(asked.param, namesOf(paramsOf(model)))));
    if (std::ranges::find(axes, asked.param, &Axis::param) != axes.end())
      refuse(fmt::format("--sweep: {} is swept twice; give all its values at once", asked.param));
    Axis axis{asked.param, asked.list};
    for (std::int64_t k = 0; k < asked.count; k++)
      axis.values.push_back(valueOf(asked, model.program.params[*param], k));
    axes.push_back(axis);
  }
  return axes;
}

std::int64_t runsOf(const std::vector<Axis> &axes) {
  constexpr std::int64_t most = 1 << 30;
  std::int64_t runs = 1;
  for (const Axis &axis : axes) {
    runs *= static_cast<std::int64_t>(axis.values.size());
    if (runs > most)
      refuse(fmt::format("--sweep: more than {} runs are more than a table can hold", most));
  }
  return runs;
}

/// The values of run k, each with its param; those of the last axis follow each other.
Assignments valuesOf(const std::vector<Axis> &axes, std::int64_t k) {
  Assignments values(axes.size());
  for (std::size_t a = axes.size(); a-- > 0;) {
    const auto count = static_cast<std::int64_t>(axes[a].values.size());
    values[a] = {axes[a].param, axes[a].values[static_cast<std::size_t>(k % count)]};
    k /= count;
  }
  return values;
}

/// Whether the default of a param is made of another one, perhaps by way of others.
bool followsFrom(const Model &model, const Param &param, std::string_view other) {
  const std::string_view text = param.initialiser;
  const auto isOfName = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
  };
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && isOfName(text[end]))
      end++;
    const std::string_view name = text.substr(at, end - at);
    if (!name.empty() && name == other)
      return true;
    const std::optional<int> place = name.empty() ? std::nullopt : placeOf(name, paramsOf(model));
    if (place && model.program.params[*place].name != param.name &&
        followsFrom(model, model.program.params[*place], other)) // declared before it: this ends
      return true;
    at = end + 1;
  }
  return false;
}

/// What --set takes from a sweep, or the sweep from it.
void noteSettings(const Options &options, const Model &model, const std::vector<Axis> &axes,
                  const Note &note) {
  for (const auto &[name, value] : options.params)
    for (const Axis &axis : axes) {
      const std::optional<int> place = placeOf(name, paramsOf(model));
      if (name == axis.param)
        note(fmt::format("--set {0} has no effect: --sweep {0} gives its values", name));
      else if (place && followsFrom(model, model.program.params[*place], axis.param))
        note(fmt::format("{} does not follow from {}, which is swept: --set {}={} gives it", name,
                         axis.param, name, value));
    }
}

/// Says so where a param has made no difference to any number.
void noteAlike(const std::vector<Axis> &axes, const std::vector<std::size_t> &results,
               const Note &note) {
  std::size_t stride = results.size();
  for (const Axis &axis : axes) {
    const std::size_t count = axis.values.size(), block = stride;
    stride /= count;
    bool areAlike = count > 1;
    for (std::size_t k = 0; k < results.size() && areAlike; k++)
      areAlike = k % block < stride || results[k] == results[k - stride];
    if (areAlike)
      note(fmt::format("the rows are alike for all values of {}: nothing in them depends on it",
                       axis.param));
  }
}

/// How eulerc describes the seed that it adds to a program.
constexpr const char *ofRandom = "of the random numbers";

/// The seed of the first run, where each takes another one.
std::optional<std::int64_t> seedToChange(const Solver &solver, const Options &options,
                                         const std::vector<Axis> &axes) {
  const std::optional<int> place = placeOf("seed", paramsOf(solver.model()));
  const bool isGiven = !lastOf(options.params, "seed").empty() ||
                       std::ranges::find(axes, "seed", &Axis::param) != axes.end();
  if (!place || isGiven)
    return std::nullopt;
  const bool isOfProgram =
      solver.model().program.params[*place].description != std::string_view(ofRandom);
  if (isOfProgram && !solver.model().stencil.usesStep) // no random number depends on it
    return std::nullopt;
  return solver.params()[static_cast<std::size_t>(*place)].integer;
}

std::string textOf(const Assignments &values) {
  std::string text;
  for (const auto &[name, value] : values)
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, value);
  return text;
}

/// Runs that failed.
struct Failures {
  std::int64_t count = 0;
  Error::Kind kind = Error::Kind::Run; ///< of the first one, as what it says
  std::string first;

  void add(Error::Kind itsKind, const Assignments &values, const std::string &message) {
    if (count++ > 0)
      return;
    kind = itsKind;
    first = fmt::format("{}: {}", textOf(values), message);
  }
};

} // namespace

void refuseBesideSweep(const Options &o) {
  if (o.overTime.sweeps.empty())
    return;
  const TimeOptions &t = o.overTime;
  const char *other = !o.output.empty()       ? "--output"
                      : !o.stats.empty()      ? "--stats"
                      : o.verify              ? "--verify"
                      : t.hasProbes()         ? "--probe"
                      : !t.checkpoint.empty() ? "--checkpoint"
                      : !t.resume.empty()     ? "--resume"
                      : t.picture             ? "--picture"
                                              : nullptr;
  if (other != nullptr)
    refuse(
        fmt::format("{} has no place beside --sweep, which makes many runs and one table", other));
}

void MonitorsOverTime::take(const std::vector<double> &values) {
  most.resize(values.size(), -std::numeric_limits<double>::infinity());
  sum.resize(values.size());
  for (std::size_t k = 0; k < values.size(); k++) {
    most[k] = std::max(most[k], values[k]);
    sum[k] += values[k];
  }
  count++;
}

Options optionsOf(const Options &options, std::int64_t run) {
  Options own = options;
  std::erase_if(own.overTime.recordings.all, [](const Recording &each) { return each.isTable(); });
  for (Recording &each : own.overTime.recordings.all) {
    std::filesystem::path file = each.file;
    const std::string suffix = file.extension().string();
    each.file = file.replace_extension(fmt::format("{}{}", run, suffix)).string();
  }
  return own;
}

void sweep(Solver &solver, const Options &options, const RunOfSweep &run, const Note &note) {
  const Model &model = solver.model();
  const std::vector<Axis> axes = axesOf(options.overTime.sweeps, model);
  const std::int64_t runs = runsOf(axes);
  noteSettings(options, model, axes, note);
  Table table(options.overTime.sweepTable());
  const std::optional<std::int64_t> seed = seedToChange(solver, options, axes);
  const Columns columns{seed.has_value(),
                        model.monitors.count > 0 && options.overTime.recordings.first.has_value()};
  table.add(header(model, axes, columns));
  std::vector<std::size_t> results; // hashes of rows
  Failures failures;
  const auto fail = [&](Error::Kind kind, const Assignments &values, const std::string &message) {
    solver.onProgress({}); // what the run has left behind
    solver.onNote({});
    solver.unobserve();
    failures.add(kind, values, message);
    return "," + quoted("failed: " + message) +
           std::string(static_cast<std::size_t>(numbersOf(model, columns) - 1), ',');
  };
  for (std::int64_t k = 0; k < runs; k++) {
    const Assignments values = valuesOf(axes, k);
    std::string line;
    try {
      for (const auto &[name, value] : values)
        solver.set(name, value);
      if (seed)
        solver.set("seed", *seed + k);
      MonitorsOverTime over;
      run(k, over);
      line = resultsOf(solver, over);
    } catch (const Error &error) {
      line = fail(error.kind(), values, error.what());
    } catch (const std::bad_alloc &) {
      line = fail(Error::Kind::Run, values, "not enough memory; make the problem smaller");
    }
    results.push_back(std::hash<std::string>()(line));
    std::string start;
    for (const auto &[name, value] : values)
      start += (start.empty() ? "" : ",") + value;
    if (seed)
      start += fmt::format(",{}", *seed + k);
    table.add(start + line + "\n");
  }
  if (failures.count == 0)
    noteAlike(axes, results, note);
  else
    throw Error(failures.kind,
                fmt::format("{} of {} runs failed{} {}", failures.count, runs,
                            failures.count > 1 ? ", the first of them at" : ":", failures.first));
}

} // namespace eulerc
