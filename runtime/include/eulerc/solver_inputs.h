// SolverInputs: the part of a Solver that takes params, fields, data and values of states.
//
//   solver.set("N", 1000);
//   solver.loadField("tissue", "tissue.npy");
//   solver.setValues("u", u);
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <eulerc/declarations.h>

namespace eulerc {

struct SolverImpl;
class RowSet;

class SolverInputs {
public:
  /// Sets a param; the next run, or the next piece of one, uses it. The state and the time stay,
  /// unless the grid gets another size: then the next run starts from the initial values, and a
  /// note says so. A state that is still the initial one is computed again. Setting the value that
  /// the param already has changes nothing. Throws Usage for an unknown name (and names the nearest
  /// known one), for a value that is not finite, for a value of an int param that is not a whole
  /// number, and in a callback of a run for one that changes the grid; the param then stays
  /// unchanged.
  void set(std::string_view name, std::int64_t value);
  void set(std::string_view name, int value) { set(name, static_cast<std::int64_t>(value)); }
  void set(std::string_view name, double value);
  /// Takes text as on the command line: "1000", "1e-3"; for an int param also "1e6" and "100.0".
  void set(std::string_view name, std::string_view text);
  void set(std::string_view name, const char *text) { set(name, std::string_view(text)); }
  /// Returns a param to the program's default, with the effects of set().
  void unset(std::string_view name);
  /// Values of all params in the order of the program, with derived defaults.
  std::vector<ParamValue> params() const;

  // ---- sizes ------------------------------------------------------------------------------
  /// Extents of the grid, slowest axis first, last axis fastest. All states and fields have them.
  /// Throws Usage if an extent or the step of an axis is not positive, or if a requirement of the
  /// file does not hold.
  std::vector<std::int64_t> shape() const;
  /// Components of the state vector: grid points × states.
  std::int64_t components() const;

  // ---- fields -------------------------------------------------------------------------------
  /// Gives a field its values, one a grid point, in C order of shape(), in the units of the file.
  /// The next run uses them on the current state. They stay until others are given. Set params
  /// first: the next run refuses values of another shape. A run throws Usage if a field has no
  /// values. Throws Usage for an unknown name (and names the nearest known one), for a wrong count,
  /// and for a value that is not finite in the program's precision; the field then stays unchanged.
  void setField(std::string_view field, std::span<const double> values);
  /// Reads the values from a file: `.npy` (version 1.0 or 2.0, C order; <f4, <f8, integers or truth
  /// values), or a dataset of an HDF5 file, "tissue.h5:/path/to/dataset" (reals or integers; needs
  /// libhdf5 1.10 or later). The shape of the file must be shape(). Throws Usage as setField(), and
  /// for a file that cannot be read, is damaged, or has another shape or type; the message names
  /// the file and the indices of a value that is not finite. Throws Run without memory.
  void loadField(std::string_view field, const std::string &path);

  /// Gives a field that changes in time (`series real wind[NY][NX];`) its frames, one after the
  /// other, and the time of each. They are copied. loadField() reads such a field from a file that
  /// has the time first: the frames around the time of a run, and the next one ahead. Throws Usage
  /// for times that do not increase, and as setField(). A run that begins before the first frame or
  /// ends after the last one throws Usage as well.
  void setSeries(std::string_view field, std::span<const double> times,
                 std::span<const double> values);

  // ---- data ---------------------------------------------------------------------------------
  /// Gives data their values, in C order of the shape that the params say; see setField(). Values
  /// of `data int` are integers of 32 bits. The next run checks all indices and loop bounds that
  /// depend on the data. For a wrong one it throws Usage, and names the entry and the array, or the
  /// loop.
  void setData(std::string_view data, std::span<const double> values);
  /// Sets params that are `size(NAME)` of this field or data to the extents in a file, unless they
  /// have been set. loadField() and loadData() do so for their own array.
  void readSizes(std::string_view array, const std::string &path);
  /// Reads the values from a file; see loadField(). Files of `data int` may have any integer type.
  void loadData(std::string_view data, const std::string &path);

  /// Throws the error that a run would throw for the data that were given.
  void checkData() const;

  /// Adds the rows (on a line: the points) whose states grid points [begin, end) read, except their
  /// own rows; adds all rows if that is not known. Throws Usage as a run does for data that it
  /// cannot use.
  void addRowsRead(std::int64_t begin, std::int64_t end, RowSet &rows);

  // ---- initial and current values --------------------------------------------------------------
  /// Replaces the values of a state at the current time, one a grid point, in C order of shape().
  /// restart(), and a param that changes the grid, return to the initial values. Throws Usage for
  /// an unknown name, a wrong count, and a value that is not finite in the program's precision; the
  /// state then stays unchanged.
  void setValues(std::string_view state, std::span<const double> values);
  /// Reads the values from a file; see loadField().
  void loadValues(std::string_view state, const std::string &path);
  /// Throws the error that loadValues() would throw for that file, and changes nothing.
  void checkValues(std::string_view state, const std::string &path);

protected:
  explicit SolverInputs(SolverImpl &solver) : solver_(&solver) {}

private:
  SolverImpl *solver_;
};

} // namespace eulerc
