// ProgramFacts: what a program declares, and what follows from its params alone.
#pragma once

#include <cstdint>

#include <eulerc/declarations.h>
#include <eulerc/model/row_set.h>

namespace eulerc {

struct ProgramFacts {
  Precision precision = Precision::Float;
  const char *text = ""; ///< the source that was compiled

  int paramCount = 0;
  const Param *params = nullptr;
  /// Computes the defaults of all params that are not `given`, in order of declaration.
  void (*deriveParams)(ParamValue *params, const bool *given) = nullptr;

  int requirementCount = 0;
  const Requirement *requirements = nullptr;

  int stateCount = 0;
  const State *states = nullptr;
  int fieldCount = 0;
  const Field *fields = nullptr;
  /// Fields that change in time: for each, the number of the field that holds its even-numbered
  /// frames. The fields for the odd-numbered frames follow all other fields, in this order. Two
  /// lists of two entries each follow all other data: the weight of the odd frame at the times of
  /// both frames, and these times.
  int fieldSeriesCount = 0;
  const int *fieldSeries = nullptr;
  bool readsSeriesBehind = false; ///< whether a `when` or an event reads one, at the end of a step

  int rank = 0;                      ///< dimensions of the grid, 1 to 3
  const char *const *axes = nullptr; ///< the `rank` index names of ddt: "j", "i"
  /// Writes the `rank` extents of the grid, last one fastest. Wrong params may give 0 or less:
  /// check before use.
  void (*extents)(const ParamValue *params, std::int64_t *out) = nullptr;

  Timespan (*timespan)(const ParamValue *params) = nullptr;
  const Coordinates *coordinates = nullptr; ///< of each axis; null: the program gives none

  /// Access distance of the flat vector in components, -1 if unbounded.
  std::int64_t (*accessDistance)(const ParamValue *params) = nullptr;
  const char *accessWitness = ""; ///< "y[i - 3] at string.ode:19:21"
  /// Writes the reach along each of the `rank` axes in grid points, -1 if unbounded.
  void (*reach)(const ParamValue *params, std::int64_t *out) = nullptr;

  /// Writes initial values of grid points [begin, end) of a state to out[0 .. end - begin), in the
  /// file's order and of `precision`. It reads the data behind the fields in `fields`, and fields
  /// if the state startsFromFields. Several threads may call it at once.
  void (*initial)(int state, const ParamValue *params, const void *const *fields,
                  std::int64_t begin, std::int64_t end, void *out) = nullptr;
  /// The same for a field that hasInitial.
  void (*initialField)(int field, const ParamValue *params, const void *const *fields,
                       std::int64_t begin, std::int64_t end, void *out) = nullptr;
  /// Adds the rows (on a line: the points) whose states grid points [begin, end) read, except their
  /// own rows. It may add more rows. `fields`: as above. null: all points read at the same
  /// distances, or the distances are not known.
  void (*rowsRead)(const ParamValue *params, const void *const *fields, std::int64_t begin,
                   std::int64_t end, RowSet &rows) = nullptr;
};

} // namespace eulerc
