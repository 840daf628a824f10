// The structure of an HDF5 file for a series: made once by the HDF5 library, with room for all
// states that will come; the values are then written to their places in the file by ourselves.
//
// Why not by the library: it keeps parts of the structure in memory and writes them piece by piece,
// so that a run that is killed may leave a file that nobody can open. Here the structure never
// changes but for the number of states (8 bytes for each array, written when the values are there).
// The file is sparse: room that is not yet used takes none on the disk.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "results/series.h"

namespace eulerc {

/// What the HDF5 library cannot do. It does not name the file, which is made under another name
/// than the user's.
class Hdf5Failure : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// An array that grows along its first axis, and where its values lie in the file.
struct GrowingArray {
  std::size_t rowBytes = 0;         ///< of the values at one time
  std::int64_t chunkRows = 1;       ///< times of a chunk, one behind the other
  std::size_t partBytes = 0;        ///< of a chunk, if a row is of several
  std::int64_t parts = 1;           ///< chunks of a row
  std::vector<std::int64_t> chunks; ///< where each begins
};

struct Hdf5Structure {
  std::vector<GrowingArray> arrays; ///< the states', the times', perhaps the lengths of steps
  /// Where the numbers of states are, of 8 bytes each: what readers go by first, the times', then
  /// the states'.
  std::vector<std::int64_t> counts;
};

/// What stands for a text that is known later, to be found in the file. The text takes its place
/// and has as many bytes at most; then come zeros, by which readers find its end.
std::string laterText(const std::string &name);

/// Makes FILE.h5: a dataset for each state, [time, …], with dimension scales (`time` and the
/// indices of each axis), so that h5py, netCDF and xarray know them by name.
Hdf5Structure makeHdf5File(const std::string &path, const SeriesDescription &description);

/// Makes FILE.vtkhdf: an image for each time (VTKHDF 2.0), as ParaView opens it.
Hdf5Structure makeVtkFile(const std::string &path, const SeriesDescription &description);
/// The shape of its arrays: the grid's without axes of one point, except the fastest one.
/// VTK reads no others of an image that is flat.
std::vector<std::int64_t> imageShape(const SeriesDescription &description);

/// Throws Hdf5Failure unless the library finds no state in a file whose counts were set to 0.
void requireEmpty(const std::string &path, const SeriesDescription &description, bool isVtk);

/// Throws Hdf5Failure when the HDF5 library cannot be had.
void requireHdf5();

} // namespace eulerc
