// Problem: an .ode program as written, with names resolved and helpers inlined.
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
  std::string sizeOf = {}; ///< the array whose extent it is, given by the array's file; "": none
  int sizeAxis = 0;
};

/// What the function of a state or quantity gives. Rate: the rate of change. Next: the value after
/// the step. Let: the value of a quantity that lives only within a step. Event: a value whose
/// upward zero crossings are found; the state is the time of the latest one.
enum class Gives { Rate, Next, Let, Event };

/// `state real f[9][NY][NX];` makes nine states, "f[0]" to "f[8]".
struct State {
  std::string name;
  Gives gives = Gives::Rate;
  std::string array;                   ///< as declared: "f"; its name if it is no species
  std::optional<std::int64_t> species; ///< number of the species
  std::string speciesIndex;            ///< the name of the species' number in its ddt
  std::vector<Sides> boundary;         ///< along each axis
  ExprPtr initial;    ///< over Index and Param, computed in double; null: a quantity within steps
  ExprPtr derivative; ///< over Index, Param, Time, StepSize and Read; `gives` says what it is
  ExprPtr after;      ///< its value by `when` after each step, over reads at the same point; null:
                      ///< unchanged
  std::vector<std::string> indexNames; ///< of its ddt, slowest axis first
  std::string description;
  SourceRange where;
};

/// A coefficient for each grid point, in the shape of the states: constant in time, or a series of
/// frames, of which steps read the frames before and after their time.
struct Field {
  std::string name;
  std::vector<Sides> boundary; ///< along each axis; not over Time
  ExprPtr initial; ///< over Index and Param, computed in double; null: given when a solver starts
  std::vector<std::string> indexNames; ///< of its initial, or of the first state's ddt
  std::string description;
  SourceRange where;

  bool isSeries = false; ///< the field holds the frames of even numbers; fields for the frames of
                         ///< odd numbers follow all fields, one for each series
};

/// A constant array of any shape: a table, whose entries the program lists, or data from files.
struct Data {
  std::string name;
  Type type = Type::Real;       ///< Int or Real; of a table: Real
  std::vector<ExprPtr> extents; ///< slowest axis first; expressions of params
  std::vector<ExprPtr> values;  ///< of a table: expressions of params, computed in double
  ExprPtr initial;              ///< for data, like a field's
  std::string description;
  SourceRange where;

  bool isGlobal = false; ///< for a table: its value is of the whole grid, at each stage

  bool isTable() const { return !values.empty(); }
};

/// Data over time, read by at(). The times are from + step · index, or other data.
struct Series {
  std::string values;
  ExprPtr from, step; ///< over Param; null where `times` names data
  std::string times;
};

inline const Data *find(const std::vector<Data> &data, const std::string &name) {
  const auto found = std::ranges::find(data, name, &Data::name);
  return found == data.end() ? nullptr : &*found;
}

/// A condition on params, from the user's static_assert.
struct Assertion {
  ExprPtr condition;
  std::string message;
  SourceRange where;
};

/// A number of the whole state; or, for an output, a value at each point, which is not reduced.
/// Outputs follow all monitors.
struct Monitor {
  enum class Reduction { Sum, Min, Max, Mean, Norm2, NormInf };
  std::string name;
  Reduction reduction = Reduction::Sum;
  ExprPtr value; ///< at a point: over Index, Param, Time and Read; computed in double
  std::string description;
  SourceRange where;
  bool isOutput = false;
  bool isImplicit = false; ///< an output of a quantity or field, used only if a user names it
  bool isGlobal = false;   ///< steps read it; globals follow the outputs
  bool isCrossing = false; ///< the value of the event of that name; these follow the globals

  /// Whether the program declares it, as a monitor, output or global.
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
  std::string name;       ///< also the name of the index along the axis
  std::size_t number = 0; ///< counted from the slowest one
  ExprPtr from, step;     ///< over Param; null where `at` names data
  std::string at;         ///< name of data of reals with one extent; "": none
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
      states; ///< first the states that live from step to step, then quantities within steps
  std::vector<Field> fields;
  std::vector<Data> data;
  std::vector<std::string> indexNames; ///< of the first state's ddt, slowest axis first
  TimespanDefaults timespan;
  std::vector<Axis> axes;
  std::vector<Series> series;
  bool readsSeriesBehind = false; ///< whether changes or events after a step read a field's series
  std::string method;             ///< named by the program; "": none
  SourceRange methodWhere;
  std::vector<Assertion> assertions;
  std::vector<Monitor> monitors;
  std::vector<StopRule> stops;
};

/// The number of states that live from step to step, which users see and files contain.
std::size_t liveOutStates(const Problem &problem);

/// Whether changes by `when` or events follow a step.
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
