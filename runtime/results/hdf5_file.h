// The structure of an HDF5 file for a series. The HDF5 library makes it once, with room for all
// planned states; the runtime then writes values to their places in the file.
//
// The library itself does not write values, because it keeps parts of the structure in memory and
// writes them piece by piece, so that a killed run may leave a file that cannot be opened. Here
// only the number of states changes (8 bytes for each array, written after the values). The file is
// sparse: unused room takes no space on the disk.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "results/series.h"

namespace eulerc {

/// A failure of the HDF5 library. The text does not name the file, which is made under a temporary
/// name.
class Hdf5Failure : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// An array that grows along its first axis, and the places of its values in the file.
struct GrowingArray {
  std::size_t rowBytes = 0;         ///< of the values at one time
  std::int64_t chunkRows = 1;       ///< times in a chunk
  std::size_t partBytes = 0;        ///< bytes of a chunk, if a row has several
  std::int64_t parts = 1;           ///< chunks of a row
  std::vector<std::int64_t> chunks; ///< place of each chunk
};

struct Hdf5Structure {
  std::vector<GrowingArray> arrays; ///< of states, of times, and of lengths of steps if they differ
  /// Places of the numbers of states, 8 bytes each: first the one that readers use, then those of
  /// times, then of states.
  std::vector<std::int64_t> counts;
};

/// Placeholder for a text that is known later, whose place in the file is searched. The text
/// replaces it and is no longer; zeros after it mark its end.
std::string laterText(const std::string &name);

/// Makes FILE.h5: a dataset for each state, [time, …], with dimension scales (`time` and the
/// coordinates or indices of each axis), by which h5py, netCDF and xarray name them.
Hdf5Structure makeHdf5File(const std::string &path, const SeriesDescription &description);

/// Makes FILE.vtkhdf for ParaView: an image for each time (VTKHDF 2.0).
Hdf5Structure makeVtkFile(const std::string &path, const SeriesDescription &description);
/// The shape of the arrays of an image: the grid's without axes of one point, except the fastest
/// axis. VTK reads no other shape of flat images.
std::vector<std::int64_t> imageShape(const SeriesDescription &description);

/// Throws Hdf5Failure unless the library finds no state in a file whose counts were set to 0.
void requireEmpty(const std::string &path, const SeriesDescription &description, bool isVtk);

/// Throws Hdf5Failure if the HDF5 library cannot be loaded.
void requireHdf5();

} // namespace eulerc
