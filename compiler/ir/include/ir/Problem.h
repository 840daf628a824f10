// Problem: an .ode program as written, names resolved, helpers inlined.
//
//   string.ode --frontend--> Problem --analysis--> Access
#pragma once

#include "ir/Expr.h"

namespace eulerc::compiler {

struct Param {
  std::string name;
  Type type = Type::Real;  ///< Int or Real
  ExprPtr value;           ///< default; may use earlier params
  std::string initialiser; ///< its source text
  std::string description; ///< from `///`
  SourceRange where;
};

/// What a read outside one side of an axis yields.
struct Rule {
  enum class Kind { None, Dirichlet, Neumann, Periodic };
  Kind kind = Kind::None;
  ExprPtr value; ///< Dirichlet: the ghost value, an expression of params
  SourceRange where;
};

struct Sides {
  Rule low, high;
};

struct State {
  std::string name;
  std::vector<Sides> boundary;         ///< one an axis
  ExprPtr initial;                     ///< over Index and Param, computed in double
  ExprPtr derivative;                  ///< over Index, Param, Time and Read
  std::vector<std::string> indexNames; ///< of its ddt, slowest axis first
  std::string description;
  SourceRange where;
};

/// A coefficient per grid point, constant in time, of the shape of the states.
struct Field {
  std::string name;
  ExprPtr initial; ///< over Index and Param, computed in double; null: given when a solver starts
  std::string description;
  SourceRange where;
};

/// A small constant array.
struct Table {
  std::string name;
  std::vector<ExprPtr> values; ///< expressions of params, computed in double
  SourceRange where;
};

/// A condition on params the user wrote with static_assert.
struct Assertion {
  ExprPtr condition;
  std::string message;
  SourceRange where;
};

struct TimespanDefaults {
  ExprPtr from, to, dt; ///< null where not given
};

struct Problem {
  std::string file; ///< as given to eulerc
  std::vector<Param> params;
  std::vector<ExprPtr> extents; ///< of the grid, slowest axis first; expressions of params
  std::vector<State> states;
  std::vector<Field> fields;
  std::vector<Table> tables;
  std::vector<std::string> indexNames; ///< of the first state's ddt, slowest axis first
  TimespanDefaults timespan;
  std::vector<Assertion> assertions;
};

std::string print(const Problem &problem);

} // namespace eulerc::compiler
