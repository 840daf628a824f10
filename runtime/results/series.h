// Series: files that take one state after the other while a run goes on.
//
//   auto series = makeSeries(file, description, 0);   // FILE.h5, FILE.vtkhdf or FILE.npy
//   series->append(time, {values of u, values of v}); // …
//
// A file is whole at every moment, also when the run is killed: values are written first, and then
// the number of states, in one call. So readers may open it while the run goes on.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <eulerc/model.h>

#include "output/file.h"
#include "results/coordinates.h"
#include "results/selection.h"

namespace eulerc {

/// What a file says besides the values.
struct SeriesNotes {
  std::vector<std::pair<std::string, std::string>> texts; ///< name, value
  std::vector<std::pair<std::string, double>> reals;
  std::vector<std::pair<std::string, std::int64_t>> integers;
  std::vector<std::string> later; ///< names of texts that are known when the first state comes
};

/// A state, or all species of one: [species][j][i].
struct SeriesArray {
  std::string name, description, unit;
  int species = 0; ///< 0: an array of the grid's axes alone
  int states() const { return species > 0 ? species : 1; }
};

/// What a series of some of the model's states has arrays of: species have one together, but in a
/// file for ParaView, whose arrays have the axes of the grid alone.
std::vector<SeriesArray> seriesArrays(const Model &model, const SelectedArrays &selected,
                                      const std::string &path);

struct SeriesDescription {
  Precision precision = Precision::Float;
  std::vector<SeriesArray> arrays;
  std::vector<AxisRange> axes;
  std::vector<AxisCoordinates> coordinates; ///< of these, at the points that are recorded
  std::int64_t count = 0;                   ///< of the states that will come
  SeriesNotes notes;
  bool hasLengths = false; ///< of the steps, which differ

  std::size_t valueBytes() const { return precision == Precision::Float ? 4 : 8; }
  std::vector<std::int64_t> gridShape() const;
  std::vector<std::int64_t> shape(const SeriesArray &array) const;
  /// Bytes of a state at one time, of a species by itself.
  std::size_t stateBytes() const;
};

class Series {
public:
  virtual ~Series() = default;
  /// The states at the next output time, `values` in the order of the arrays. The first one makes
  /// the file stand under its name. Throws OutputError. `length`: of the step that led there.
  virtual void append(double time, const std::vector<const std::byte *> &values, double length) = 0;
  /// Ahead of append(), which gets no values then: the bytes of the arrays of the states to come,
  /// in their order.
  virtual void writePart(std::size_t array, std::int64_t begin, const void *values,
                         std::size_t bytes) = 0;
  /// One of the texts that are known later; before the first state.
  virtual void tell(const std::string &, const std::string &) {}
  /// Where in its file the first array's state of that number begins; may be asked at any time.
  virtual std::int64_t placeOf(std::int64_t number) const = 0;
  /// As of a FileRecord.
  virtual std::vector<std::uint64_t> hashes() const { return {}; }
};

/// Goes on behind the first `already` states of the files that stand there; 0: makes new ones.
/// Throws OutputError, Usage for files that are of another run.
std::unique_ptr<Series> makeSeries(const OutputFile &file, const SeriesDescription &description,
                                   std::int64_t already);

/// Throws Usage: a file that a run is to go on with is of another one.
[[noreturn]] void refuseOtherRun(const std::string &path);
/// Throws Usage: it holds fewer output times than the run had come to.
[[noreturn]] void refuseShorter(const std::string &path, std::int64_t held, std::int64_t recorded,
                                const char *what = "output times");

/// A name that no array has: "time", or "time_".
std::string freeName(std::string name, const std::vector<SeriesArray> &arrays);

/// Where an HDF5 file has the times, and the values of an array.
std::string timesName(const std::string &path, const std::vector<SeriesArray> &arrays);
std::string valuesName(const std::string &path, const SeriesArray &array);
std::string lengthsName(const std::string &path, const std::vector<SeriesArray> &arrays);

/// The files of a series with that name: "out.u.npy", "out.v.npy", "out.time.npy". Throws Usage for
/// a suffix that no series has.
std::vector<std::string> seriesFiles(const std::string &path,
                                     const std::vector<SeriesArray> &arrays);

std::unique_ptr<Series> makeNpySeries(const OutputFile &file, const SeriesDescription &description,
                                      std::int64_t already);
/// FILE.h5, and FILE.vtkhdf for ParaView.
std::unique_ptr<Series> makeHdf5Series(const OutputFile &file, const SeriesDescription &description,
                                       std::int64_t already);

} // namespace eulerc
