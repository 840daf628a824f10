// FieldFrames: fields that change in time. Each is a series of frames, of which a run holds the two
// around its time.
//
//   FieldFrames frames(model, fields);
//   frames.give(0, framesInFile("weather.h5:/wind", "field 'wind'"), target);
//   frames.turnTo(2.5, 0)     // fields now hold frames 2 and 3; frame 4 is read in the background
//
// Frames of an even number are in one field, frames of an odd number in another (ProgramFacts), so
// that a move to the next frame reads one of both. Only the next frame is read ahead.
#pragma once

#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <eulerc/model.h>
#include <eulerc/steps.h>

#include "input/fields.h"

namespace eulerc {

/// FrameSource: where the frames of a series are read from.
struct FrameSource {
  std::string origin; ///< "'weather.h5:/wind'"
  std::string what;   ///< "field 'wind'"
  std::vector<double> times;
  std::function<void(std::int64_t number, const Target &)> read;
  bool isInMemory = false; ///< so that all frames can be checked at once
};

/// An array whose first axis is time, with its times as a run records them: in the dataset `time`
/// of an HDF5 file, the array `time` of a .npz, or the file NAME.time.npy of a .npy; where a state
/// has that name, in `time_`. Throws Usage.
FrameSource framesInFile(const std::string &path, const std::string &what);
/// Values in memory, which are copied.
FrameSource framesInMemory(std::span<const double> times, std::span<const double> values,
                           const std::string &what);
/// The file with the times; "": they are in the same file as the frames.
std::string fileOfTimes(const std::string &path);
/// A list of times in a file, in double.
std::vector<double> timesInFile(const std::string &path, const std::string &what);
/// The shape of a frame in a file.
std::vector<std::int64_t> shapeOfFrame(const std::string &path, const std::string &what);

class FieldFrames {
public:
  FieldFrames(const Model &model, Fields &fields)
      : model_(model), fields_(fields),
        series_(static_cast<std::size_t>(model.program.fieldSeriesCount)) {}

  /// The number of a field's series; nullopt: the field is constant.
  std::optional<int> seriesOf(int field) const;
  /// Takes over the frames for fields of a shape, and gives fields the frames around t. Throws
  /// Usage for times that do not grow, and what reading throws; the earlier frames then stay.
  void give(int series, FrameSource source, const std::vector<std::int64_t> &shape, double t);
  /// Throws Usage for a run that starts before the first frame or ends after the last one.
  void check(const Run &run, double now) const;
  /// Gives fields the frames around t. A frame less than `slack` after t counts as reached.
  void turnTo(double t, double slack);
  /// The relative difference up to which two times count as equal.
  double rounding() const;
  /// Counts the changes of fields.
  std::int64_t turns() const { return turns_; }
  /// The time at which fields next change; infinity: never.
  double until() const;
  /// The note on frames whose times are nearly equal in float during a run; "": none.
  std::string roundedTimesText(const Run &run) const;
  /// The note on frames that steps of the run may skip; "": none.
  std::string skippedText(const Run &run) const;
  /// The note on a frame within a step: code that acts after that step has the frame's own value,
  /// not the value at the end of the step. "": none.
  std::string withinStepText(const Run &run) const;

private:
  /// A frame that is read while steps are taken.
  struct Ahead {
    std::int64_t number = -1;
    HostArray values;
    std::future<void> reading; ///< declared last: its destructor waits before `values` is destroyed
  };
  struct Series {
    FrameSource source;
    std::vector<std::int64_t> shape;
    double rounding = 0;             ///< relative, of its times
    std::int64_t first = -1;         ///< the last frame before the current time
    std::int64_t held[2] = {-1, -1}; ///< the frames that the two fields hold
    Ahead ahead;
  };

  int fieldOf(int series, std::int64_t frame) const;
  /// Gives the fields of a series frames `first` and the one after it.
  void turn(int series, std::int64_t first);
  /// The frame before time t, or the first one.
  static std::int64_t firstAt(const Series &series, double t);
  void bring(int series, std::int64_t frame);
  /// Gives a frame to its field.
  void hold(int series, std::int64_t frame, HostArray &values);
  void read(Series &series, std::int64_t frame, HostArray &values) const;
  void readAhead(Series &series, std::int64_t frame);
  void tellTimes(int series);

  const Model &model_;
  Fields &fields_;
  std::vector<std::unique_ptr<Series>> series_; ///< null: not given
  std::int64_t turns_ = 0;

public:
  Replaced<std::unique_ptr<Series>> replaced{series_};
};

} // namespace eulerc
