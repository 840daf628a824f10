// Checks data when they are loaded: at each point, the indices that are computed from them.
#include "input/fields.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <sstream>

#include <fmt/format.h>

#include "base/parallel.h"
#include "base/refuse.h"
#include "base/text.h"
#include "input/times_in_float.h"
#include "state/state.h"

namespace eulerc {
namespace {

/// Equidistant times: their distance, and the time farthest from 0.
struct EvenTimes {
  double step, farthest;
};

EvenTimes evenTimes(const Model &model, int series, const std::vector<ParamValue> &params,
                    std::int64_t count) {
  double first = 0, step = 0;
  model.data.evenTimes(series, params.data(), &first, &step);
  const double last = first + step * static_cast<double>(count - 1);
  return {step, std::abs(last) > std::abs(first) ? last : first};
}

/// "i = 5, k = 17"
std::string placeText(const DataCheck &check, const BadIndex &bad) {
  std::istringstream names(check.variables);
  std::string text;
  int k = 0;
  for (std::string name; std::getline(names >> std::ws, name, ',');)
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, bad.at[k++]);
  return text;
}

/// Throws Usage for the index that a check has found. `origin` and `shape`: those of data.
template <class Origin, class Shape>
[[noreturn]] void refuseBad(const Model &model, const DataCheck &check, const BadIndex &bad,
                            Origin origin, Shape shape) {
  std::string files; // the files of all data that may be the cause
  for (int k = 0; k < std::min(model.data.count, 64); k++)
    if (check.of >> k & 1)
      files += fmt::format("{}'{}' from {}", files.empty() ? "" : ", ", model.data.list[k].name,
                           origin(k));
  if (*check.end != '\0')
    refuse(fmt::format("data {}: at {} the loop over {} to {} would run from {} to {}; counts are "
                       "not negative, and row pointers do not decrease (required at {})",
                       files, placeText(check, bad), check.text, check.end, bad.first, bad.index,
                       check.location));
  const std::string range = fmt::format("[0, {})", bad.extent);
  if (bad.data < 0)
    refuse(fmt::format("data {}: at {} '{}' would read entry {}, and '{}' has the entries {} along "
                       "that axis (required at {})",
                       files, placeText(check, bad), check.text, bad.index, check.array, range,
                       check.location));
  refuse(fmt::format("data '{0}' from {1}: {0}{2} is {3}, and '{4}' reads '{5}' there, which has "
                     "the entries {6} along that axis (required at {7})",
                     model.data.list[bad.data].name, origin(bad.data),
                     indexText(shape(bad.data), bad.entry), bad.index, check.text, check.array,
                     range, check.location));
}

} // namespace

void refuseStill(const char *axis, std::int64_t k, double before, double at) {
  refuse(fmt::format("the axis '{}' does not grow: its coordinate is {} at {} and {} at {}", axis,
                     before, k - 1, at, k));
}

void Fields::checkAxes(const std::vector<std::int64_t> &grid) const {
  for (std::size_t axis = 0; model_->program.coordinates && axis < grid.size(); axis++) {
    const int data = model_->program.coordinates[axis].data;
    if (data < 0)
      continue;
    const Values &values = values_[static_cast<std::size_t>(model_->program.fieldCount + data)];
    const auto at = [&](std::int64_t k) {
      return realAt(model_->program.precision, values.array.data(), k);
    };
    if (!values.current)
      continue;
    if (values.shape.front() != grid[axis])
      refuse(fmt::format("the data '{}' has {} coordinates of an axis of {} points",
                         model_->data.list[data].name, values.shape.front(), grid[axis]));
    for (std::int64_t k = 1; k < grid[axis]; k++)
      if (!(at(k) > at(k - 1)))
        refuseStill(model_->program.axes[axis], k, at(k - 1), at(k));
  }
}

