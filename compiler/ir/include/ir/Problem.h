// Problem: an .ode program as written, names resolved, helpers inlined.
//
//   string.ode --frontend--> Problem --analysis--> Access
#pragma once

#include "ir/Boundary.h"
#include "ir/Expr.h"

#include <algorithm>

namespace eulerc::compiler {

struct Param {
  std::string name;
  Type type = Type::Real;  ///< Int or Real
  ExprPtr value;           ///< default; may use earlier params
  std::string initialiser; ///< its source text
  std::string description; ///< from `///`
  SourceRange where;
  std::string sizeOf = {}; ///< it is an extent of this array, whose file gives it; "": it is not
  int sizeAxis = 0;
};

/// What the function of a state or quantity gives: the rate of change, the value after the step, or
/// the value of a quantity that lives within a step alone; or, of an event, a value whose crossing
/// of zero, upwards, is to be found: the state is the time of the latest one.
enum class Gives { Rate, Next, Let, Event };

/// `state real f[9][NY][NX];` makes nine of them, "f[0]" to "f[8]".
struct State {
  std::string name;
  Gives gives = Gives::Rate;
  std::string array;                   ///< as declared: "f"; of all others its name
  std::optional<std::int64_t> species; ///< its number
  std::string speciesIndex;            ///< what its ddt calls that
  std::vector<Sides> boundary;         ///< one an axis
  ExprPtr initial;    ///< over Index and Param, computed in double; null: a quantity within steps
  ExprPtr derivative; ///< over Index, Param, Time, StepSize and Read; its meaning: `gives`
  ExprPtr after; ///< what `when` makes of it behind each step, over reads at the own point; null:
                 ///< nothing
  std::vector<std::string> indexNames; ///< of its ddt, slowest axis first
  std::string description;
  SourceRange where;
};

/// A coefficient per grid point, of the shape of the states: constant in time, or a series of
/// frames, of which steps read the two around them.
struct Field {
  std::string name;
  std::vector<Sides> boundary; ///< one an axis; not over Time
  ExprPtr initial; ///< over Index and Param, computed in double; null: given when a solver starts
  std::vector<std::string> indexNames; ///< of its initial, or of the first state's ddt
  std::string description;
  SourceRange where;

  bool isSeries = false; ///< the frames of an even number; the ones of an odd number, of each
                         ///< series, stand behind all fields
};

/// A constant array of any shape: a table, whose entries the program lists, or data.
struct Data {
  std::string name;
  Type type = Type::Real;       ///< Int or Real; of a table: Real
  std::vector<ExprPtr> extents; ///< slowest axis first; expressions of params
  std::vector<ExprPtr> values;  ///< of a table: expressions of params, computed in double
  ExprPtr initial;              ///< of data, as of a field
  std::string description;
  SourceRange where;

  bool isGlobal = false; ///< of a table: its value is that of the whole grid, at each stage

  bool isTable() const { return !values.empty(); }
};

/// Data over time, of which at() is made: their times are from + step · index, or other data.
struct Series {
  std::string values;
  ExprPtr from, step; ///< over Param; null where `times` names data
  std::string times;
};

inline const Data *find(const std::vector<Data> &data, const std::string &name) {
  const auto found = std::ranges::find(data, name, &Data::name);
  return found == data.end() ? nullptr : &*found;
}

/// A condition on params the user wrote with static_assert.
struct Assertion {
  ExprPtr condition;
  std::string message;
  SourceRange where;
};

/// One number of the whole state; or, of an output, a value at each point, which is not reduced.
/// Outputs stand behind all monitors.
struct Monitor {
  enum class Reduction { Sum, Min, Max, Mean, Norm2, NormInf };
  std::string name;
  Reduction reduction = Reduction::Sum;
  ExprPtr value; ///< at a point: over Index, Param, Time and Read; computed in double
  std::string description;
  SourceRange where;
  bool isOutput = false;
  bool isImplicit = false; ///< an output of a quantity or field: for who names it
  bool isGlobal = false;   ///< steps read it; these stand behind the outputs
  bool isCrossing = false; ///< the value of the event of that name, behind the globals

  /// Whether the program says it as a monitor, output or global.
  bool isDeclared() const { return !isImplicit && !isCrossing; }
};

/// The words for the reductions, in their order.
inline constexpr const char *kReductions[] = {"sum", "min", "max", "mean", "norm2", "norminf"};

/// `stop(energy < 1e-3);`
struct StopRule {
  ExprPtr condition; ///< over Param, Time, and Uniform for the monitor of that number
  std::string text;
  SourceRange where;
};

/// Coordinates of the points along an axis: from + step · index, or the entries of data.
struct Axis {
  std::string name;       ///< as the index along it
  std::size_t number = 0; ///< counted from the slowest one
  ExprPtr from, step;     ///< over Param; null where `at` names data
  std::string at;         ///< of real, a single extent; "": none
  std::string description;
  SourceRange where;
};

struct TimespanDefaults {
  ExprPtr from, to, dt; ///< null where not given
};

struct Problem {
  std::string file; ///< as given to eulerc
  std::vector<Param> params;
  std::vector<ExprPtr> extents; ///< of the grid, slowest axis first; expressions of params
  std::vector<State>
      states; ///< first the ones that live from step to step, then the quantities within
  std::vector<Field> fields;
  std::vector<Data> data;
  std::vector<std::string> indexNames; ///< of the first state's ddt, slowest axis first
  TimespanDefaults timespan;
  std::vector<Axis> axes;
  std::vector<Series> series;
  bool readsSeriesBehind = false; ///< whether a field's series is read by what acts behind steps
  std::string method;             ///< that the program names; "": none
  SourceRange methodWhere;
  std::vector<Assertion> assertions;
  std::vector<Monitor> monitors;
  std::vector<StopRule> stops;
};

/// How many states live from step to step: users see them, and files hold them.
std::size_t liveOutStates(const Problem &problem);

/// Whether something happens behind steps: changes by `when`, events.
bool actsBehindSteps(const Problem &problem);

std::string print(const Problem &problem);

/// Whether an initial value reads fields.
bool readsFields(const ExprPtr &initial);

/// Visits all states, fields and data that have an initial value.
template <class Visit> void forEachInitial(const Problem &problem, const Visit &visit) {
  const auto each = [&](const auto &all) {
    for (const auto &one : all)
      if (one.initial)
        visit(one);
  };
  each(problem.states);
  each(problem.fields);
  each(problem.data);
}

} // namespace eulerc::compiler
