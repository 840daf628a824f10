// Values from outside: converted to the solver's precision, each one checked.
//
//   readValues("tissue.npy", "field 'beta'", {Precision::Float, {3, 4}, array})
//   readValues("tissue.h5:/beta", …)
//
// Errors are eulerc::Error(Usage) that name the file and the field or state, and Error(Run) when
// there is no memory. An array is filled only when it is all right; else what it holds is of no
// use.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <eulerc/model.h>

#include "base/array.h"

namespace eulerc {

/// An array of an archive that was looked through once.
struct KeptMember {
  bool isSound = false;                ///< its checksum is right
  std::shared_ptr<std::FILE> unpacked; ///< null: it is not compressed
};

/// Where values go: one a grid point or entry, in C order.
struct Target {
  Precision precision;
  std::vector<std::int64_t> shape;  ///< of the grid or of data, slowest first
  HostArray &values;                ///< allocated by allocate()
  bool isInt = false;               ///< they are of int, not of `precision`
  const char *whose = "the grid's"; ///< the shape is
  /// Of each extent the int param that it is, or "" where it is an expression.
  std::vector<std::string> sizes = {};
  /// Of those sizes that values of another array give, which: "the values of 'col'".
  std::map<std::string, std::string> givenBy = {};
  std::vector<std::int64_t> *found = nullptr; ///< the shape of the file alone is asked for
  /// An array of an archive, kept for the next frame; null: there is none.
  KeptMember *kept = nullptr;

  std::int64_t points() const;
  /// Makes room, once it is known that the values fit. Throws Error(Run) when there is no memory.
  void allocate() const;
};

/// Reads a .npy file, the array FILE.npz:/name, or the dataset FILE.h5:/path/to/dataset; one state
/// of a series that has the time first as u.npy[3] or FILE.h5:/u[-1]. `what` is for messages:
/// "field 'beta'".
void readValues(const std::string &path, const std::string &what, const Target &target);

/// The shape that values from there would have.
std::vector<std::int64_t> shapeInFile(const std::string &path, const std::string &what);

/// The file that such a path names: "tissue.h5" of "tissue.h5:/beta[-1]".
std::string fileOf(const std::string &path);

/// The same from memory; of integers, those that an int can hold.
void takeValues(std::span<const double> values, const std::string &what, const Target &target);

// ---- for the readers ------------------------------------------------------------------------

/// Why a file cannot be taken; readValues says which file, and for what.
struct InputError : std::runtime_error {
  using runtime_error::runtime_error;
};

/// Throws InputError unless a file's shape is the grid's.
void requireShape(const std::vector<std::int64_t> &shape, const Target &target);

/// Converts `count` values to the target's precision, to its places from `place` on. Throws
/// InputError for a value that is not finite there.
template <class From>
void convert(const From *from, std::int64_t count, const Target &target, std::int64_t place);

/// The same for integers, which go to a target of int. Throws InputError for one that an int cannot
/// hold.
template <class From>
void convertInts(const From *from, std::int64_t count, const Target &target, std::int64_t place);

/// Throws InputError when a value of the target is not finite.
void requireFinite(const Target &target);

/// A part of an array: "u[-1]" is the last entry along the first axis of "u", which is a state of a
/// series, and "c[-1][0]" the first species of that state.
struct Framed {
  std::string name;
  std::vector<std::int64_t> places; ///< one for each of the first axes; none: the whole array

  explicit Framed(const std::string &text);
  /// The places counted from the first entry. Throws InputError if the array has no such entry.
  std::vector<std::int64_t> placesIn(const std::vector<std::int64_t> &shape) const;
  /// The shape of the part. Throws InputError if the array has fewer axes than there are places.
  std::vector<std::int64_t> shapeOf(const std::vector<std::int64_t> &shape) const;
};

/// Readers of one kind of file.
void readNpy(const Framed &path, const Target &target);
/// The same for an array within a file, up to `end`; the file stands where it begins.
void readNpyPart(std::FILE *file, std::int64_t end, const Framed &path, const Target &target);
/// An array of a .npz file, which numpy.savez writes.
void readNpz(const std::string &file, const Framed &array, const Target &target);
/// Entries along the first axis of a .npy file.
std::int64_t npyLength(const std::string &path);
/// Whether a run has recorded a .npy file, and may be at it.
bool isRecordedNpy(const std::string &path);
void readHdf5(const std::string &file, const Framed &dataset, const Target &target);

} // namespace eulerc
