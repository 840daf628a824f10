// Fields: the fields and data of a solver. Their values are constant in a run, and given by the
// user or computed by the program's own expressions.
//
//   Fields fields(model);  fields.give(0, shape, values, "'beta.npy'");
//   fields.prepare(params, shape, 2)
//   → fields.pointers(): the values of each field and then of each of the data, in C order
//
// Fields and data are numbered together, the fields first. A field has the shape of the grid, data
// have shapes of their own. Errors are eulerc::Error(Usage); they leave the values unchanged.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <eulerc/model.h>
#include <eulerc/steps.h>

#include "base/array.h"
#include "base/replaced.h"
#include "input/values.h"

namespace eulerc {

/// Values of data in memory.
struct DataValues {
  const void *values;
  std::int64_t bytes;
  std::uint64_t revision; ///< changes when the values change
};

/// The bytes of each of the data with these params. Throws Usage for an extent below 1.
std::vector<std::int64_t> dataBytes(const Model &model, const std::vector<ParamValue> &params);

/// Throws Usage for the coordinate `at` of point k of an axis, which is not above the one before.
[[noreturn]] void refuseStill(const char *axis, std::int64_t k, double before, double at);

class Fields {
public:
  explicit Fields(const Model &model);

  /// Throws Usage for an unknown name, with the nearest known one.
  int findField(std::string_view name) const;
  int findData(std::string_view name) const;

  const char *name(int which) const { return about(which).name; }
  /// "field 'beta'", "data 'K'"
  std::string called(int which) const;
  /// Where the values of the field or data of that name are from: "'col.npy'".
  const std::string &origin(std::string_view name) const;
  /// The target for reading values of field or data `which` on a grid of shape `grid`. Throws Usage
  /// for data of a negative extent.
  Target target(int which, const std::vector<ParamValue> &params,
                const std::vector<std::int64_t> &grid, HostArray &values) const;

  /// Takes over values of a shape, until others are given. `origin`: "'beta.npy'".
  void give(int which, const std::vector<std::int64_t> &shape, HostArray &values,
            const std::string &origin);

  /// The same for a frame of a series, without checks: `values` gets the previous values.
  void exchange(int which, const std::vector<std::int64_t> &shape, HostArray &values,
                const std::string &origin);

  /// To be called when params change: values computed from them have to be computed again.
  void paramsChanged();

  /// Throws Usage when required values are missing, or have another shape than is declared.
  void check(const std::vector<ParamValue> &params, const std::vector<std::int64_t> &grid) const;

  /// Computes values that were not given, and checks indices read from data. Throws Usage as
  /// check() does, and when a value is not finite, an index is out of range, or an axis does not
  /// have its coordinates; Run when there is no memory.
  void prepare(const std::vector<ParamValue> &params, const std::vector<std::int64_t> &grid,
               int threads);

  /// Checks what prepare() checks of data, as far as they were given; computes none.
  void checkData(const std::vector<ParamValue> &params, const std::vector<std::int64_t> &grid,
                 int threads) const;

  /// Throws Usage if times of data over time are equal in float; `times`: as they were given.
  void checkTimesGiven(int which, const std::vector<double> &times) const;
  /// Whether `which` are times of data over time, which a solver in float rounds.
  bool areRoundedTimes(int which) const;
  /// The note on data over time whose times are nearly equal in float during a run; "": none.
  std::string roundedTimesText(const std::vector<ParamValue> &params, const Run &run) const;

  std::vector<const void *> pointers() const;
  /// For the fields alone: the values, and a revision each, which is never 0 and changes when the
  /// values change.
  std::vector<const void *> fieldPointers() const;
  std::vector<std::uint64_t> fieldRevisions() const;
  std::vector<DataValues> data() const;
  /// A hash of the values of each field and each of the data; 0 for a series.
  std::vector<std::uint64_t> hashes() const;
  /// Bytes of main memory in use.
  std::int64_t bytes() const;

private:
  struct Values {
    HostArray array;
    std::vector<std::int64_t> shape;
    std::string origin;
    bool given = false;
    bool current = false; ///< the array holds what a run needs
    std::uint64_t revision = 0;
  };

  Field about(int which) const;
  bool isInt(int which) const;
  std::vector<std::int64_t> shapeOf(int which, const std::vector<ParamValue> &params,
                                    const std::vector<std::int64_t> &grid) const;
  void compute(int which, const std::vector<ParamValue> &params,
               const std::vector<std::int64_t> &grid, int threads);
  void checkEntries(const std::vector<ParamValue> &params, const std::vector<std::int64_t> &grid,
                    int threads) const;
  void checkAxes(const std::vector<std::int64_t> &grid) const;
  void checkTimes(int series, const std::vector<ParamValue> &params) const;
  void checkEvenTimes(int series, const std::vector<ParamValue> &params) const;

  const Model *model_;
  std::vector<Values> values_;
  std::uint64_t lastRevision_ = 0;
  bool entriesChecked_ = false;

public:
  Replaced<Values> replaced{values_};
};

} // namespace eulerc
