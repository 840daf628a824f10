// SlopeProgram: the operations of a traced program as numbers, ready to be computed at many points
// and gone through backwards (slopes.h).
#pragma once

#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include <eulerc/model.h>

#include "tracing/arithmetic.h"

namespace eulerc {

/// An operation on lanes. Codes up to ToReal have no operands that slopes go through.
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

/// A function of one value, with its derivative where it takes x and is y.
struct OfOne {
  Unary value;
  double (*slope)(double x, double y);
};

/// A function of two values, with its derivatives by both where it takes a and b and is y.
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
  std::map<int, std::vector<int>> bodies; ///< of each loop, what each pass computes
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
