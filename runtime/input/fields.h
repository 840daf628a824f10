// Fields and data of a solver: constant values given by the user, or computed as the file says.
//
//   Fields fields(model);  fields.give(0, shape, values, "'beta.npy'");
//   fields.prepare(params, shape, 2)
//   → fields.pointers(): the values of each field and then of each of the data, in C order
//
// They are numbered together, the fields first. A field has the shape of the grid, data one of
// their own. Errors are eulerc::Error(Usage); values that could not be read stay unchanged.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <eulerc/model.h>
#include <eulerc/steps.h>

#include "base/array.h"
#include "input/values.h"

namespace eulerc {

/// Values of data, as they lie in memory.
struct DataValues {
  const void *values;
  std::int64_t bytes;
  std::uint64_t revision; ///< another one when the values have changed
};

/// What each of the data takes with these params, given or not. Throws Usage for an extent below 1.
std::vector<std::int64_t> dataBytes(const Model &model, const std::vector<ParamValue> &params);

class Fields {
public:
  explicit Fields(const Model &model);

  /// Throws Usage for an unknown name, with the nearest known one.
  int findField(std::string_view name) const;
  int findData(std::string_view name) const;

  const char *name(int which) const { return about(which).name; }
  /// "field 'beta'", "data 'K'"
  std::string called(int which) const;
  /// Of the field, or the data, of that name: "'col.npy'".
  const std::string &origin(std::string_view name) const;
  /// Where values for it go; `grid` is the shape of the grid. Throws Usage for data of a negative
  /// extent.
  Target target(int which, const std::vector<ParamValue> &params,
                const std::vector<std::int64_t> &grid, HostArray &values) const;

  /// Takes over values of that shape; they stay until others are given. `origin`: "'beta.npy'".
  void give(int which, const std::vector<std::int64_t> &shape, HostArray &values,
            const std::string &origin);

  /// The same for a frame of a series; the values before come back, and nothing is checked again.
  void exchange(int which, const std::vector<std::int64_t> &shape, HostArray &values,
                const std::string &origin);

  /// Values computed from params have to be computed again.
  void paramsChanged();

  /// Throws Usage when values were not given but have to be, or were given for another shape.
  void check(const std::vector<ParamValue> &params, const std::vector<std::int64_t> &grid) const;

  /// Computes those that were not given, and checks what data lead to. Throws Usage when a value is
  /// not finite or leads out of an array, and as check(); Run when there is no memory.
  void prepare(const std::vector<ParamValue> &params, const std::vector<std::int64_t> &grid,
               int threads);

  /// Throws Usage if float cannot tell apart times of data over time; `times`: as they were given.
  void checkTimesGiven(int which, const std::vector<double> &times) const;
  /// Whether these are times of data over time, which a solver in float rounds.
  bool areRoundedTimes(int which) const;
  /// Of data over time whose times float hardly tells from each other during a run; "": none.
  std::string roundedTimesText(const std::vector<ParamValue> &params, const Run &run) const;

  std::vector<const void *> pointers() const;
  /// Of the fields alone: the values, and one number each, never 0; another one when its values
  /// have changed.
  std::vector<const void *> fieldPointers() const;
  std::vector<std::uint64_t> fieldRevisions() const;
  std::vector<DataValues> data() const;
  /// A number for each field and each of the data, made of its values; of a series 0.
  std::vector<std::uint64_t> hashes() const;
  /// Main memory held.
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
  void checkTimes(int series, const std::vector<ParamValue> &params) const;
  void checkEvenTimes(int series, const std::vector<ParamValue> &params) const;
  [[noreturn]] void refuseBad(const DataCheck &check, const BadIndex &bad) const;

  const Model *model_;
  std::vector<Values> values_;
  std::uint64_t lastRevision_ = 0;
  bool entriesChecked_ = false;
};

} // namespace eulerc
