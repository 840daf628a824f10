// LowerReports: what a lowering says of the user's text, each thing once, at its place.
//
//   a helper that is inlined at two calls and wrong in itself is reported at the first
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
  /// Refuses a leaf where it must not stand.
  bool admit(Leaf leaf, const std::string &name, Place place, clang::SourceRange range);
  bool checkType(clang::QualType type, clang::SourceRange range);
  /// The type of a declaration. It may be less than a value's type: double is called real.
  bool checkDeclared(clang::QualType type, clang::SourceRange range);

  /// A quotient of integers, as it was lowered last.
  void noteQuotient(const clang::BinaryOperator *quotient, const ExprPtr &dividend,
                    const ExprPtr &divisor) {
    quotients_[quotient] = {dividend, divisor};
  }
  /// Warns of the quotients that a value of integers is made of, and that become a real with it.
  void warnOfFractions(const clang::Expr *written, bool isInSum = false);
  void warnOfLostRemainder(const ExprPtr &dividend, const ExprPtr &divisor,
                           clang::SourceRange range);

  /// A helper's call that is being inlined, or a loop that is being unrolled (then null).
  struct Expansion {
    const clang::FunctionDecl *helper;
    clang::SourceRange where;
    std::int64_t begin; ///< operations before
  };
  /// Counts one more operation. False once there are too many; the first time it says what grew.
  bool spend(clang::SourceRange range);

  const clang::ASTContext &context_;
  Diagnostics &diagnostics_;
  std::int64_t spent_ = 0;                    ///< operations, helpers and loops written out
  std::vector<Expansion> expansions_;         ///< around, the outermost first
  std::shared_ptr<const SourceRange> caller_; ///< the call that is being inlined
  /// Places and what was said of them; a helper is inlined at every call, but said wrong once.
  std::set<std::string> told_;

private:
  std::map<const clang::BinaryOperator *, std::pair<ExprPtr, ExprPtr>> quotients_;
};

} // namespace eulerc::compiler
