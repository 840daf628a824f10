// Hdf5Packing: unpacks values as climate data have them by the CF conventions, which are a dataset
// of short integers with the attributes scale_factor and add_offset, and codes for missing values.
//
//   17 with scale_factor = 0.01, add_offset = 5  →  5.17
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "input/hdf5_library.h"
#include "input/values.h"

namespace eulerc {

/// An attribute of one number; nullopt if the object has none.
std::optional<double> hdf5Number(const Hdf5Library &h, Hdf5Library::Id object,
                                 const std::string &name);

class Hdf5Packing {
public:
  /// Throws InputError for attributes that are no numbers.
  Hdf5Packing(const Hdf5Library &h, Hdf5Library::Id file, Hdf5Library::Id dataset);
  /// Whether values have to be scaled or shifted.
  bool isPacked() const { return scale_ != 1 || offset_ != 0; }
  /// Whether values need no conversion and no check.
  bool isPlain() const {
    return !isPacked() && fill_.empty() && missing_.empty() && !isUnsigned_ && least_ == -noBound &&
           most_ == noBound;
  }
  /// Throws InputError for a missing value, and for a negative one that is to be read as unsigned.
  void requireAll(const double *values, const Target &target) const;
  void unpack(double *values, std::int64_t count) const;

private:
  static constexpr double noBound = std::numeric_limits<double>::infinity();
  double scale_, offset_;
  bool isUnsigned_; ///< an attribute says that integers are to be read as unsigned
  std::vector<double> fill_, missing_; ///< finite codes of missing values
  double least_, most_;                ///< bounds of values that are not missing
  bool isRange_ = false;               ///< whether one attribute, valid_range, has both bounds
};

} // namespace eulerc