void Fields::checkEntries(const std::vector<ParamValue> &params,
                          const std::vector<std::int64_t> &grid, int threads) const {
  if (entriesChecked_)
    return;
  const std::vector<const void *> values = pointers();
  const std::int64_t points = gridPoints(grid);
  const auto ofData = [&](int data) -> const Values & {
    return values_[static_cast<std::size_t>(model_->program.fieldCount + data)];
  };
  for (int check = 0; check < model_->data.checkCount; check++) {
    std::vector<BadIndex> bad(static_cast<std::size_t>(threads));
    std::vector<char> holds(static_cast<std::size_t>(threads), 1);
    inParallel(threads, [&](int index) {
      const Range part = cutRange(points, 1, threads, index);
      const auto k = static_cast<std::size_t>(index);
      if (part.begin < part.end)
        holds[k] =
            model_->data.check(check, params.data(), values.data(), part.begin, part.end, &bad[k]);
    });
    const auto failed = std::ranges::find(holds, char{0}) - holds.begin();
    if (failed < threads)
      refuseBad(
          *model_, model_->data.checks[check], bad[static_cast<std::size_t>(failed)],
          [&](int data) { return ofData(data).origin; },
          [&](int data) { return ofData(data).shape; });
  }
  checkAxes(grid);
  for (int k = 0; k < model_->data.seriesCount; k++)
    if (model_->data.series[k].times < 0)
      checkEvenTimes(k, params);
    else
      checkTimes(k, params);
}

void Fields::checkTimes(int series, const std::vector<ParamValue> &params) const {
  const int data = model_->data.series[series].times;
  const Values &times = values_[static_cast<std::size_t>(model_->program.fieldCount + data)];
  std::int64_t size[maxRank] = {};
  model_->data.shape(data, params.data(), size);
  const bool isRounded = model_->program.precision == Precision::Float && !times.given;
  for (std::int64_t k = 1; k < size[0]; k++) {
    const double before = realAt(model_->program.precision, times.array.data(), k - 1),
                 time = realAt(model_->program.precision, times.array.data(), k);
    if (!(time > before))
      refuse(fmt::format("data '{}' from {}: these times do not grow{}: entry {} is {}, and entry "
                         "{} is {}{}",
                         model_->data.list[data].name, times.origin,
                         isRounded && time == before ? " in float" : "", k - 1, before, k, time,
                         isRounded && time == before ? otherThanFloat : ""));
  }
}

void Fields::checkEvenTimes(int series, const std::vector<ParamValue> &params) const {
  const int data = model_->data.series[series].values;
  std::int64_t size[maxRank] = {};
  model_->data.shape(data, params.data(), size);
  const EvenTimes times = evenTimes(*model_, series, params, size[0]);
  if (!(times.step > 0))
    refuse(fmt::format("the axis '{}_time' does not grow: its step is {}; set the params that it "
                       "is made of",
                       model_->data.list[data].name, times.step));
  if (model_->program.precision == Precision::Float && times.step < floatSpacing(times.farthest))
    refuse(fmt::format("axis '{}_time': its times are {:.6g} apart, and floats at {} are {:.6g} "
                       "apart{}",
                       model_->data.list[data].name, times.step, times.farthest,
                       floatSpacing(times.farthest), otherThanFloat));
}

bool Fields::areRoundedTimes(int which) const {
  const std::span all(model_->data.series, static_cast<std::size_t>(model_->data.seriesCount));
  return model_->program.precision == Precision::Float &&
         std::ranges::find(all, which - model_->program.fieldCount, &TimeSeries::times) !=
             all.end() &&
         which >= model_->program.fieldCount;
}

void Fields::checkTimesGiven(int which, const std::vector<double> &times) const {
  for (std::size_t k = 1; k < times.size(); k++)
    if (times[k] > times[k - 1] && static_cast<float>(times[k]) == static_cast<float>(times[k - 1]))
      refuse(fmt::format("{}: its times {} and {} are one float{}", called(which), times[k - 1],
                         times[k], otherThanFloat));
}

std::string Fields::roundedTimesText(const std::vector<ParamValue> &params, const Run &run) const {
  if (model_->program.precision != Precision::Float)
    return "";
  for (int k = 0; k < model_->data.seriesCount; k++) {
    const auto [values, times] = model_->data.series[k];
    if (values >= model_->data.count - 2 * model_->program.fieldSeriesCount)
      continue; // frames of a field, which have their own note
    std::int64_t size[maxRank] = {};
    model_->data.shape(values, params.data(), size);
    double step = 0; // mean distance: two times that are close to each other are a jump
    if (times < 0) {
      step = evenTimes(*model_, k, params, size[0]).step;
    } else if (size[0] > 1) {
      const void *const list =
          values_[static_cast<std::size_t>(model_->program.fieldCount + times)].array.data();
      step = (realAt(Precision::Float, list, size[0] - 1) - realAt(Precision::Float, list, 0)) /
             static_cast<double>(size[0] - 1);
    }
    if (const std::string text = roundedTimesOf(model_->data.list[values].name, step, run);
        !text.empty())
      return text;
  }
  return "";
}

} // namespace eulerc
