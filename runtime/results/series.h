// Series: files to which a run appends one state after the other.
//
//   auto series = makeSeries(file, description, 0);   // FILE.h5, FILE.vtkhdf or FILE.npy
//   series->append(time, {values of u, values of v}); // …
//
// A file is complete at every moment, even if the run is killed: values are written first, then the
// number of states, in one call. So readers may open it during the run.
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

/// Texts and numbers that describe the run in a file.
struct SeriesNotes {
  std::vector<std::pair<std::string, std::string>> texts; ///< name, value
  std::vector<std::pair<std::string, double>> reals;
  std::vector<std::pair<std::string, std::int64_t>> integers;
  std::vector<std::string> later; ///< names of texts that are known with the first state
};

/// A state, or all species of one: [species][j][i].
struct SeriesArray {
  std::string name, description, unit;
  int species = 0; ///< 0: the array has the grid's axes only
  int states() const { return species > 0 ? species : 1; }
};

/// The arrays of a series. A state that is selected by its name has one array for all its species,
/// except in files for ParaView, whose arrays have the grid's axes only.
std::vector<SeriesArray> seriesArrays(const Model &model, const SelectedArrays &selected,
                                      const std::string &path);

struct SeriesDescription {
  Precision precision = Precision::Float;
  std::vector<SeriesArray> arrays;
  std::vector<AxisRange> axes;
  std::vector<AxisCoordinates> coordinates; ///< of `axes`, at the recorded points
  std::int64_t count = 0;                   ///< planned output times
  SeriesNotes notes;
  bool hasLengths = false; ///< lengths of steps are recorded, since they differ

  std::size_t valueBytes() const { return precision == Precision::Float ? 4 : 8; }
  std::vector<std::int64_t> gridShape() const;
  std::vector<std::int64_t> shape(const SeriesArray &array) const;
  /// Bytes of a state, or of one species, at one time.
  std::size_t stateBytes() const;
};

class Series {
public:
  virtual ~Series() = default;
  /// Appends the states at the next output time, `values` in the order of the arrays. The first
  /// call gives the file its name. Throws OutputError. `length`: of the step before.
  virtual void append(double time, const std::vector<const std::byte *> &values, double length) = 0;
  /// Writes bytes of an array of the next states, in order, before append(), which gets no values
  /// then.
  virtual void writePart(std::size_t array, std::int64_t begin, const void *values,
                         std::size_t bytes) = 0;
  /// Writes one of SeriesNotes::later, before the first state.
  virtual void tell(const std::string &, const std::string &) {}
  /// The place in its file of a state of the first array; may be asked at any time.
  virtual std::int64_t placeOf(std::int64_t number) const = 0;
  /// As in FileRecord.
  virtual std::vector<std::uint64_t> hashes() const { return {}; }
};

/// Continues existing files after their first `already` states; 0: makes new files. Throws
/// OutputError, and Usage for files of another run.
std::unique_ptr<Series> makeSeries(const OutputFile &file, const SeriesDescription &description,
                                   std::int64_t already);

/// Throws Usage: the file is of another run and cannot be continued.
[[noreturn]] void refuseOtherRun(const std::string &path);
/// Throws Usage: the file has fewer records than the run had recorded.
[[noreturn]] void refuseShorter(const std::string &path, std::int64_t held, std::int64_t recorded,
                                const char *what = "output times");

/// A name that no array has: "time", or "time_".
std::string freeName(std::string name, const std::vector<SeriesArray> &arrays);

/// Paths in an HDF5 file of the times, of the values of an array, and of the lengths of steps.
std::string timesName(const std::string &path, const std::vector<SeriesArray> &arrays);
std::string valuesName(const std::string &path, const SeriesArray &array);
std::string lengthsName(const std::string &path, const std::vector<SeriesArray> &arrays);

/// The files of a series with that name: "out.u.npy", "out.v.npy", "out.time.npy". Throws Usage for
/// an unknown suffix.
std::vector<std::string> seriesFiles(const std::string &path,
                                     const std::vector<SeriesArray> &arrays);

std::unique_ptr<Series> makeNpySeries(const OutputFile &file, const SeriesDescription &description,
                                      std::int64_t already);
/// FILE.h5, and FILE.vtkhdf for ParaView.
std::unique_ptr<Series> makeHdf5Series(const OutputFile &file, const SeriesDescription &description,
                                       std::int64_t already);

} // namespace eulerc
