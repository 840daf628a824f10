// Packed values, as climate data have them by the CF conventions: a dataset of short integers with
// the attributes scale_factor and add_offset, and numbers that stand for missing values.
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

/// An attribute of one number; nothing where the object has none.
std::optional<double> hdf5Number(const Hdf5Library &h, Hdf5Library::Id object,
                                 const std::string &name);

class Hdf5Packing {
public:
  /// Throws InputError for attributes that are no numbers.
  Hdf5Packing(const Hdf5Library &h, Hdf5Library::Id file, Hdf5Library::Id dataset);
  /// The values of the dataset stand for other ones.
  bool isPacked() const { return scale_ != 1 || offset_ != 0; }
  /// Whether they need no conversion.
  bool isPlain() const {
    return !isPacked() && fill_.empty() && missing_.empty() && !isUnsigned_ && least_ == -noBound &&
           most_ == noBound;
  }
  /// Throws InputError for a missing value, and for one below zero that stands for another one.
  void requireAll(const double *values, const Target &target) const;
  void unpack(double *values, std::int64_t count) const;

private:
  static constexpr double noBound = std::numeric_limits<double>::infinity();
  double scale_, offset_;
  bool isUnsigned_; ///< integers that are to be read as unsigned ones, says an attribute
  std::vector<double> fill_, missing_; ///< finite
  double least_, most_;                ///< of values that are there
};

} // namespace eulerc
