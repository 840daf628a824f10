// LowerReports: reports about the user's text, each once and at its place.
//
//   a helper with a mistake that is inlined at two calls is reported at the first
#pragma once

#include "Leaves.h"

#include "ir/Diagnostics.h"
#include "ir/Expr.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace eulerc::compiler {

class LowerReports {
protected:
  LowerReports(const clang::ASTContext &context, Diagnostics &diagnostics)
      : context_(context), diagnostics_(diagnostics) {}

  std::nullptr_t refuse(clang::SourceRange range, const std::string &message,
                        const std::string &hint = {});
  SourceRange where(clang::SourceRange range) const;
  /// Refuses a leaf that is not allowed in a place.
  bool admit(Leaf leaf, const std::string &name, Place place, clang::SourceRange range);
  bool checkType(clang::QualType type, clang::SourceRange range);
  /// Checks the type of a declaration. More types are refused than for values, because double is
  /// called real.
  bool checkDeclared(clang::QualType type, clang::SourceRange range);
  /// Refuses such types of a function's arguments.
  bool checkParameters(const clang::FunctionDecl *definition);

  /// Records a quotient of integers that has just been lowered.
  void noteQuotient(const clang::BinaryOperator *quotient, const ExprPtr &dividend,
                    const ExprPtr &divisor) {
    quotients_[quotient] = {dividend, divisor};
  }
  /// Warns of quotients of integers within a value of integers that is converted to a real.
  void warnOfFractions(const clang::Expr *written, bool isInSum = false);
  void warnOfLostRemainder(const ExprPtr &dividend, const ExprPtr &divisor,
                           clang::SourceRange range);

  /// A helper's call that is being inlined, or a loop that is being unrolled (then `helper` is
  /// null).
  struct Expansion {
    const clang::FunctionDecl *helper;
    clang::SourceRange where;
    std::int64_t begin; ///< number of operations before it
  };
  /// Counts one more operation. False if there are too many; the first time, it reports what grew.
  bool spend(clang::SourceRange range);

  const clang::ASTContext &context_;
  Diagnostics &diagnostics_;
  std::int64_t spent_ = 0;                    ///< operations, with helpers and loops written out
  std::vector<Expansion> expansions_;         ///< surrounding ones, the outermost first
  std::shared_ptr<const SourceRange> caller_; ///< the call that is being inlined
  /// Places and their messages. A helper is inlined at every call, but reported once.
  std::set<std::string> told_;

private:
  std::map<const clang::BinaryOperator *, std::pair<ExprPtr, ExprPtr>> quotients_;
};

} // namespace eulerc::compiler
