// Lower: turns Clang's functions and expressions into Expr. Locals become shared nodes, branches
// and early returns become Select, and helpers are inlined.
#pragma once

#include "LowerNames.h"

#include "ir/Diagnostics.h"
#include "ir/Expr.h"
#include "ir/Problem.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace eulerc::compiler {

/// An operation with marks that depend on the source text: a sum contracts a product that is
/// written as one of its operands, and a divisor may be written with params alone.
ExprPtr asWritten(const Names &names, const ExprPtr &operation, const clang::Expr *left,
                  const clang::Expr *right);
ExprPtr powAsWritten(const Names &names, const ExprPtr &call, const clang::Expr *exponent);

/// The place of an AST node in the user's text: where a macro is used, not where it is defined.
SourceRange toRange(const clang::ASTContext &context, clang::SourceRange range);
/// The text of a node as written.
std::string sourceText(const clang::ASTContext &context, clang::SourceRange range);

// C's comparisons are ints. Conditions become numbers where C stores, passes or returns them, and
// conditions again where it tests them. Locals, arguments and results are never Bool.
ExprPtr asNumber(const ExprPtr &expr);
ExprPtr asCondition(const ExprPtr &expr);
ExprPtr asReal(const ExprPtr &expr); ///< null stays null

/// Whether the user wrote "double" instead of "real".
bool isWrittenDouble(const clang::ASTContext &context, clang::QualType type);

/// The text of the `///` lines directly above a declaration. Files and the solver's help have it,
/// so it must be in UTF-8.
std::string descriptionAbove(const clang::ASTContext &context, const clang::Decl *declaration,
                             Diagnostics &diagnostics);

/// The prefix of the name that the coordinate `x(i)` of an axis has in C.
inline constexpr const char *kCoordinateOf = "eulerc_coordinate_";

class Lowering : LowerNames {
public:
  Lowering(const clang::ASTContext &context, const Names &names, Diagnostics &diagnostics)
      : LowerNames(context, names, diagnostics) {}

  /// Lowers an expression of params alone, for this place. Null after reporting an error.
  ExprPtr constant(const clang::Expr *expr, Place place);
  /// The value that the function of this place returns, with its parameters replaced by
  /// `arguments`. Null after an error.
  ExprPtr function(const clang::FunctionDecl *function, const std::vector<ExprPtr> &arguments,
                   Place place);
  /// The data that at() looks up, with the place of the first look-up.
  const std::map<std::string, SourceRange> &series() const { return series_; }
  /// The params that stand for size(row) and were added since the last call.
  std::vector<Param> takeSizes() { return std::exchange(sizes_, {}); }
  /// Applies the changes of a `when` to the states at its point. False after an error.
  bool changes(const clang::FunctionDecl *condition, const clang::FunctionDecl *body,
               PointStates &states);

private:
  /// Values of locals, and in a `when` of the states at the point.
  struct Locals : std::map<const clang::VarDecl *, ExprPtr> {
    PointStates states;
  };
  /// The facts after a statement: the condition under which the function has returned, the returned
  /// value, and the values of the locals if it has not returned.
  struct Flow {
    ExprPtr returned;
    ExprPtr value;
    Locals locals;
  };

  ExprPtr returned(const clang::FunctionDecl *function, const std::vector<ExprPtr> &arguments,
                   const PointStates &states = {});
  bool run(const clang::Stmt *statement, Flow &flow);
  bool refuseUseless(const clang::Stmt *statement, const clang::Stmt *behind);
  bool runIf(const clang::IfStmt *statement, Flow &flow);
  bool runFor(const clang::ForStmt *statement, Flow &flow);
  struct Counter;
  bool readCounter(const clang::ForStmt *statement, const Flow &flow, Counter &counter);
  bool unroll(const clang::ForStmt *statement, const Counter &counter, Flow &flow);
  bool runLoop(const clang::ForStmt *statement, const Counter &counter, Flow &flow);
  bool runDeclaration(const clang::DeclStmt *statement, Flow &flow);
  bool runExpression(const clang::Expr *expr, Flow &flow);
  bool assign(const clang::Expr *target, const ExprPtr &value, Flow &flow);
  bool assignState(const clang::ArraySubscriptExpr *target, const ExprPtr &value, Flow &flow);

  ExprPtr lower(const clang::Expr *expr, const Locals &locals);
  ExprPtr lowerName(const clang::DeclRefExpr *expr, const Locals &locals);
  ExprPtr lowerRead(const clang::ArraySubscriptExpr *expr, const Locals &locals);
  ExprPtr lowerCall(const clang::CallExpr *expr, const Locals &locals);
  ExprPtr lowerCoordinate(const clang::CallExpr *expr, const clang::VarDecl *axis,
                          const Locals &locals);
  ExprPtr lowerSize(const clang::CallExpr *expr);
  ExprPtr lowerSeries(const clang::CallExpr *expr, const Locals &locals);
  bool mayBeInlined(const clang::FunctionDecl *callee, std::size_t arguments,
                    clang::SourceRange range);
  ExprPtr lowerCast(const clang::CastExpr *expr, const Locals &locals);
  ExprPtr lowerUnary(const clang::UnaryOperator *expr, const Locals &locals);
  ExprPtr lowerBinary(const clang::BinaryOperator *expr, const Locals &locals);
  ExprPtr combine(clang::BinaryOperatorKind kind, const ExprPtr &left, const ExprPtr &right,
                  const clang::Expr *writtenRight, clang::SourceRange range);

  int loopDepth_ = 0;                            ///< surrounding loops that are not unrolled
  std::int64_t carriedCount_ = 0;                ///< numbers the carried locals of the program
  std::set<const clang::FunctionDecl *> active_; ///< functions being inlined; finds recursion
  std::vector<Param> sizes_;
  std::map<std::string, SourceRange> series_; ///< data that at() looks up, with the first place
  /// Earlier inlined calls: in one place, the same function of the same arguments is the same
  /// value.
  std::map<std::tuple<Place, const clang::FunctionDecl *, std::vector<ExprPtr>>, ExprPtr> inlined_;
};

} // namespace eulerc::compiler
