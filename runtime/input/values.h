// Reads values of fields, data and states from files or memory: converts them to the solver's
// precision and checks each.
//
//   readValues("tissue.npy", "field 'beta'", {Precision::Float, {3, 4}, array})
//   readValues("tissue.h5:/beta", …)
//
// Errors are eulerc::Error(Usage) that name the file and the field or state, and Error(Run) when
// there is no memory. After an error the contents of the array are invalid.
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

/// An array of an archive that has been checked once.
struct KeptMember {
  bool isSound = false;                ///< its checksum is right
  std::shared_ptr<std::FILE> unpacked; ///< null: it is not compressed
};

/// Target: the memory that values are read into, one for each grid point or entry, in C order, and
/// what they have to be.
struct Target {
  Precision precision;
  std::vector<std::int64_t> shape;  ///< of the grid or of data, slowest first
  HostArray &values;                ///< allocated by allocate()
  bool isInt = false;               ///< values are of type int, not of `precision`
  const char *whose = "the grid's"; ///< whose shape it is, for messages
  /// For each extent the int param that gives it, or "" where it is an expression.
  std::vector<std::string> sizes = {};
  /// For sizes that are given by the values of another array, that array: "the values of 'col'".
  std::map<std::string, std::string> givenBy = {};
  std::vector<std::int64_t> *found = nullptr; ///< unless null, only gets the shape in the file
  /// An array of an archive, kept for the next frame; null: there is none.
  KeptMember *kept = nullptr;

  std::int64_t points() const;
  /// Allocates memory, after the shape has been checked. Throws Error(Run) when there is none.
  void allocate() const;
};

/// Reads a .npy file, the array FILE.npz:/name, or the dataset FILE.h5:/path/to/dataset; u.npy[3]
/// and FILE.h5:/u[-1] are one state of a series whose first axis is time. `what` is for messages:
/// "field 'beta'".
void readValues(const std::string &path, const std::string &what, const Target &target);

/// The shape of the values in a file.
std::vector<std::int64_t> shapeInFile(const std::string &path, const std::string &what);

/// The file name of such a path: "tissue.h5" of "tissue.h5:/beta[-1]".
std::string fileOf(const std::string &path);

/// Takes values from memory. For a target of int, each has to be an integer that int can hold.
void takeValues(std::span<const double> values, const std::string &what, const Target &target);

// ---- for the readers ------------------------------------------------------------------------

/// Why a file cannot be read; readValues adds the file and `what` to the message.
struct InputError : std::runtime_error {
  using runtime_error::runtime_error;
};

/// Throws InputError unless a file's shape is that of the target.
void requireShape(const std::vector<std::int64_t> &shape, const Target &target);

/// Converts `count` values to the target's precision and writes them from its `place` on. Throws
/// InputError for a value that is not finite after that.
template <class From>
void convert(const From *from, std::int64_t count, const Target &target, std::int64_t place);

/// The same for integers and a target of int. Throws InputError for one that int cannot hold.
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

/// Reads a .npy file.
void readNpy(const Framed &path, const Target &target);
/// The same for an array within a file, from the current position up to `end`.
void readNpyPart(std::FILE *file, std::int64_t end, const Framed &path, const Target &target);
/// Reads an array of a .npz file, which numpy.savez writes.
void readNpz(const std::string &file, const Framed &array, const Target &target);
/// The extent of the first axis of a .npy file.
std::int64_t npyLength(const std::string &path);
/// Whether a .npy file was recorded by a run, which may still be writing it.
bool isRecordedNpy(const std::string &path);
void readHdf5(const std::string &file, const Framed &dataset, const Target &target);

} // namespace eulerc
