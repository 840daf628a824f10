// Evaluate: the value of an expression of params, or of params and indices at a point. Real values
// are computed in double; integer division by zero yields 0, as everywhere in the language.
#pragma once

#include "ir/Affine.h"
#include "ir/Problem.h"

#include <array>
#include <map>

namespace eulerc::compiler {

struct Number {
  std::int64_t integer = 0;
  double real = 0;
};
using ParamNumbers = std::map<std::string, Number>;

/// The values of the grid indices and loop variables.
using Point = std::array<std::int64_t, kMaxVariables>;

/// The defaults of all params.
ParamNumbers defaultNumbers(const Problem &problem);
/// The value of an expression of params (Int and Bool in `integer`, Real in `real`).
Number evaluate(const ExprPtr &expr, const ParamNumbers &params);
/// The value of an expression of params and indices.
Number evaluate(const ExprPtr &expr, const ParamNumbers &params, const Point &at);
/// The value of an affine expression that is free of indices.
std::int64_t evaluate(const Affine &affine, const ParamNumbers &params);

} // namespace eulerc::compiler
