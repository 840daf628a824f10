// Finds the frames and times of a series, and reads the next frame in the background.

#include "input/frames.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "base/refuse.h"
#include "base/text.h"
#include "input/file.h"
#include "input/times_in_float.h"
#include "state/state.h"

namespace eulerc {
namespace {

bool isInMember(const std::string &path) {
  const auto colon = path.rfind(':');
  return colon != std::string::npos && colon > 0;
}

/// The places where the times of a series may be: "weather.h5:/a/time" for "weather.h5:/a/wind";
/// "u.T.time.npy" for "u.T.npy" or, as a run records them, "u.time.npy".
std::vector<std::string> placesOfTimes(const std::string &path) {
  const auto slash = path.rfind('/');
  if (isInMember(path)) {
    const auto colon = path.rfind(':');
    const std::string group = slash != std::string::npos && slash > colon
                                  ? path.substr(0, slash + 1)
                                  : path.substr(0, colon + 1) + "/";
    const std::string root = path.substr(0, colon + 1) + "/";
    return group == root ? std::vector{root + "time"} : std::vector{group + "time", root + "time"};
  }
  const std::string stem = path.substr(0, path.size() - std::string_view(".npy").size());
  std::vector<std::string> places = {stem + ".time.npy"};
  const auto dot = stem.rfind('.');
  if (dot != std::string::npos && (slash == std::string::npos || dot > slash))
    places.push_back(stem.substr(0, dot) + ".time.npy");
  return places;
}

/// The shape of an array in a file; nullopt: it cannot be read.
std::optional<std::vector<std::int64_t>> shapeIfThere(const std::string &path) {
  try {
    return shapeInFile(path, "");
  } catch (const Error &) {
    return std::nullopt;
  }
}

/// The first place that has a list. A run that records a state called "time" writes its times as
/// "time_", so this name follows an array that is none. Without a list: the first place that has
/// something else, or the last place.
std::string placeOfTimes(const std::string &path) {
  const std::vector<std::string> places = placesOfTimes(path);
  std::string other;
  for (std::string place : places)
    for (bool isLast = false; !isLast;) {
      const auto shape = shapeIfThere(place);
      if (shape && shape->size() == 1)
        return place;
      isLast = !shape;
      if (other.empty() && (shape || (!isInMember(place) && hasFile(place))))
        other = place;
      place.insert(place.size() - (isInMember(place) ? 0 : std::string_view(".npy").size()), "_");
    }
  return other.empty() ? places.back() : other;
}

} // namespace

std::vector<double> timesInFile(const std::string &path, const std::string &what) {
  const std::vector<std::int64_t> shape = shapeInFile(path, what);
  if (shape.size() != 1)
    refuse(fmt::format("cannot take {} from '{}': times are a list", what, path));
  HostArray values;
  readValues(path, what, {Precision::Double, shape, values});
  const auto *first = static_cast<const double *>(values.data());
  return {first, first + shape[0]};
}

namespace {

/// The relative rounding error of times: of floats if all are floats, else of computed doubles.
double roundingOf(const std::vector<double> &times) {
  constexpr double ofDoubles = 1e-12, ofFloats = 2.4e-7;
  const bool areFloats = std::ranges::all_of(
      times, [](double time) { return static_cast<double>(static_cast<float>(time)) == time; });
  return areFloats ? ofFloats : ofDoubles;
}

std::vector<double> timesBeside(const std::string &path, const std::string &what) {
  try {
    return timesInFile(placeOfTimes(path), "the times of " + what);
  } catch (const Error &error) {
    refuse(fmt::format("{}; a series needs a time for each frame", error.what()));
  }
}

/// Whether a file may have more frames than times, because a run that records it writes times last.
bool isAhead(const std::string &path, std::size_t times) {
  return path.ends_with(".npy") && hasFile(path) && isRecordedNpy(path) &&
         std::cmp_greater_equal(npyLength(path), times);
}

} // namespace

std::string fileOfTimes(const std::string &path) {
  const std::string place = isInMember(path) ? "" : placeOfTimes(path);
  return hasFile(place) ? place : "";
}

std::vector<std::int64_t> shapeOfFrame(const std::string &path, const std::string &what) {
  std::vector<std::int64_t> shape = shapeInFile(path, what);
  if (!shape.empty())
    shape.erase(shape.begin());
  return shape;
}

FrameSource framesInFile(const std::string &path, const std::string &what) {
  if (path.ends_with(']'))
    refuse(fmt::format("cannot take {0} from '{1}': this is one frame, and {0} changes in time; "
                       "give the whole series",
                       what, path));
  const std::vector<std::int64_t> shape = shapeInFile(path, what);
  FrameSource source{fmt::format("'{}'", path), what, timesBeside(path, what), {}};
  const auto frames = static_cast<std::size_t>(shape.empty() ? 0 : shape[0]);
  if (frames != source.times.size() && !isAhead(path, source.times.size()))
    refuse(
        fmt::format("cannot take {} from '{}': its shape is {}, of which the first extent counts "
                    "frames, and there {} {} time{}",
                    what, path, shapeText(shape), source.times.size() == 1 ? "is" : "are",
                    source.times.size(), source.times.size() == 1 ? "" : "s"));
  source.read = [path, what, kept = std::make_shared<KeptMember>()](std::int64_t number,
                                                                    Target target) {
    target.kept = kept.get();
    readValues(fmt::format("{}[{}]", path, number), what, target);
  };
  return source;
}

FrameSource framesInMemory(std::span<const double> times, std::span<const double> values,
                           const std::string &what) {
  const auto kept = std::make_shared<std::vector<double>>(values.begin(), values.end());
  if (times.empty() || kept->size() % times.size() != 0)
    refuse(fmt::format("{} values of {} are no whole frames at {} times", kept->size(), what,
                       times.size()));
  const std::size_t points = kept->size() / times.size();
  return {"setSeries",
          what,
          {times.begin(), times.end()},
          [kept, points, what](std::int64_t number, const Target &target) {
            takeValues(std::span(*kept).subspan(static_cast<std::size_t>(number) * points, points),
                       fmt::format("frame {} of {}", number, what), target);
          },
          true};
}

std::optional<int> FieldFrames::seriesOf(int field) const {
  for (int k = 0; k < model_.program.fieldSeriesCount; k++)
    if (model_.program.fieldSeries[k] == field)
      return k;
  return std::nullopt;
}

int FieldFrames::fieldOf(int series, std::int64_t frame) const {
  return frame % 2 == 0 ? model_.program.fieldSeries[series]
                        : model_.program.fieldCount - model_.program.fieldSeriesCount + series;
}

void FieldFrames::give(int series, FrameSource source, const std::vector<std::int64_t> &shape,
                       double t) {
  const std::vector<double> &times = source.times;
  if (times.size() < 2)
    refuse(fmt::format("{} from {} has {}; a series needs two frames at least", source.what,
                       source.origin, times.empty() ? "no frame" : "one frame"));
  const auto inPrecision = [&](double time) {
    return model_.program.precision == Precision::Float
               ? static_cast<double>(static_cast<float>(time))
               : time;
  };
  for (std::size_t k = 1; k < times.size(); k++) {
    if (!(times[k] > times[k - 1]))
      refuse(
          fmt::format("{} from {}: its times do not grow: frame {} is at t = {}, and frame {} at "
                      "t = {}",
                      source.what, source.origin, k - 1, times[k - 1], k, times[k]));
    if (!(inPrecision(times[k]) > inPrecision(times[k - 1])))
      refuse(fmt::format("{} from {}: its times {} and {} are one float{}", source.what,
                         source.origin, times[k - 1], times[k], otherThanFloat));
  }
  auto given = std::make_unique<Series>();
  given->source = std::move(source);
  given->rounding = roundingOf(given->source.times);
  given->shape = shape;
  const std::int64_t first = firstAt(*given, t);
  HostArray frames[2];
  // These may throw: until then the earlier series is there.
  for (std::int64_t frame = 0; given->source.isInMemory && frame < std::ssize(given->source.times);
       frame++)
    read(*given, frame, frames[0]);
  for (const std::int64_t frame : {first, first + 1})
    read(*given, frame, frames[frame % 2]);
  replaced.note(static_cast<std::size_t>(series));
  series_[static_cast<std::size_t>(series)] = std::move(given);
  for (const std::int64_t frame : {first, first + 1})
    hold(series, frame, frames[frame % 2]);
  turn(series, first);
}

void FieldFrames::check(const Run &run, double now) const {
  constexpr double closeness = 1e-3; // of a step
  for (const auto &series : series_) {
    if (!series)
      continue; // not given: Fields::check reports it
    const std::vector<double> &times = series->source.times;
    const double slack = closeness * std::min(run.dt, run.to - now);
    if (now < times.front() - slack)
      refuse(fmt::format("the run begins at t = {}, and the first frame of {} from {} is at t = {}",
                         now, series->source.what, series->source.origin, times.front()));
    if (run.to > times.back() + slack)
      refuse(fmt::format("the run ends at t = {}, and the last frame of {} from {} is at t = {}",
                         run.to, series->source.what, series->source.origin, times.back()));
  }
}

double FieldFrames::rounding() const {
  double most = 0;
  for (const auto &series : series_)
    if (series)
      most = std::max(most, series->rounding);
  return most;
}

double FieldFrames::until() const {
  double next = std::numeric_limits<double>::infinity();
  for (const auto &series : series_)
    if (series && series->first + 2 < std::ssize(series->source.times))
      next = std::min(next, series->source.times[static_cast<std::size_t>(series->first) + 1]);
  return next;
}

std::string FieldFrames::skippedText(const Run &run) const {
  constexpr double closeness = 1e-3; // of a step
  for (const auto &series : series_) {
    if (!series || run.steps == 0)
      continue;
    const std::vector<double> &times = series->source.times;
    double least = std::numeric_limits<double>::infinity(), at = 0;
    for (std::size_t k = 1; k < times.size(); k++)
      if (times[k] > run.from && times[k - 1] < run.to &&
          times[k] - times[k - 1] < least * (1 - closeness)) {
        at = times[k - 1];
        least = times[k] - at;
      }
    if (const double dt = std::min(run.dt, run.to - run.from); dt > least * (1 + closeness))
      return fmt::format("steps of {:.6g} are longer than the {:.6g} between the frames of {} from "
                         "{} at t = {:.6g} and {:.6g}: a step takes no more than the two frames "
                         "around its beginning, and goes past others unseen; take steps of {:.6g} "
                         "at most (--dt)",
                         dt, least, series->source.what, series->source.origin, at, at + least,
                         least);
  }
  return "";
}

std::string FieldFrames::withinStepText(const Run &run) const {
  constexpr double closeness = 1e-3; // of a step
  if (!model_.program.readsSeriesBehind)
    return "";
  for (const auto &series : series_)
    for (const double time : series ? series->source.times : std::vector<double>()) {
      const double steps = (time - run.from) / run.dt;
      if (time > run.from && time < run.to && std::abs(steps - std::round(steps)) > closeness)
        return fmt::format(
            "the frame of {} from {} at t = {:.6g} lies within a step: behind that step a 'when' "
            "or an event has the frame itself, not the value of the step's end; take steps that "
            "end at frames (--dt)",
            series->source.what, series->source.origin, time);
    }
  return "";
}

std::string FieldFrames::roundedTimesText(const Run &run) const {
  if (model_.program.precision != Precision::Float)
    return "";
  for (int k = 0; k < std::ssize(series_); k++) {
    if (!series_[static_cast<std::size_t>(k)])
      continue;
    const std::vector<double> &times = series_[static_cast<std::size_t>(k)]->source.times;
    const double apart = (times.back() - times.front()) / static_cast<double>(times.size() - 1);
    const char *const name = model_.program.fields[model_.program.fieldSeries[k]].name;
    if (const std::string text = roundedTimesOf(name, apart, run); !text.empty())
      return text;
  }
  return "";
}

std::int64_t FieldFrames::firstAt(const Series &series, double t) {
  const std::vector<double> &times = series.source.times;
  const auto behind = std::ranges::upper_bound(times, t) - times.begin();
  return std::clamp<std::int64_t>(behind - 1, 0, std::ssize(times) - 2);
}

void FieldFrames::turnTo(double t, double slack) {
  for (int k = 0; k < std::ssize(series_); k++) {
    if (!series_[static_cast<std::size_t>(k)])
      continue;
    const Series &series = *series_[static_cast<std::size_t>(k)];
    if (const std::int64_t first = firstAt(series, t + slack); first != series.first)
      turn(k, first);
  }
}

void FieldFrames::turn(int number, std::int64_t first) {
  Series &series = *series_[static_cast<std::size_t>(number)];
  bring(number, first);
  bring(number, first + 1);
  series.first = first;
  tellTimes(number);
  if (first + 2 < std::ssize(series.source.times))
    readAhead(series, first + 2);
  turns_++;
}

void FieldFrames::bring(int number, std::int64_t frame) {
  Series &series = *series_[static_cast<std::size_t>(number)];
  if (series.held[frame % 2] == frame)
    return;
  series.held[frame % 2] = -1;
  Ahead &ahead = series.ahead;
  if (ahead.reading.valid())
    ahead.reading.wait();
  if (std::exchange(ahead.number, -1) == frame)
    ahead.reading.get();
  else
    read(series, frame, ahead.values);
  hold(number, frame, ahead.values);
}

void FieldFrames::hold(int number, std::int64_t frame, HostArray &values) {
  Series &series = *series_[static_cast<std::size_t>(number)];
  fields_.exchange(fieldOf(number, frame), series.shape, values, series.source.origin);
  series.held[frame % 2] = frame;
}

void FieldFrames::read(Series &series, std::int64_t frame, HostArray &values) const {
  series.source.read(frame, {model_.program.precision, series.shape, values});
}

/// Begins to read a frame into the memory of the frame that is no longer needed.
void FieldFrames::readAhead(Series &series, std::int64_t frame) {
  series.ahead.number = frame;
  series.ahead.reading =
      std::async(std::launch::async, [this, &series, frame, &values = series.ahead.values] {
        read(series, frame, values);
      });
}

/// Passes on the times of the two frames and the odd frame's weight (0 or 1) at each.
void FieldFrames::tellTimes(int number) {
  const Series &series = *series_[static_cast<std::size_t>(number)];
  const auto first = static_cast<std::size_t>(series.first);
  const double odd = series.first % 2 == 0 ? 0 : 1;
  const double lists[2][2] = {{odd, 1 - odd},
                              {series.source.times[first], series.source.times[first + 1]}};
  const int behind = model_.program.fieldCount + model_.data.count -
                     2 * (model_.program.fieldSeriesCount - number);
  for (int k = 0; k < 2; k++) {
    HostArray values;
    takeValues(lists[k], series.source.what, {model_.program.precision, {2}, values});
    fields_.exchange(behind + k, {2}, values, series.source.origin);
  }
}

} // namespace eulerc
