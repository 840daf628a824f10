#include "cli/sweep.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>

#include <fmt/format.h>

#include "cli/norm.h"
#include "cli/process.h"
#include "cli/states.h"
#include "model_lists.h"
#include "output/growing.h"
#include "refuse.h"
#include "text.h"

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

std::string header(const Model &model, const std::string &param) {
  std::string line = param + ",t,steps";
  for (const State &state : statesOf(model))
    line += fmt::format(",{0} min,{0} max,{0} norm2", state.name);
  for (const Monitor &monitor : monitorsOf(model))
    line += fmt::format(",{}", monitor.name);
  return line + "\n";
}

template <class Real> std::string numbers(const Real *values, std::int64_t count) {
  const auto [least, most] = std::minmax_element(values, values + count);
  return fmt::format(",{},{},{}", exact(*least), exact(*most),
                     exact(norm2(std::span(values, static_cast<std::size_t>(count)))));
}

std::string row(const Solver &solver, const std::string &value) {
  const Model &model = solver.model();
  const RunStats &stats = solver.stats();
  const std::int64_t steps = solver.control() ? stats.steps.accepted : stats.run.steps;
  std::string line = fmt::format("{},{},{}", value, exact(solver.time()), steps);
  const std::int64_t points = solver.components() / model.stateCount;
  for (const StateArray &array : stateArrays(solver))
    line += std::visit([&](const auto *values) { return numbers(values, points); }, array.values);
  for (const Monitor &monitor : monitorsOf(model))
    line += "," + exact(solver.monitor(monitor.name));
  return line + "\n";
}

/// The k-th value as it is given to the param.
std::string valueOf(const Sweep &sweep, const Param &param, std::int64_t k) {
  // One division, last: what is a whole number comes out as one.
  const double steps = sweep.count > 1 ? static_cast<double>(sweep.count - 1) : 1;
  const double value = sweep.from + static_cast<double>(k) * (sweep.to - sweep.from) / steps;
  if (param.type == ParamType::Int && value != std::nearbyint(value))
    refuse(fmt::format("--sweep: {} is a whole number, and {} values from {} to {} are not; one "
                       "would be {}",
                       param.name, sweep.count, sweep.from, sweep.to, value));
  return param.type == ParamType::Int ? fmt::format("{:.0f}", value) : exact(value);
}

} // namespace

void refuseBesideSweep(const Options &o) {
  if (o.overTime.sweep.count == 0)
    return;
  const TimeOptions &t = o.overTime;
  const char *other = !o.output.empty()       ? "--output"
                      : !o.stats.empty()      ? "--stats"
                      : o.verify              ? "--verify"
                      : !t.save.empty()       ? "--save"
                      : !t.probes.empty()     ? "--probe"
                      : !t.checkpoint.empty() ? "--checkpoint"
                      : !t.resume.empty()     ? "--resume"
                      : t.picture             ? "--picture"
                                              : nullptr;
  if (other != nullptr)
    refuse(
        fmt::format("{} has no place beside --sweep, which makes many runs and one table", other));
}

void sweep(Solver &solver, const Options &options, const std::function<void()> &run) {
  const Sweep &asked = options.overTime.sweep;
  const Model &model = solver.model();
  const std::optional<int> param = placeOf(asked.param, paramsOf(model));
  if (!param)
    refuse(fmt::format("--sweep: there is no param '{}'; {}", asked.param,
                       suggestion(asked.param, namesOf(paramsOf(model)))));
  std::vector<std::string> values;
  for (std::int64_t k = 0; k < asked.count; k++)
    values.push_back(valueOf(asked, model.params[*param], k));
  Table table(options.overTime.table);
  table.add(header(model, asked.param));
  for (const std::string &value : values)
    try {
      solver.set(asked.param, value);
      run();
      table.add(row(solver, value));
    } catch (const Error &error) {
      throw Error(error.kind(), fmt::format("{} = {}: {}", asked.param, value, error.what()));
    }
}

} // namespace eulerc
