// Runs the values of a sweep, on several threads if states are small, and writes the table
// (sweep.h).

#include "cli/sweep.h"

#include <algorithm>
#include <atomic>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/parallel.h"
#include "base/refuse.h"
#include "base/text.h"
#include "cli/states.h"
#include "cli/sweep_axes.h"
#include "model/model_lists.h"
#include "output/growing.h"
#include "reduction/reduce.h"

namespace eulerc {
namespace {

/// A table whose file is complete after each line.
class Table {
public:
  explicit Table(const std::string &path) {
    if (!path.empty())
      file_ = std::make_unique<GrowingFile>(OutputFile(path));
  }
  void add(const std::string &line) {
    if (!file_) {
      writeStandardOutput(line);
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

/// Optional columns of a table.
struct Columns {
  bool hasSeeds = false;    ///< the seed of each run
  bool hasOverTime = false; ///< figures of monitors over several output times
};

std::string header(const Model &model, const std::vector<SweptAxis> &axes, const Columns &columns) {
  std::string line;
  std::vector<std::string> taken = namesOf(monitorsOf(model));
  const auto own = [&taken](std::string name) { // "t_" if there is a param t
    while (std::ranges::find(taken, name) != taken.end())
      name += "_";
    taken.push_back(name);
    return name;
  };
  for (const SweptAxis &axis : axes)
    taken.push_back(axis.param);
  for (const SweptAxis &axis : axes) // a monitor may have the name of the seed
    line += (std::ranges::count(taken, axis.param) > 1 ? own(axis.param) : axis.param) + ",";
  if (columns.hasSeeds)
    line += own("seed") + ",";
  line += own("t") + "," + own("steps");
  for (const State &state : statesOf(model))
    line += fmt::format(",{0} min,{0} max,{0} norm2", state.name);
  for (const Monitor &monitor : monitorsOf(model))
    line += fmt::format(",{}", monitor.name);
  for (const Monitor &monitor : monitorsOf(model))
    if (columns.hasOverTime)
      line += fmt::format(",{0} max,{0} mean", monitor.name);
  return line + "\n";
}

/// The number of columns of header() after params and seeds.
int numbersOf(const Model &model, const Columns &columns) {
  return 2 + 3 * model.program.stateCount + (columns.hasOverTime ? 3 : 1) * model.monitors.count;
}

template <class Real> std::string numbers(const Real *values, std::int64_t count) {
  const auto [least, most] = std::minmax_element(values, values + count);
  return fmt::format(",{},{},{}", exact(*least), exact(*most), exact(norm2Of(values, count)));
}

/// The numbers of a row, each after a comma.
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

/// Quotes a text for CSV.
std::string quoted(const std::string &text) {
  std::string result = "\"";
  for (const char c : text)
    result += c == '"' ? "\"\"" : std::string(1, c == '\n' ? ' ' : c);
  return result + "\"";
}

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
                      : !t.movie.empty()      ? "--movie"
                                              : nullptr;
  if (other != nullptr)
    refuse(fmt::format("{} cannot be combined with --sweep, which makes many runs and one table",
                       other));
  if (std::ranges::count_if(t.recordings.all, &Recording::isTable) > 1)
    refuse("a sweep makes one table, of its runs; give --table once");
}

void MonitorsOverTime::take(double time, const std::vector<double> &values) {
  if (std::exchange(latest, time) == time)
    return;
  most.resize(values.size(), -std::numeric_limits<double>::infinity());
  sum.resize(values.size());
  for (std::size_t k = 0; k < values.size(); k++) {
    if (std::isnan(values[k]) || values[k] > most[k]) // a nan stays
      most[k] = values[k];
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

namespace {

/// The rows of a table: computed in any order on several threads, written in the order of the runs.
class SweepRows {
public:
  SweepRows(const Options &options, Solver &solver, const RunsOfSweep &how, const Note &note)
      : how_(how), note_(note), model_(solver.model()),
        axes_(sweptAxes(options.overTime.sweeps, model_)), runs_(runsOf(axes_)),
        seed_(seedToChange(solver, options, axes_)),
        columns_{seed_.has_value(),
                 model_.monitors.count > 0 && options.overTime.recordings.first.has_value()},
        table_((noteSettings(options, model_, axes_, note), options.overTime.sweepTable())),
        results_(static_cast<std::size_t>(runs_)) {
    table_.add(header(model_, axes_, columns_));
  }

  /// Runs with one solver until a run has shown the backend, or all runs are done.
  void runFirst(Solver &solver) {
    while (next_ < runs_ && recordOf(solver).backend.empty())
      takeNext(solver);
  }
  void runAll(Solver &solver) {
    while (next_ < runs_)
      takeNext(solver);
  }
  std::int64_t left() const { return runs_ - next_; }

  /// Runs the rest on several threads.
  void runAtOnce(Solver &solver, int threads) {
    std::vector<std::unique_ptr<Solver>> others;
    for (int k = 1; k < threads; k++)
      others.push_back(how_.another());
    solver.useThreads(1);
    inParallel(threads, [&](int index) {
      Solver &own = index == 0 ? solver : *others[static_cast<std::size_t>(index - 1)];
      try {
        runAll(own);
      } catch (...) { // the table cannot be written: stop all threads
        next_ = runs_;
        throw;
      }
    });
  }

  void finish() const {
    if (failures_.empty())
      return noteAlike(axes_, results_, note_);
    const auto &[run, first] = *failures_.begin();
    const bool areAlike = std::ranges::all_of(
        failures_, [&](const auto &each) { return each.second.message == first.message; });
    if (areAlike && runs_ > 1 && std::cmp_equal(failures_.size(), runs_))
      throw Error(first.kind, fmt::format("all {} runs failed: {}", runs_, first.message));
    throw Error(first.kind, fmt::format("{} of {} runs failed{} {}: {}", failures_.size(), runs_,
                                        failures_.size() > 1 ? ", the first of them at" : ":",
                                        textOf(valuesOf(axes_, run)), first.message));
  }

private:
  struct Failure {
    Error::Kind kind;
    std::string message;
  };

  void takeNext(Solver &solver) {
    const std::int64_t run = next_++;
    if (run >= runs_)
      return;
    std::string line;
    try {
      line = lineOf(solver, run);
    } catch (const Error &error) {
      line = fail(solver, run, error.kind(), error.what());
    } catch (const std::bad_alloc &) {
      line = fail(solver, run, Error::Kind::Run, "not enough memory; make the problem smaller");
    }
    add(run, line);
  }

  std::string lineOf(Solver &solver, std::int64_t run) {
    for (const auto &[name, value] : valuesOf(axes_, run))
      solver.set(name, value);
    if (seed_)
      solver.set("seed", *seed_ + run);
    MonitorsOverTime over;
    how_.run(solver, run, over);
    if (columns_.hasOverTime)
      over.take(solver.time(), solver.monitors());
    return resultsOf(solver, over);
  }

  std::string fail(Solver &solver, std::int64_t run, Error::Kind kind, const std::string &message) {
    solver.onProgress({}); // removes callbacks of the failed run
    solver.onNote({});
    solver.unobserve();
    const std::lock_guard lock(mutex_);
    failures_.emplace(run, Failure{kind, message});
    if (told_.insert(message).second) // equal messages are noted once
      note_(fmt::format("the run of {} failed: {}", textOf(valuesOf(axes_, run)), message));
    return "," + quoted("failed: " + message) +
           std::string(static_cast<std::size_t>(numbersOf(model_, columns_) - 1), ',');
  }

  void add(std::int64_t run, const std::string &line) {
    std::string start;
    for (const auto &[name, value] : valuesOf(axes_, run))
      start += (start.empty() ? "" : ",") + value;
    if (seed_)
      start += fmt::format(",{}", *seed_ + run);
    const std::lock_guard lock(mutex_);
    results_[static_cast<std::size_t>(run)] = std::hash<std::string>()(line);
    waiting_.emplace(run, start + line + "\n");
    for (; !waiting_.empty() && waiting_.begin()->first == written_; written_++) {
      table_.add(waiting_.begin()->second);
      waiting_.erase(waiting_.begin());
    }
  }

  const RunsOfSweep &how_;
  const Note &note_;
  const Model &model_;
  const std::vector<SweptAxis> axes_;
  const std::int64_t runs_;
  const std::optional<std::int64_t> seed_;
  const Columns columns_;
  std::atomic<std::int64_t> next_ = 0;
  std::mutex mutex_; ///< guards the members below
  Table table_;
  std::map<std::int64_t, std::string> waiting_; ///< lines that wait for earlier ones
  std::int64_t written_ = 0;
  std::vector<std::size_t> results_; ///< hashes of rows
  std::map<std::int64_t, Failure> failures_;
  std::set<std::string> told_; ///< messages that were noted
};

/// The number of runs of small states at the same time.
int runsAtOnce(const Solver &solver, const Options &options, std::int64_t runs) {
  constexpr std::int64_t mostBytes = 64 << 20; // of all states together
  const bool isOnThreads = recordOf(solver).backend == "threads" && !options.slabs.isAsked() &&
                           options.ranks == nullptr;  // all ranks make each run together
  const auto usesHdf5 = [](const std::string &file) { // the HDF5 library is not thread-safe
    return file.find(".npy") == std::string::npos && file.find(".npz") == std::string::npos;
  };
  const bool recordsByHdf5 =
      std::ranges::any_of(options.overTime.recordings.all, [&](const Recording &each) {
        return each.isStates() && usesHdf5(each.file);
      });
  const bool beginsByHdf5 = std::ranges::any_of(
      options.initials, [&](const auto &each) { return usesHdf5(each.second); });
  if (!isOnThreads || recordsByHdf5 || beginsByHdf5)
    return 1;
  const int threads = options.threads > 0 ? options.threads : chooseThreads(0, mostBytes);
  const std::int64_t each = solver.components() * realSize(solver.model().program.precision);
  return static_cast<int>(std::min(
      {static_cast<std::int64_t>(threads), runs, mostBytes / std::max<std::int64_t>(each, 1)}));
}

} // namespace

void sweep(Solver &solver, const Options &options, const RunsOfSweep &how, const Note &note) {
  SweepRows rows(options, solver, how, note);
  rows.runFirst(solver);
  if (const int atOnce = runsAtOnce(solver, options, rows.left()); atOnce > 1)
    rows.runAtOnce(solver, atOnce);
  rows.runAll(solver);
  rows.finish();
}

} // namespace eulerc
