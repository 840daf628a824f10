// SlopeProgram: the operations of a traced program in numeric form, to be computed at many points
// and then differentiated backwards (slopes.h).
#pragma once

#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include <eulerc/model.h>

#include "tracing/arithmetic.h"

namespace eulerc {

/// Code: an operation on lanes. Those up to ToReal have no operands with derivatives.
enum class Code {
  Fixed, ///< no slope: constants, times, indices, whole numbers, conditions, random numbers
  Index,
  Variable, ///< of a loop
  Carried,
  Result,
  Loop,
  Entry,
  Series, ///< data over time
  Table,
  Read,
  Whole,  ///< an operation of whole numbers or conditions
  ToReal, ///< of a whole number
  Copy,
  Negate,
  Add,
  Sub,
  Mul,
  Div,
  Select,
  OfOne,
  OfTwo,
  Image ///< of a quantity beyond a side: by a factor
};

/// A function of one value, with its derivative at x, where the function's value is y.
struct OfOne {
  Unary value;
  double (*slope)(double x, double y);
};

/// The derivatives of a function of a and b by both, where the function's value is y.
struct SlopesByBoth {
  double byA, byB;
};
struct OfTwo {
  Binary value;
  SlopesByBoth (*slopes)(double a, double b, double y);
};

struct SlopeOperation {
  Code code = Code::Fixed;
  std::string_view name;
  const int *operands = nullptr;
  int count = 0;
  std::int64_t whole = 0; ///< as Operation::integer
  double real = 0;        ///< the value of a fixed operation; of a table, its number of entries
  OfOne one = {};
  OfTwo two = {};
  bool isInLoop = false; ///< computed in each pass of one
};

struct SlopeExpression {
  std::vector<SlopeOperation> operations;
  std::map<int, std::vector<int>> bodies; ///< for each loop, the operations of a pass
};

struct SlopePlace {
  const Model &model;
  const ParamValue *params;
  double t, h;
};

class SlopeProgram {
public:
  explicit SlopeProgram(const SlopePlace &at);

  const SlopeExpression &operator[](int expression) const {
    return expressions_[static_cast<std::size_t>(expression)];
  }
  const Traced &traced() const { return traced_; }
  int count() const { return static_cast<int>(expressions_.size()); }
  /// Values of the tables' entries, by their expressions.
  std::map<std::int64_t, double> tableValues;

private:
  int countExpressions(const Model &model) const;
  void addExpression(const SlopePlace &at, int begin, int end);

  const Traced &traced_;
  std::vector<SlopeExpression> expressions_;
};

} // namespace eulerc
