// Fields that change in time: the frames of a series, of which a run holds the two around its time.
//
//   FieldFrames frames(model, fields);
//   frames.give(0, framesInFile("weather.h5:/wind", "field 'wind'"), target);
//   frames.turnTo(2.5, 0)     // frames 2 and 3 are the values of fields now; 4 is read meanwhile
//
// Frames of an even number are in one field, frames of an odd number in another (ProgramFacts), so
// that a step of time reads one of both. Frames are never read before they are near.
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

/// Where the frames of a series are.
struct FrameSource {
  std::string origin; ///< "'weather.h5:/wind'"
  std::string what;   ///< "field 'wind'"
  std::vector<double> times;
  std::function<void(std::int64_t number, const Target &)> read;
};

/// An array that has the time first: of an HDF5 file with its dataset `time`, of a .npz with its
/// array `time`, or of a .npy with a file NAME.time.npy, as a run records them. Throws Usage.
FrameSource framesInFile(const std::string &path, const std::string &what);
/// Values in memory, which are copied.
FrameSource framesInMemory(std::span<const double> times, std::span<const double> values,
                           const std::string &what);
/// The other file that the times are read from; "" where they are in the same one.
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

  /// The number of a field's series; nothing: it is constant.
  std::optional<int> seriesOf(int field) const;
  /// Takes over the frames for fields of that shape, and shows those around t. Throws Usage for
  /// times that do not grow, and what reading throws.
  void give(int series, FrameSource source, const std::vector<std::int64_t> &shape, double t);
  /// Throws Usage for a run that goes on from a time before the first frame or ends behind the last
  /// one.
  void check(const Run &run, double now) const;
  /// Gives fields the frames around t, where a frame within `slack` behind t counts as reached.
  void turnTo(double t, double slack);
  /// How far times may be apart that are meant to be the same, as a share of them.
  double rounding() const;
  /// Counts the changes of fields.
  std::int64_t turns() const { return turns_; }
  /// The time from which on fields change; infinity.
  double until() const;
  /// Of frames whose times float hardly tells from each other during a run; "": none.
  std::string roundedTimesText(const Run &run) const;
  /// Of the frames that steps of a run by dt may go past unseen; "": none.
  std::string skippedText(const Run &run) const;
  /// Of a frame within a step of that run, which what acts behind steps sees late; "": none.
  std::string withinStepText(const Run &run) const;

private:
  /// A frame that is read while steps are taken.
  struct Ahead {
    std::int64_t number = -1;
    HostArray values;
    std::future<void> reading; ///< last: it is waited for before the values go
  };
  struct Series {
    FrameSource source;
    std::vector<std::int64_t> shape;
    double rounding = 0;             ///< of its times
    std::int64_t first = -1;         ///< the frame before the time
    std::int64_t held[2] = {-1, -1}; ///< which ones the two fields hold
    Ahead ahead;
  };

  int fieldOf(int series, std::int64_t frame) const;
  void bring(int series, std::int64_t frame);
  void read(Series &series, std::int64_t frame, HostArray &values) const;
  void readAhead(Series &series, std::int64_t frame);
  void tellTimes(int series);

  const Model &model_;
  Fields &fields_;
  std::vector<std::unique_ptr<Series>> series_; ///< null: not given
  std::int64_t turns_ = 0;
};

} // namespace eulerc
