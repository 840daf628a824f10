// The states of a series in an HDF5 file, one at a time, as a run that goes on reads what it had
// recorded.
//
//   Hdf5Frames frames("u.h5");
//   frames.numbers("time") → 0, 0.5, 1      frames.read("u", 2, *h.nativeFloat, values)
#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "input/hdf5_library.h"

namespace eulerc {

/// One entry along the first axis of a dataset of that shape; negative: a failure.
Hdf5Library::Status readHdf5Row(const Hdf5Library &h, Hdf5Library::Id dataset, Hdf5Library::Id type,
                                const std::vector<std::int64_t> &shape, std::int64_t row, void *to);

/// All members but the constructor give nothing for what the file has not. The library is locked
/// meanwhile.
class Hdf5Frames {
public:
  explicit Hdf5Frames(const std::string &path);
  bool isOpen() const { return file_ && static_cast<bool>(*file_); }
  std::vector<std::int64_t> shape(const std::string &dataset) const;
  std::vector<double> numbers(const std::string &dataset) const;
  /// What is in a group.
  std::vector<std::string> names(const std::string &group) const;
  /// An attribute of a group.
  std::vector<double> numbersOf(const std::string &group, const std::string &name) const;
  /// Of the file itself, or of "/VTKHDF".
  std::optional<double> attribute(const std::string &name) const;
  /// Whether it could be read, in floats or doubles.
  bool read(const std::string &dataset, std::int64_t frame, bool isFloat, void *to) const;

private:
  Hdf5Handle open(const std::string &dataset) const;

  const std::lock_guard<std::mutex> lock_;
  const Hdf5Library &h_;
  std::optional<Hdf5Handle> file_;
};

} // namespace eulerc
