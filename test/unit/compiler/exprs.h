// Short names for building expressions in tests.
#pragma once

#include "ir/Expr.h"

namespace eulerc::compiler {

inline ExprPtr index() { return makeIndex(0, "i"); }
inline ExprPtr intParam(const char *name) { return makeParam(name, Type::Int); }
inline ExprPtr realParam(const char *name) { return makeParam(name, Type::Real); }
inline ExprPtr read(const ExprPtr &at) { return makeRead("y", {at}); }
inline ExprPtr operator+(const ExprPtr &a, const ExprPtr &b) { return makeOp(Op::Add, {a, b}); }
inline ExprPtr operator-(const ExprPtr &a, const ExprPtr &b) { return makeOp(Op::Sub, {a, b}); }
inline ExprPtr operator*(const ExprPtr &a, const ExprPtr &b) { return makeOp(Op::Mul, {a, b}); }
inline ExprPtr operator/(const ExprPtr &a, const ExprPtr &b) { return makeOp(Op::Div, {a, b}); }
inline ExprPtr operator%(const ExprPtr &a, const ExprPtr &b) { return makeOp(Op::Rem, {a, b}); }
inline ExprPtr select(const ExprPtr &c, const ExprPtr &a, const ExprPtr &b) {
  return makeOp(Op::Select, {c, a, b});
}

} // namespace eulerc::compiler
