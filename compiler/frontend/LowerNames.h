// LowerNames: turns declared names into Expr: params, states and fields with an index, entries of
// tables and data. It also reports why a name is not allowed in a place.
//
//   K, y[i - 1], table[2]  →  Param(K), Read(y, i - 1), the table's value
#pragma once

#include "LowerReports.h"

#include "ir/Expr.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace eulerc::compiler {

struct DataName {
  std::string name;
  Type type;
};

/// The declarations to which an expression may refer.
struct Names {
  std::map<const clang::VarDecl *, ExprPtr> params;              ///< canonical declaration → Param
  std::map<const clang::VarDecl *, std::string> states;          ///< canonical declaration → name
  std::map<const clang::VarDecl *, std::int64_t> species;        ///< number of species of a state
  std::map<const clang::VarDecl *, std::string> fields;          ///< canonical declaration → name
  std::map<const clang::VarDecl *, std::vector<ExprPtr>> tables; ///< their values
  std::map<const clang::VarDecl *, DataName> data;
  std::map<const clang::VarDecl *, std::int64_t> monitors; ///< their numbers
  std::map<const clang::VarDecl *, std::string> globals;   ///< values of the whole grid
  std::map<std::string, const clang::VarDecl *> axes;      ///< axes with coordinates
  std::map<std::string, ExprPtr> ruleIndices;              ///< of the rule being read
  std::set<std::string> times;                             ///< names of the time in ddt and next
  bool ruleHasTime = false;
  const clang::VarDecl *stepSize = nullptr; ///< dt
  int rank = 1;                             ///< axes of the grid
  std::vector<ExprPtr> extents;             ///< their sizes
  const clang::VarDecl *declared = nullptr; ///< the param or table whose value is being lowered
};

/// The kind of an array; nullopt: the variable is no array.
std::optional<Leaf> arrayKind(const Names &names, const clang::VarDecl *variable);

/// "f[3]"
std::string speciesName(const std::string &array, std::int64_t number);
/// The kind of a param, array or table of this name, if there is one.
std::optional<Leaf> declaredAs(const Names &names, const std::string &name);

/// Values of states at the point itself, by their names.
using PointStates = std::map<std::string, ExprPtr>;

class LowerNames : protected LowerReports {
protected:
  LowerNames(const clang::ASTContext &context, const Names &names, Diagnostics &diagnostics)
      : LowerReports(context, diagnostics), names_(names) {}

  /// A variable without an index that is not a local.
  ExprPtr variable(const clang::VarDecl *variable, clang::SourceRange range);
  /// A variable with its indices; null, or a variable that is no array, is refused.
  ExprPtr element(const clang::VarDecl *array, std::vector<ExprPtr> index,
                  const PointStates &states, clang::SourceRange range);
  ExprPtr random(const std::string &name, const std::vector<ExprPtr> &arguments,
                 clang::SourceRange range);

  std::nullptr_t refuseRule(const std::string &name, clang::SourceRange range);
  bool refuseBound(const ExprPtr &bound, clang::SourceRange range);
  bool refuseTarget(const clang::Expr *target);

  const Names &names_;
  Place place_ = Place::Param; ///< of the expression being lowered

private:
  ExprPtr entryOf(const clang::VarDecl *table, const std::vector<ExprPtr> &index,
                  clang::SourceRange range);
  bool isArgumentOfRule(const std::string &name) const;
  ExprPtr ruleName(const std::string &name, bool isTime, clang::SourceRange range);
  /// The name of a species of a state. Its number is the first index, which is removed from
  /// `index`. Empty after an error.
  std::string speciesRead(const clang::VarDecl *state, std::vector<ExprPtr> &index,
                          clang::SourceRange range);
  /// A read in an event or `when`: it must be at the point itself, and has the value from `states`.
  ExprPtr atOwnPoint(const ExprPtr &read, Leaf kind, const PointStates &states,
                     clang::SourceRange range);
};

} // namespace eulerc::compiler
