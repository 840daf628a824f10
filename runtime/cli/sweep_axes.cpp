// Computes the values of swept params, and the seeds of runs (sweep_axes.h).

#include "cli/sweep_axes.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include <fmt/format.h>

#include "base/refuse.h"
#include "base/text.h"
#include "model/model_lists.h"

namespace eulerc {
namespace {

/// The k-th value of a range: the ends as given.
long double valueAt(const Sweep &sweep, std::int64_t k) {
  const std::int64_t last = sweep.count - 1;
  if (k == 0 || k == last)
    return k == 0 ? sweep.from : sweep.to;
  const long double from = sweep.from, to = sweep.to, part = static_cast<long double>(k) / last;
  if (sweep.isLog) // rounded to a whole number, where it is one
    return static_cast<double>(from * std::pow(to / from, part));
  return from + (to - from) * k / last; // neither overflows nor makes whole numbers fractional
}

/// The k-th value as text.
std::string valueOf(const Sweep &sweep, const Param &param, std::int64_t k) {
  const long double value = valueAt(sweep, k);
  if (param.type == ParamType::Int && value != std::nearbyint(value))
    refuse(fmt::format("--sweep: {} is a whole number, and {} values from {} to {} are not; one "
                       "would be {}",
                       param.name, sweep.count, static_cast<double>(sweep.from),
                       static_cast<double>(sweep.to), static_cast<double>(value)));
  return param.type == ParamType::Int ? fmt::format("{:.0f}", value)
                                      : exact(static_cast<double>(value));
}

/// Whether the default of a param depends on another param, directly or through others.
bool followsFrom(const Model &model, const Param &param, std::string_view other) {
  const std::string_view text = param.initialiser;
  const auto isOfName = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' ||
           static_cast<signed char>(c) < 0;
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
        followsFrom(model, model.program.params[*place], other)) // ends: only earlier params
      return true;
    at = end + 1;
  }
  return false;
}

/// Throws Usage if a sweep has too many values and rows for memory, before any value is made.
void requireRoom(const std::vector<Sweep> &sweeps) {
  constexpr double ofValue = 64, ofRow = 8, most = 1 << 30; // bytes
  double runs = 1, values = 0;
  for (const Sweep &each : sweeps) {
    const std::size_t listed = each.list.size();
    const double count = listed > 0 ? static_cast<double>(listed) : static_cast<double>(each.count);
    runs *= count;
    values += count;
  }
  if (const double bytes = ofValue * values + ofRow * runs; bytes > most)
    refuse(fmt::format("--sweep: {:.0f} runs take {} of memory for their values and rows, and {} "
                       "is the most; make several sweeps of fewer values",
                       runs, bytesText(bytes), bytesText(most)));
}

/// The description of the seed that eulerc adds to a program.
constexpr const char *ofRandom = "of the random numbers";

} // namespace

std::vector<SweptAxis> sweptAxes(const std::vector<Sweep> &sweeps, const Model &model) {
  requireRoom(sweeps);
  std::vector<SweptAxis> axes;
  for (const Sweep &asked : sweeps) {
    const std::optional<int> param = placeOf(asked.param, paramsOf(model));
    if (!param)
      refuse(fmt::format("--sweep: there is no param '{}'; {}", asked.param,
                         suggestion(asked.param, namesOf(paramsOf(model)))));
    if (std::ranges::find(axes, asked.param, &SweptAxis::param) != axes.end())
      refuse(fmt::format("--sweep: {} is swept twice; give all its values at once", asked.param));
    SweptAxis axis{asked.param, asked.list};
    for (std::int64_t k = 0; k < asked.count; k++)
      axis.values.push_back(valueOf(asked, model.program.params[*param], k));
    axes.push_back(axis);
  }
  return axes;
}

std::int64_t runsOf(const std::vector<SweptAxis> &axes) {
  std::int64_t runs = 1;
  for (const SweptAxis &axis : axes)
    runs *= static_cast<std::int64_t>(axis.values.size());
  return runs;
}

Assignments valuesOf(const std::vector<SweptAxis> &axes, std::int64_t k) {
  Assignments values(axes.size());
  for (std::size_t a = axes.size(); a-- > 0;) {
    const auto count = static_cast<std::int64_t>(axes[a].values.size());
    values[a] = {axes[a].param, axes[a].values[static_cast<std::size_t>(k % count)]};
    k /= count;
  }
  return values;
}

void noteSettings(const Options &options, const Model &model, const std::vector<SweptAxis> &axes,
                  const Note &note) {
  for (const auto &[name, value] : options.params)
    for (const SweptAxis &axis : axes) {
      const std::optional<int> place = placeOf(name, paramsOf(model));
      if (name == axis.param)
        note(fmt::format("--set {0} has no effect: --sweep {0} gives its values", name));
      else if (place && followsFrom(model, model.program.params[*place], axis.param))
        note(fmt::format("{} does not follow from {}, which is swept: --set {}={} gives it", name,
                         axis.param, name, value));
    }
}

void noteAlike(const std::vector<SweptAxis> &axes, const std::vector<std::size_t> &results,
               const Note &note) {
  std::size_t stride = results.size();
  for (const SweptAxis &axis : axes) {
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

bool followsSeed(const Model &model) {
  const std::optional<int> place = placeOf("seed", paramsOf(model));
  if (!place)
    return false;
  const bool isOfProgram = model.program.params[*place].description != std::string_view(ofRandom);
  return !isOfProgram || model.stencil.usesStep; // otherwise it affects no random number
}

std::optional<std::int64_t> seedToChange(const Solver &solver, const Options &options,
                                         const std::vector<SweptAxis> &axes) {
  const bool isGiven = !lastOf(options.params, "seed").empty() ||
                       std::ranges::find(axes, "seed", &SweptAxis::param) != axes.end();
  if (isGiven || !followsSeed(solver.model()))
    return std::nullopt;
  const int place = *placeOf("seed", paramsOf(solver.model()));
  return solver.params()[static_cast<std::size_t>(place)].integer;
}

std::string textOf(const Assignments &values) {
  std::string text;
  for (const auto &[name, value] : values)
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, value);
  return text;
}

} // namespace eulerc
