// The states of a series in an HDF5 file, some at a time, as a run that goes on reads what it had
// recorded.
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

/// Entries that follow each other along an axis.
struct Hdf5Rows {
  std::int64_t first = 0, count = 1;
};

/// Of a dataset of that shape, `rows` of the first axes and all of the others; negative: a failure.
Hdf5Library::Status readHdf5Rows(const Hdf5Library &h, Hdf5Library::Id dataset,
                                 Hdf5Library::Id type, const std::vector<std::int64_t> &shape,
                                 const std::vector<Hdf5Rows> &rows, void *to);

/// All members but the constructor give nothing for what the file has not. The library is locked
/// meanwhile.
class Hdf5Frames {
public:
  explicit Hdf5Frames(const std::string &path);
  bool isOpen() const { return file_ && static_cast<bool>(*file_); }
  std::vector<std::int64_t> shape(const std::string &dataset) const;
  std::vector<double> numbers(const std::string &dataset) const;
  /// The contents of a group.
  std::vector<std::string> names(const std::string &group) const;
  /// An attribute of a group.
  std::vector<double> numbersOf(const std::string &group, const std::string &name) const;
  /// Of the file itself, or of "/VTKHDF".
  std::optional<double> attribute(const std::string &name) const;
  /// Whether they could be read, in floats or doubles.
  bool read(const std::string &dataset, const Hdf5Rows &frames, bool isFloat, void *to) const;

private:
  Hdf5Handle open(const std::string &dataset) const;

  const std::lock_guard<std::mutex> lock_;
  const Hdf5Library &h_;
  std::optional<Hdf5Handle> file_;
};

} // namespace eulerc
