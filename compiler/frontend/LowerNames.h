// LowerNames: declared names → Expr: params, states and fields with an index, entries of tables and
// data; and why a name cannot stand where it does.
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

/// The declarations an expression may refer to.
struct Names {
  std::map<const clang::VarDecl *, ExprPtr> params;              ///< canonical declaration → Param
  std::map<const clang::VarDecl *, std::string> states;          ///< canonical declaration → name
  std::map<const clang::VarDecl *, std::int64_t> species;        ///< of states, how many
  std::map<const clang::VarDecl *, std::string> fields;          ///< canonical declaration → name
  std::map<const clang::VarDecl *, std::vector<ExprPtr>> tables; ///< their values
  std::map<const clang::VarDecl *, DataName> data;
  std::map<const clang::VarDecl *, std::int64_t> monitors; ///< their numbers
  std::map<const clang::VarDecl *, std::string> globals;   ///< values of the whole grid
  std::map<std::string, const clang::VarDecl *> axes;      ///< that have coordinates
  std::map<std::string, ExprPtr> ruleIndices;              ///< of the rule that is read
  std::set<std::string> times;                             ///< what ddt and next call the time
  bool ruleHasTime = false;
  const clang::VarDecl *stepSize = nullptr; ///< dt
  int rank = 1;                             ///< axes of the grid
  std::vector<ExprPtr> extents;             ///< their sizes
  const clang::VarDecl *declared = nullptr; ///< the param or table whose value is being lowered
};

/// What kind of array a variable is, if any.
std::optional<Leaf> arrayKind(const Names &names, const clang::VarDecl *variable);

/// "f[3]"
std::string speciesName(const std::string &array, std::int64_t number);
/// What a param, array or table of this name is, if there is one.
std::optional<Leaf> declaredAs(const Names &names, const std::string &name);

/// Values of states at the own point, by their names.
using PointStates = std::map<std::string, ExprPtr>;

class LowerNames : protected LowerReports {
protected:
  LowerNames(const clang::ASTContext &context, const Names &names, Diagnostics &diagnostics)
      : LowerReports(context, diagnostics), names_(names) {}

  /// A variable that is no local, without an index.
  ExprPtr variable(const clang::VarDecl *variable, clang::SourceRange range);
  /// A variable with its indices; null, or one that is no array, is refused.
  ExprPtr element(const clang::VarDecl *array, std::vector<ExprPtr> index,
                  const PointStates &states, clang::SourceRange range);
  ExprPtr random(const std::string &name, const std::vector<ExprPtr> &arguments,
                 clang::SourceRange range);

  std::nullptr_t refuseRule(const std::string &name, clang::SourceRange range);
  bool refuseBound(const ExprPtr &bound, clang::SourceRange range);
  bool refuseTarget(const clang::Expr *target);

  const Names &names_;
  Place place_ = Place::Param; ///< that is being lowered

private:
  ExprPtr entryOf(const clang::VarDecl *table, const std::vector<ExprPtr> &index,
                  clang::SourceRange range);
  bool isArgumentOfRule(const std::string &name) const;
  ExprPtr ruleName(const std::string &name, bool isTime, clang::SourceRange range);
  /// The name of one of the species of a state, whose number is the first index; takes that away.
  /// Empty after an error.
  std::string speciesRead(const clang::VarDecl *state, std::vector<ExprPtr> &index,
                          clang::SourceRange range);
  /// A read as events and `when` may have it: at the own point, of the value that it has there.
  ExprPtr atOwnPoint(const ExprPtr &read, Leaf kind, const PointStates &states,
                     clang::SourceRange range);
};

} // namespace eulerc::compiler
