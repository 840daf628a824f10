// ConstantValues: computes params and tables whose defaults call functions, which C does not treat
// as constants.
//
//   param real h = sqrt(D) / 4;   param int N = (int) (L / h);   state real u[N];
#pragma once

#include "Lower.h"

#include "ir/Evaluate.h"

#include "clang/AST/Decl.h"

namespace eulerc::compiler {

class ConstantValues {
public:
  explicit ConstantValues(clang::ASTContext &context)
      : context_(context), lowering_(context, names_, unsaid_) {}

  /// Gives a param or a table its value, so that Clang can compute with it. Other declarations
  /// stay.
  void pass(clang::VarDecl *declaration);

  /// The reasons why some have no value. They are reported later, if Clang can read the program.
  const Diagnostics &unsaid() const { return unsaid_; }

private:
  void passParam(clang::VarDecl *declaration);
  void passTable(clang::VarDecl *declaration);
  ExprPtr lowered(const clang::Expr *expr, Place place);
  bool isKnown(const ExprPtr &value) const;
  bool dependsOnCall(const clang::Stmt *part) const;
  void refuseTooLarge(const clang::VarDecl *param, std::int64_t value);

  clang::ASTContext &context_;
  Names names_;
  Diagnostics unsaid_;
  Lowering lowering_;
  ParamNumbers numbers_;
  std::set<const clang::Decl *> ofCalls_; ///< canonical: params whose values Clang did not find
};

} // namespace eulerc::compiler
