// What a program declares, as data: params, states, fields, data and monitors, the default run, and
// the conditions that they have to meet. A model (model.h) has lists of these.
//
//   /// points of the string
//   param int N = 100;          → Param{"N", ParamType::Int, "100", "points of the string"}
#pragma once

#include <cstdint>

#include <eulerc/layout.h>

namespace eulerc {

/// Type of the components of the state: `real` of the .ode file.
enum class Precision { Float, Double };

enum class ParamType { Int, Real };

/// The value of a param: `integer` for `param int`, `real` for `param real`.
union ParamValue {
  std::int64_t integer;
  double real;
};

struct Param {
  const char *name;
  ParamType type;
  const char *initialiser; ///< source text of the default: "1.0 / (N - 1)".
  const char *description; ///< the `///` comment, or "".
  const char *sizeOf = ""; ///< field or data whose file gives the value.
  int sizeAxis = 0;
};

struct State {
  const char *name;
  const char *shape;             ///< source text of the extents: "[N]".
  const char *description;       ///< the `///` comment, or "".
  const char *sees = "";         ///< states before it whose new values a step reads: "e, hx".
  bool isEvent = false;          ///< the time of the latest event at each point; 0: there was none.
  bool startsFromFields = false; ///< whether its initial values read fields.
};

/// A coefficient per grid point, constant in time, of the shape of the states.
struct Field {
  const char *name;
  const char *shape;
  const char *description;
  bool hasInitial; ///< the file gives its values; else the user must.
};

/// Constants with their own shape: a matrix, the edges of a graph.
struct Data {
  const char *name;
  const char *shape; ///< source text of the extents.
  const char *description;
  bool hasInitial; ///< the file gives the values; else the user must.
  bool isInt;      ///< an array of int, not of real.
  int rank;        ///< dimensions, 1 to 3.
};

/// Data over time: a number for each time.
struct TimeSeries {
  int values; ///< index of the values among the data.
  int times;  ///< index of the times; -1: the times are equidistant.
};

/// A check of loaded data at each point: an index lies in its array, a loop ends no earlier than it
/// begins.
struct DataCheck {
  const char *text;      ///< "th[col[k]]"; of a loop its first value: "row[i]".
  const char *end;       ///< of a loop its end: "row[i + 1]"; else "".
  const char *location;  ///< "graph.ode:12:5".
  const char *array;     ///< the array that is read: "th".
  const char *variables; ///< "i, k".
  std::uint64_t of;      ///< a bit for each of the first 64 data that the check reads.
};

/// Where a DataCheck fails.
struct BadIndex {
  std::int64_t index; ///< the index, or the end of the loop.
  std::int64_t first; ///< the least index, or the first value of the loop.
  std::int64_t extent;
  std::int64_t at[2 * maxRank]; ///< values of the variables.
  int data;                     ///< the data that the index is an entry of; -1: it is computed.
  std::int64_t entry;           ///< number of that entry, in C order.
};

/// The least int marks a value that is no entry of `data int`.
constexpr int noDataInt = -2147483647 - 1;
inline int asDataInt(double value) {
  const bool fits = value > noDataInt && value <= 2147483647.0;
  return fits && value == static_cast<int>(value) ? static_cast<int>(value) : noDataInt;
}

/// Coordinates of the points along an axis: from + step · index, or the entries of data.
struct Coordinates {
  const char *description = "";
  void (*line)(const ParamValue *params, double *from, double *step) = nullptr;
  int data = -1; ///< which of the model's data
  bool isGiven() const { return line || data >= 0; }
};

/// The default run; every value may be an expression of params.
struct Timespan {
  double from = 0; ///< initial time t0.
  double to = 0;   ///< end time; valid if hasTo.
  double dt = 0;   ///< step; valid if hasDt.
  bool hasTo = false;
  bool hasDt = false;
};

/// When a requirement is checked. Always: before each run. Classes: before runs on a grid with a
/// point of each residue class. Inside: before runs on a grid with an
/// interior, because all interior points need it. Perhaps: only after a result is not finite,
/// because some points may have needed it.
enum class Needed { Always, Classes, Inside, Perhaps };

/// A condition on the params: a static_assert of the file; the bounds of a guarded read; or that a
/// value computed from params alone is finite, and not 0 if it is a divisor.
struct Requirement {
  bool (*holds)(const ParamValue *params);
  const char *message;  ///< the error if it does not hold.
  const char *location; ///< "string.ode:12:10"
  Needed needed = Needed::Always;
};

/// How a monitor makes one number of its values at all points.
enum class Reduction { Sum, Min, Max, Mean, Norm2, NormInf };

struct Monitor {
  const char *name = "";
  Reduction reduction = Reduction::Sum;
  const char *description = ""; ///< the `///` comment, or "".
  bool onDevice = false;        ///< devices compute it as well, with the same bits.
  /// How far its values read along the slowest axis, in the file's order; -1: anywhere.
  std::int64_t reach = -1;
  bool readsGlobals = false; ///< of the same state
};

/// A value at each point, computed from the states when it is read or recorded.
struct Output {
  const char *name = "", *description = "";
  bool isImplicit = false; ///< a quantity or field: recorded only where it is named.
  bool readsGlobals = false;
};

/// Where values of the grid lie. The last axis has C residue classes, and all slower axes count as
/// one. The value of array q in row k at index i of the last axis has the number
///   lead + q · array + i % C · residue + k · pitch + i / C · step
struct ValuePlaces {
  std::int64_t lead = 0, array = 0, residue = 0, pitch = 0, step = 1;
};

/// A state between two steps, in any memory; `fields` has the fields, followed by the data.
struct StateView {
  const ParamValue *params;
  const void *y;
  const void *const *fields;
  ValuePlaces state, field;
  std::int64_t extent[maxRank]; ///< of the grid, as in the file
  double t;
  /// For a slab of a periodic grid: rows before the grid's first row, and behind its last row.
  std::int64_t below = 0, above = 0;
  const void *globals = nullptr; ///< of `precision`, for monitors and outputs that read them
};

/// `stop(condition);`
struct StopRule {
  const char *text;     ///< "energy < 1e-3"
  const char *location; ///< "wave.ode:12:1"
  bool readsGlobals = false;
};

} // namespace eulerc
