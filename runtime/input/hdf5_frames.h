// Hdf5Frames: reads states of a series from an HDF5 file, some at a time. A resumed run reads its
// earlier records with it.
//
//   Hdf5Frames frames("u.h5");
//   frames.numbers("time") → 0, 0.5, 1      frames.read("u", {2, 1}, *h.nativeFloat, values)
#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "input/hdf5_library.h"

namespace eulerc {

/// Consecutive entries along an axis.
struct Hdf5Rows {
  std::int64_t first = 0, count = 1;
};

/// Reads `rows` of the first axes of a dataset of that shape, and all of the others; negative: a
/// failure.
Hdf5Library::Status readHdf5Rows(const Hdf5Library &h, Hdf5Library::Id dataset,
                                 Hdf5Library::Id type, const std::vector<std::int64_t> &shape,
                                 const std::vector<Hdf5Rows> &rows, void *to);

/// All members but the constructor return an empty result for what the file does not have. The
/// library is locked while an object exists.
class Hdf5Frames {
public:
  explicit Hdf5Frames(const std::string &path);
  bool isOpen() const { return file_ && static_cast<bool>(*file_); }
  std::vector<std::int64_t> shape(const std::string &dataset) const;
  std::vector<double> numbers(const std::string &dataset) const;
  /// The names of the members of a group.
  std::vector<std::string> names(const std::string &group) const;
  /// The values of an attribute of a group.
  std::vector<double> numbersOf(const std::string &group, const std::string &name) const;
  /// An attribute of the file itself, or of "/VTKHDF".
  std::optional<double> attribute(const std::string &name) const;
  /// Reads frames as floats or doubles; false: a failure.
  bool read(const std::string &dataset, const Hdf5Rows &frames, bool isFloat, void *to) const;

private:
  Hdf5Handle open(const std::string &dataset) const;

  const std::lock_guard<std::mutex> lock_;
  const Hdf5Library &h_;
  std::optional<Hdf5Handle> file_;
};

} // namespace eulerc
